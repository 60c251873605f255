/// The texts of several values, one after the other.
package struct FieldTexts: Sendable {
    /// The texts in UTF-8.
    package var bytes: [UInt8] = []
    /// The end of each text in `bytes`.
    package var ends: [Int] = []

    /// Creates an empty list.
    package init() {}

    /// Removes all texts, and keeps the capacity.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
