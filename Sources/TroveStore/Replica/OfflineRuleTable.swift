import TroveModel
import TroveSQLite

/// The table of offline rules that differ from those of the kinds.
final class OfflineRuleTable {
    private let statements: StatementCache
    private(set) var rules: [Subject: OfflineRule] = [:]

    /// The kind and operation that a rule applies to.
    struct Subject: Hashable {
        /// The name of the kind.
        let kind: String
        let operation: Operation
    }

    init(_ statements: StatementCache) {
        self.statements = statements
    }

    func read() throws(SQLiteError) {
        rules = [:]
        let rows: Statement
        do throws(SQLiteError) {
            rows = try statements.statement("SELECT kind, operation, rule FROM policies")
        } catch {
            // A library from before syncing that is opened read-only has no such table.
            guard try hasTable() else { return }
            throw error
        }
        while try rows.step() {
            guard let operation = Operation(rawValue: rows.text(1) ?? ""),
                let rule = OfflineRule(rawValue: rows.text(2) ?? "")
            else { continue }
            rules[Subject(kind: rows.text(0) ?? "", operation: operation)] = rule
        }
    }

    private func hasTable() throws(SQLiteError) -> Bool {
        let tables = try statements.statement(
            "SELECT 1 FROM sqlite_schema WHERE name = 'policies'")
        defer { tables.reset() }
        return try tables.step()
    }

    /// Sets a rule; nil restores the kind's own.
    func set(_ subject: Subject, to rule: OfflineRule?) throws(SQLiteError) {
        rules[subject] = rule
        let change = try statements.statement(
            rule == nil
                ? "DELETE FROM policies WHERE kind = ?1 AND operation = ?2"
                : "REPLACE INTO policies (kind, operation, rule) VALUES (?1, ?2, ?3)")
        change.bind(subject.kind, at: 1)
        change.bind(subject.operation.rawValue, at: 2)
        if let rule { change.bind(rule.rawValue, at: 3) }
        try change.run()
    }
}
