/// A text that is compared byte by byte: composed and decomposed "é" differ.
///
/// Pointers to the bytes do not escape the closures that receive them.
package struct ExactText: Hashable, Sendable {
    /// The text, unchanged.
    package let text: String

    /// Wraps a text.
    package init(_ text: String) {
        self.text = text
    }

    /// Compares the UTF-8 bytes.
    package static func == (left: ExactText, right: ExactText) -> Bool {
        guard left.text.utf8.count == right.text.utf8.count else { return false }
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in
            right.withUTF8 { right in unsafe left.elementsEqual(right) }
        }
    }

    /// Hashes the UTF-8 bytes.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}
