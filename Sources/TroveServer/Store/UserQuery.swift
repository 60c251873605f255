import TroveWire

/// A statement on the rows of one user.
///
/// Only the functions below can create one, and each adds the condition on the user itself. Only a
/// `UserScope` can run one: it binds its own user, and creating it takes a token or a verified
/// password. So no query can read or change rows of several users, or run for a user other than the
/// one who asked.
///
/// Parameter `?1` is the user in every statement; other parameters start at `?2`.
struct UserQuery: Sendable {
    /// The tables whose rows belong to a user.
    enum Table: String, CaseIterable {
        case users, devices, tokens, entries, ledger, names, uniques, blobs
    }

    let text: QueryText

    private init(_ text: QueryText, _ parts: StaticString...) {
        for part in parts { StatementParts.check(part) }
        self.text = text
    }

    static func select(
        _ columns: StaticString, from table: Table, where condition: StaticString = "TRUE",
        _ order: StaticString = ""
    ) -> UserQuery {
        UserQuery(
            QueryText(
                "SELECT \(columns) FROM \(table) WHERE user_id = ?1 AND (\(condition)) \(order)"),
            columns, condition, order)
    }

    /// Returns a SELECT of the first entries in the order of a column: at most `?2` of them, up to
    /// the one whose fields reach `Limits.pageBytes`, and the next one.
    ///
    /// SQLite returns rows one by one, so the caller stops there. PostgreSQL builds the whole
    /// answer first, and must know the limit.
    static func page(
        _ columns: StaticString, where condition: StaticString, by key: StaticString
    ) -> UserQuery {
        let rows = """
            SELECT \(columns) FROM entries WHERE user_id = ?1 AND (\(condition)) \
            ORDER BY \(key) LIMIT ?2
            """
        // A deleted entry is sent without its fields.
        let bytes = "CASE deleted WHEN 0 THEN octet_length(fields) ELSE 0 END"
        return UserQuery(
            QueryText(
                sqlite: rows,
                postgres: """
                    SELECT \(columns) FROM (SELECT *, sum(\(bytes)) OVER (ORDER BY \(key) \
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS before FROM (\(rows)) AS page) \
                    AS page WHERE before IS NULL OR before < \(Limits.pageBytes) ORDER BY \(key)
                    """), columns, condition, key)
    }

    /// Returns a SELECT of the user's own row that keeps the row locked until the end of the
    /// transaction. The lock gives all operations of a user one order.
    static func lock(_ columns: StaticString) -> UserQuery {
        let sql = "SELECT \(columns) FROM users WHERE user_id = ?1"
        return UserQuery(QueryText(sqlite: sql, postgres: sql + " FOR UPDATE"), columns)
    }

    /// Returns a SELECT of the device (`d`) that has a token (`t`), or was offered it, unless the
    /// device has ended. Parameter `?2` is the hash of the token.
    static func deviceOfToken(_ columns: StaticString) -> UserQuery {
        UserQuery(
            QueryText(
                """
                SELECT \(columns) FROM tokens t, devices d WHERE t.user_id = ?1 \
                AND (t.hash = ?2 OR t.next = ?2) \
                AND d.user_id = ?1 AND d.number = t.device AND d.ended IS NULL
                """), columns)
    }

    /// Returns a SELECT of the number of rows, and of the sums of the bytes of some columns.
    static func size(_ table: Table, bytesOf columns: StaticString...) -> UserQuery {
        func sql(_ bytes: (StaticString) -> String) -> String {
            let sums = columns.map { ", coalesce(sum(\(bytes($0))), 0)" }.joined()
            return "SELECT count(*)\(sums) FROM \(table) WHERE user_id = ?1"
        }
        return UserQuery(
            QueryText(sqlite: sql(sqliteBytes), postgres: sql(postgresBytes)))
    }

    // The functions for the bytes of a text.
    private static func sqliteBytes(_ column: StaticString) -> String {
        "length(CAST(\(column) AS BLOB))"
    }
    private static func postgresBytes(_ column: StaticString) -> String {
        "octet_length(\(column))"
    }

