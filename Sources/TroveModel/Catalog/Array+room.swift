extension Array {
    /// Makes room for what the array grows to when the table has `factor` times as many rows, so
    /// that it is not copied while it grows. Room that is not used takes no memory.
    mutating func makeRoom(growing factor: Double) {
        // A small array is copied quickly, and its room would be taken out of other memory.
        guard count * MemoryLayout<Element>.stride > 4096 else { return }
        let room = Double(count) * factor * 1.05
        if room > Double(capacity), room < Double(Int32.max) { reserveCapacity(Int(room)) }
    }
}
