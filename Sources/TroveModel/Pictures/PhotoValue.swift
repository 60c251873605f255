package import TroveCodecs

/// The value of a field with the role `photo`: `ruby.jpg#sha256-` and 64 hexadecimal digits.
///
/// The name is shown, and the digest identifies the file in the library.
package struct PhotoValue: Sendable, Hashable {
    /// The original file name, without folders.
    package let name: String
    /// Nil if only a name is known.
    package let digest: SHA256?

    /// Separates the name from the digest.
    package static let mark = "#sha256-"
    /// The length of the mark and the digest, in bytes.
    private static let tail = mark.utf8.count + 64

    /// Creates a value from its parts.
    package init(name: String, digest: SHA256?) {
        self.name = name
        self.digest = digest
    }

    /// Parses the value of a field. A text without a digest at its end is a name.
    package init(_ text: String) {
        let bytes = text.utf8
        if bytes.count > Self.tail, let digest = SHA256(text.suffix(64)),
            bytes.dropLast(64).suffix(Self.mark.utf8.count).elementsEqual(Self.mark.utf8),
            let name = String(bytes.dropLast(Self.tail))
        {
            self.init(name: name, digest: digest)
        } else {
            self.init(name: text, digest: nil)
        }
    }

    /// The value as the field stores it.
    package var text: String {
        digest.map { "\(name)\(Self.mark)\($0)" } ?? name
    }
}
