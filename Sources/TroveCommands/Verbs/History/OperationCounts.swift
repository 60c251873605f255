import TroveModel

/// How many changes a command made of each operation.
struct OperationCounts {
    private var counts: [Operation: Int] = [:]

    mutating func add(_ changes: [Change]) {
        for change in changes { counts[change.action.operation, default: 0] += 1 }
    }

    /// Tells whether items were changed in different ways. An item that was added and then updated
    /// counts as added.
    ///
    /// - Parameter items: the number of changed items.
    /// - Returns: false if all were added, all were deleted, or all were updated.
    func areMixed(items: Int) -> Bool {
        guard counts.count > 1 else { return false }
        return counts[.create] != items && counts[.delete] != items
    }
}
