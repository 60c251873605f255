/// Slices that are kept in order, without repeats.
extension ArraySlice where Element: Comparable {
    /// Returns the index of the first element that is not less than `element`.
    private func lowerBound(of element: Element) -> Int {
        var (low, high) = (startIndex, endIndex)
        // Elements are usually added and removed in order.
        if let last, last < element { return endIndex }
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of an element; nil if it is absent.
    func place(of element: Element) -> Int? {
        let place = lowerBound(of: element)
        return place < endIndex && self[place] == element ? place : nil
    }

    /// Inserts an element in order, unless it is present.
    mutating func insert(_ element: Element) {
        let place = lowerBound(of: element)
        guard place == endIndex || self[place] != element else { return }
        insert(element, at: place)
    }
}
