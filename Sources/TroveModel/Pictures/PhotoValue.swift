package import TroveCodecs

/// What a field with the role `photo` holds: `ruby.jpg#sha256-` and 64 hexadecimal digits.
///
/// The name is for people, the digest says which picture of the library it is.
package struct PhotoValue: Sendable, Hashable {
    /// The file's own name, without its folders.
    package let name: String
    /// Nil where only a name is known.
    package let digest: SHA256?

    /// What stands between the name and the digits.
    package static let mark = "#sha256-"
    /// The bytes of the mark and the digits.
    private static let tail = mark.utf8.count + 64

    package init(name: String, digest: SHA256?) {
        self.name = name
        self.digest = digest
    }

    /// Reads what a field holds; what has no digest at its end is a name as a whole.
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

    /// As the field holds it.
    package var text: String {
        digest.map { "\(name)\(Self.mark)\($0)" } ?? name
    }
}

extension Field {
    /// A value of the field, as people are shown it: of a photo only the name.
    package func shown(_ value: Value) -> String {
        guard role == .photo, case .text(let text) = value else { return value.description }
        return PhotoValue(text).name
    }
}
