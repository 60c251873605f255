/// The part of a list that is visible, and how it follows the selection.
struct ListWindow: Equatable {
    /// The index of the first visible entry.
    private(set) var first = 0

    /// Moves the window as little as possible so that an entry is visible and no room is wasted.
    ///
    /// - Parameters:
    ///   - index: The entry to show; nil shows the beginning of the list.
    ///   - size: The number of entries that are visible, at least 1.
    ///   - count: The number of entries in all.
    mutating func show(_ index: Int?, size: Int, of count: Int) {
        guard let index else {
            first = 0
            return
        }
        first = min(first, index, max(0, count - size))
        first = max(first, index - size + 1)
    }
}
