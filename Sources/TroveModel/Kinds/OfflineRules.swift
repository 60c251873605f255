/// What becomes of an operation while the server cannot be reached. The raw value is what is typed
/// and shown.
package enum OfflineRule: String, Sendable, Hashable, CaseIterable {
    /// It is done to the local copy, and pushed when the server can be reached again.
    case queue
    /// It is an error, and changes nothing.
    case refuse
}

/// What can be done to a thing. The raw value stands in the change log, in JSON and in messages.
package enum Operation: String, Sendable, Hashable, CaseIterable {
    case create, update, delete
}

/// What can be done to things of a kind while the server cannot be reached. In a library that is
/// not connected to a server the rules say nothing.
package struct OfflineRules: Sendable, Hashable {
    /// What becomes of a new item.
    package var create: OfflineRule
    /// What becomes of a changed item.
    package var update: OfflineRule
    /// What becomes of a deleted item.
    package var delete: OfflineRule

    package init(
        create: OfflineRule = .queue, update: OfflineRule = .queue, delete: OfflineRule = .queue
    ) {
        self.create = create
        self.update = update
        self.delete = delete
    }

    /// The rule for one operation.
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