    /// Returns an INSERT. `columns` leaves out the user; `conflict` is the conflict clause.
    static func insert(
        into table: Table, _ columns: StaticString, values: StaticString,
        _ conflict: StaticString = ""
    ) -> UserQuery {
        precondition(table != .users, "only signup inserts users")
        return UserQuery(
            QueryText(
                "INSERT INTO \(table) (user_id, \(columns)) VALUES (?1, \(values)) \(conflict)"),
            columns, values, conflict)
    }

    /// Returns a SELECT of the rows with several keys. A `UserScope` runs it with a column of
    /// values for each column of the key.
    ///
    /// PostgreSQL looks up one key after another; the query allows no other plan. From the
    /// statistics of a table in which most users have few rows, it would otherwise choose to read
    /// all rows of a user, even of one who has a million.
    static func find(
        _ columns: StaticString, from table: Table, by key: [(StaticString, StoreColumn.Kind)]
    ) -> UserQuery {
        UserQuery(find(sqlite: "\(columns)", postgres: "\(columns)", table, key), columns)
    }

    /// The most bytes of the texts that `findShort` reads of one row.
    private static let shortTexts = 16 << 10

    /// Returns a SELECT like `find`, for so many rows that long texts must be left out. Behind the
    /// columns and the texts, there is 1 if the texts of the row are long, which are then NULL;
    /// else 0.
    static func findShort(
        _ columns: StaticString, texts: [StaticString], from table: Table,
        by key: [(StaticString, StoreColumn.Kind)]
    ) -> UserQuery {
        func all(_ bytes: (StaticString) -> String) -> String {
            let sum = texts.map { "coalesce(\(bytes($0)), 0)" }.joined(separator: " + ")
            let isShort = "\(sum) <= \(shortTexts)"
            let short = texts.map { ", CASE WHEN \(isShort) THEN \($0) END" }.joined()
            return "\(columns)\(short), CASE WHEN \(isShort) THEN 0 ELSE 1 END"
        }
        return UserQuery(
            find(sqlite: all(sqliteBytes), postgres: all(postgresBytes), table, key), columns)
    }

