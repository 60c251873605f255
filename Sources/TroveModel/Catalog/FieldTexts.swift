/// The texts of the values of one item, one after the other, with a separator between them.
///
/// `ItemRow.appendTexts` appends directly to `bytes` and `ranges`: a separator before each text but
/// the first, and the range of each text that is not empty. A call for each text would cost more
/// than the text.
package struct FieldTexts: Sendable {
    /// The byte between two texts.
    package let separator: UInt8
    /// The texts in UTF-8, and the separators.
    package var bytes: [UInt8] = []
    /// Where the texts are in `bytes`, without the empty ones. Between two of them are only
    /// separators.
    package var ranges: [Range<Int>] = []

    /// Creates an empty list.
    package init(separator: UInt8) {
        self.separator = separator
    }

    /// Replaces all texts with one, which is not empty.
    package mutating func begin(with text: [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: text)
        ranges.append(0..<bytes.count)
    }
}
