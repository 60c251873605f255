/// A statement on the rows of one user.
///
/// Only the functions below can create one, and each adds the condition on the user itself. Only a
/// `UserScope` can run one: it binds its own user, and creating it takes a token or a verified
/// password. So no query can read or change rows of several users, or run for another user than the
/// one who asked.
///
/// Parameter `?1` is the user in every statement; other parameters start at `?2`.
struct UserQuery: Sendable {
    /// The tables whose rows belong to a user, each with the name of its user column.
    enum Table: String, CaseIterable {
        case users, devices, tokens, entries, ledger, names, uniques, blobs

        var user: String { self == .users ? "id" : "user" }
    }

    let sql: String

    private init(_ sql: String, _ parts: StaticString...) {
        for part in parts { StatementParts.check(part) }
        self.sql = sql
    }

    static func select(
        _ columns: StaticString, from table: Table, where condition: StaticString = "TRUE",
        _ order: StaticString = ""
    ) -> UserQuery {
        UserQuery(
            "SELECT \(columns) FROM \(table) WHERE \(table.user) = ?1 AND (\(condition)) \(order)",
            columns, condition, order)
    }

    /// Returns an INSERT. `columns` leaves out the user; `conflict` is the conflict clause.
    static func insert(
        into table: Table, _ columns: StaticString, values: StaticString,
        _ conflict: StaticString = ""
    ) -> UserQuery {
        precondition(table != .users, "only signup inserts users")
        return UserQuery(
            "INSERT INTO \(table) (user, \(columns)) VALUES (?1, \(values)) \(conflict)", columns,
            values, conflict)
    }

    static func update(
        _ table: Table, set: StaticString, where condition: StaticString = "TRUE"
    ) -> UserQuery {
        UserQuery(
            "UPDATE \(table) SET \(set) WHERE \(table.user) = ?1 AND (\(condition))", set, condition
        )
    }

    static func delete(from table: Table, where condition: StaticString = "TRUE") -> UserQuery {
        UserQuery("DELETE FROM \(table) WHERE \(table.user) = ?1 AND (\(condition))", condition)
    }
}

/// A statement that finds users, or works on tables without a user. It reads only the user columns
/// that authentication needs.
struct AccountQuery: Sendable {
    /// The tables it may use.
    enum Table: String, CaseIterable {
        case users, tokens, failures, invitations
    }

    let sql: String

    private init(_ sql: String, _ parts: StaticString...) {
        for part in parts { StatementParts.check(part) }
        self.sql = sql
    }

    static func select(
        _ columns: StaticString, from table: Table, where condition: StaticString = "TRUE"
    ) -> AccountQuery {
        AccountQuery("SELECT \(columns) FROM \(table) WHERE \(condition)", columns, condition)
    }

    static func insert(
        into table: Table, _ columns: StaticString, values: StaticString,
        _ conflict: StaticString = ""
    ) -> AccountQuery {
        AccountQuery(
            "INSERT INTO \(table) (\(columns)) VALUES (\(values)) \(conflict)", columns, values,
            conflict)
    }

    static func update(
        _ table: Table, set: StaticString, where condition: StaticString
    ) -> AccountQuery {
        AccountQuery("UPDATE \(table) SET \(set) WHERE \(condition)", set, condition)
    }

    static func delete(from table: Table, where condition: StaticString) -> AccountQuery {
        AccountQuery("DELETE FROM \(table) WHERE \(condition)", condition)
    }
}

/// Checks on the parts of statements.
private enum StatementParts {
    /// Traps if a part in the source code could reach another table or leave its parentheses.
    static func check(_ part: StaticString) {
        let text = "\(part)"
        var depth = 0
        for sign in text {
            if sign == "(" { depth += 1 }
            if sign == ")" { depth -= 1 }
            precondition(depth >= 0, "unbalanced parentheses in a part of a statement: \(text)")
        }
        precondition(depth == 0, "unbalanced parentheses in a part of a statement: \(text)")
        let words = text.uppercased().split { !$0.isLetter && $0 != "_" }
        for word in ["SELECT", "FROM", "JOIN", "UNION"] {
            precondition(!words.contains(Substring(word)), "a part of a statement contains \(word)")
        }
        precondition(
            !text.contains(";") && !text.contains("--"), "a part ends a statement: \(text)")
    }
}