    private static func find(
        sqlite: String, postgres: String, _ table: Table, _ key: [(StaticString, StoreColumn.Kind)]
    ) -> QueryText {
        let names = key.map { "\($0.0)" }
        let condition = names.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: " AND ")
        let isKey = names.map { "\(table).\($0) = x.\($0)" }.joined(separator: " AND ")
        func head(_ columns: String) -> String {
            "SELECT \(columns) FROM \(table) WHERE user_id = ?1 AND"
        }
        return QueryText(
            sqlite: "\(head(sqlite)) \(condition)",
            // OFFSET keeps the planner from joining the rows of the user with the keys.
            postgres: """
                SELECT found.* FROM unnest(\(arrays(of: key))) \
                AS x (\(names.joined(separator: ", "))), \
                LATERAL (\(head(postgres)) \(isKey) OFFSET 0) AS found
                """)
    }

    /// Returns an INSERT of several rows. `changes` is the conflict clause. A `UserScope` runs it
    /// with a column of values for each column.
    static func insertAll(
        into table: Table, _ columns: [(StaticString, StoreColumn.Kind)],
        _ conflict: StaticString = ""
    ) -> UserQuery {
        precondition(table != .users, "only signup inserts users")
        let names = columns.map { "\($0.0)" }
        let list = names.joined(separator: ", ")
        let values = names.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
        let fields = names.map { "x.\($0)" }.joined(separator: ", ")
        return UserQuery(
            QueryText(
                sqlite: """
                    INSERT INTO \(table) (user_id, \(list)) VALUES (?1, \(values)) \(conflict)
                    """,
                // A database that is distributed by user sends it to one node.
                postgres: """
                    INSERT INTO \(table) (user_id, \(list)) SELECT u.user_id, \(fields) \
                    FROM users u, unnest(\(arrays(of: columns))) AS x (\(list)) \
                    WHERE u.user_id = ?1 \(conflict)
                    """), conflict)
    }

    /// Returns a DELETE of the rows with several keys. A `UserScope` runs it with a column of
    /// values for each column of the key.
    static func deleteAll(
        from table: Table, by key: [(StaticString, StoreColumn.Kind)]
    ) -> UserQuery {
        let names = key.map { "\($0.0)" }
        let condition = names.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: " AND ")
        let head = "DELETE FROM \(table) WHERE user_id = ?1 AND"
        return UserQuery(
            QueryText(
                sqlite: "\(head) \(condition)",
                postgres: "\(head) \(isOneOf(key))"))
    }

    /// Returns a DELETE of the rows of devices that have ended.
    static func deleteOfEndedDevices(
        from table: Table, where condition: StaticString
    ) -> UserQuery {
        UserQuery(
            QueryText(
                """
                DELETE FROM \(table) WHERE user_id = ?1 AND (\(condition)) AND device IN \
                (SELECT number FROM devices WHERE user_id = ?1 AND ended IS NOT NULL)
                """), condition)
    }

    /// Returns the condition that the key of a row is in arrays.
    private static func isOneOf(_ key: [(StaticString, StoreColumn.Kind)]) -> String {
        let names = key.map { "\($0.0)" }.joined(separator: ", ")
        return key.count == 1
            ? "\(names) = ANY(\(arrays(of: key)))"
            : "(\(names)) IN (SELECT * FROM unnest(\(arrays(of: key))))"
    }

    private static func arrays(of columns: [(StaticString, StoreColumn.Kind)]) -> String {
        columns.enumerated().map { "?\($0 + 2)::\($1.1.rawValue)[]" }.joined(separator: ", ")
    }

    static func update(
        _ table: Table, set: StaticString, where condition: StaticString = "TRUE"
    ) -> UserQuery {
        UserQuery(
            QueryText("UPDATE \(table) SET \(set) WHERE user_id = ?1 AND (\(condition))"), set,
            condition)
    }

    static func delete(from table: Table, where condition: StaticString = "TRUE") -> UserQuery {
        UserQuery(
            QueryText("DELETE FROM \(table) WHERE user_id = ?1 AND (\(condition))"), condition)
    }
}

/// A statement that finds users, or works on tables without a user. It reads only the user columns
/// that authentication needs.
struct AccountQuery: Sendable {
    /// The tables it may use.
    enum Table: String, CaseIterable {
        case users, emails, tokens, failures, invitations, leases
    }

    let text: QueryText

    private init(_ text: QueryText, _ parts: StaticString...) {
        for part in parts { StatementParts.check(part) }
        self.text = text
    }

    /// Returns a SELECT. `locks` keeps its rows locked until the end of the transaction.
    static func select(
        _ columns: StaticString, from table: Table, where condition: StaticString = "TRUE",
        locks: Bool = false
    ) -> AccountQuery {
        let sql = "SELECT \(columns) FROM \(table) WHERE \(condition)"
        return AccountQuery(
            QueryText(sqlite: sql, postgres: locks ? sql + " FOR UPDATE" : sql), columns, condition)
    }

    static func insert(
        into table: Table, _ columns: StaticString, values: StaticString,
        _ conflict: StaticString = ""
    ) -> AccountQuery {
        AccountQuery(
            QueryText("INSERT INTO \(table) (\(columns)) VALUES (\(values)) \(conflict)"), columns,
            values, conflict)
    }

    static func update(
        _ table: Table, set: StaticString, where condition: StaticString
    ) -> AccountQuery {
        AccountQuery(QueryText("UPDATE \(table) SET \(set) WHERE \(condition)"), set, condition)
    }

    static func delete(from table: Table, where condition: StaticString) -> AccountQuery {
        AccountQuery(QueryText("DELETE FROM \(table) WHERE \(condition)"), condition)
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
