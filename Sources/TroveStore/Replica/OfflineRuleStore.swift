package import TroveModel

/// The offline rules of a library: what happens to a change while the server is unreachable.
package struct OfflineRuleStore {
    let library: Library

    /// Returns the rule for an operation on a kind: the library's, else the kind's own.
    package func rule(_ operation: Operation, of kind: KindIndex) -> OfflineRule {
        let kind = library.catalog.kinds[kind]
        let subject = OfflineRuleTable.Subject(kind: kind.storedName, operation: operation)
        return library.replica.offlineRules.rules[subject] ?? kind.offline[operation]
    }

    /// Sets the library's rule for an operation on a kind.
    package func set(
        _ rule: OfflineRule, _ operation: Operation, of kind: KindIndex
    ) throws(LibraryError) {
        let kind = library.catalog.kinds[kind]
        try library.writing { transaction in
            try transaction.replica.offlineRules.set(
                OfflineRuleTable.Subject(kind: kind.storedName, operation: operation),
                to: kind.offline[operation] == rule ? nil : rule)
        }
    }

    /// Sets the library's rule for all operations on the kinds that it has now.
    package func setAll(_ rule: OfflineRule) throws(LibraryError) {
        try library.writing { _ in
            for kind in library.catalog.kinds.indices {
                for operation in Operation.allCases { try set(rule, operation, of: kind) }
            }
        }
    }

    /// Restores the rules of the kinds.
    package func reset() throws(LibraryError) {
        try library.writing { transaction in
            let table = transaction.replica.offlineRules
            for subject in table.rules.keys { try table.set(subject, to: nil) }
        }
    }
}
