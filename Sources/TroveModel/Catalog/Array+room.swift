extension Array {
    /// Reserves capacity for `factor` times as many rows in the table, so that the array is not
    /// copied while it grows. Unused capacity takes no memory.
    mutating func makeRoom(growing factor: Double) {
        // A small array is copied quickly, and its unused capacity would take memory, unlike that
        // of a large one.
        guard count * MemoryLayout<Element>.stride > 4096 else { return }
        let room = Double(count) * factor * 1.05
        if room > Double(capacity), room < Double(Int32.max) { reserveCapacity(Int(room)) }
    }
}
