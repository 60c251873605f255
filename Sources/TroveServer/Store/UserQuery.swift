/// A statement on rows that belong to one user.
///
/// It can only be made by the functions here, each of which writes the condition on the user itself,
/// and it can only be run by a `UserScope`, which binds its own user and cannot be made without a
/// token or a password that was checked. So there is no way to write a query that reads or changes
/// what belongs to users at large, and no way to run one for somebody else.
///
/// `?1` is the user in every statement; parameters of its own begin with `?2`.
struct UserQuery: Sendable {
    /// The tables whose rows belong to users, and what their column with the user is called.
    enum Table: String, CaseIterable {
        case users, devices, tokens, entries, ledger, names, blobs

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

    /// The columns are those besides the user; `conflict` says what is done instead where a row is in
    /// the way.
    static func insert(
        into table: Table, _ columns: StaticString, values: StaticString,
        _ conflict: StaticString = ""
    ) -> UserQuery {
        precondition(table != .users, "a user is made by signing up")
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

/// A statement that finds users, or on what belongs to none: it sees no column of a user's but what
/// signing in needs.
struct AccountQuery: Sendable {
    /// The tables, and of `users` and `tokens` what may be read of them.
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

/// The parts of which statements are made.
private enum StatementParts {
    /// Stops a program whose source has a part that could reach another table or leave its brackets.
    static func check(_ part: StaticString) {
        let text = "\(part)"
        var depth = 0
        for sign in text {
            if sign == "(" { depth += 1 }
            if sign == ")" { depth -= 1 }
            precondition(depth >= 0, "a part of a statement closes what it did not open: \(text)")
        }
        precondition(depth == 0, "a part of a statement leaves something open: \(text)")
        let words = text.uppercased().split { !$0.isLetter && $0 != "_" }
        for word in ["SELECT", "FROM", "JOIN", "UNION"] {
            precondition(!words.contains(Substring(word)), "a part of a statement has \(word)")
        }
        precondition(
            !text.contains(";") && !text.contains("--"), "a part ends a statement: \(text)")
    }
}
