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
        left.text.isExactly(right.text)
    }

    /// Hashes the UTF-8 bytes.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}

extension String {
    /// Returns whether two strings have the same bytes. `==` treats the composed and the decomposed
    /// "é" as equal.
    package func isExactly(_ other: String) -> Bool {
        utf8.span.isSame(as: other.utf8.span)
    }
}

extension Span<UInt8> {
    /// Returns whether two texts have the same bytes.
    package func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var place = 0
        while place + 8 <= count {
            if EightBytes.load(self, at: place) != EightBytes.load(other, at: place) {
                return false
            }
            place += 8
        }
        while place < count {
            if self[place] != other[place] { return false }
            place += 1
        }
        return true
    }
}
