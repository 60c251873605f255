/// What happens to an operation while the server is unreachable. The raw value is typed and shown.
package enum OfflineRule: String, Sendable, Hashable, CaseIterable {
    /// Apply it locally, and push it once the server is reachable.
    case queue
    /// Reject it, and change nothing.
    case refuse
}

/// The rules for the operations on a kind while the server is unreachable. They have no effect in a
/// library that is not connected to a server.
package struct OfflineRules: Sendable, Hashable {
    /// The rule for new items.
    package var create: OfflineRule
    /// The rule for changed items.
    package var update: OfflineRule
    /// The rule for deleted items.
    package var delete: OfflineRule

    /// Creates a rule for each operation.
    package init(
        create: OfflineRule = .queue, update: OfflineRule = .queue, delete: OfflineRule = .queue
    ) {
        self.create = create
        self.update = update
        self.delete = delete
    }

    /// The rule for an operation.
    package subscript(operation: Operation) -> OfflineRule {
        get {
            switch operation {
            case .create: create
            case .update: update
            case .delete: delete
            }
        }
        set {
            switch operation {
            case .create: create = newValue
            case .update: update = newValue
            case .delete: delete = newValue
            }
        }
    }
}
