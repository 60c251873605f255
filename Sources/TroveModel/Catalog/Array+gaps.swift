extension Array {
    /// Inserts copies of an element before these indices of the original array, which ascend.
    /// Indices at or after the end are ignored.
    mutating func insertGaps(of filler: Element, before places: [Int]) {
        guard let first = places.first, first < count else { return }
        var filled: [Element] = []
        filled.reserveCapacity(count + places.count)
        var next = 0
        for place in places where place < count {
            filled.append(contentsOf: self[next..<place])
            filled.append(filler)
            next = place
        }
        filled.append(contentsOf: self[next...])
        self = filled
    }
}
