import TroveCodecs
import TroveModel
import TroveWire

/// Looks for damage in a store, which may be in use, and changes nothing.
struct StoreCheck {
    /// The problems that were found, at most `most`.
    private(set) var problems: [Problem] = []
    private(set) var furtherProblems = 0
    private(set) var accounts = 0

    /// The most problems that are listed.
    static let most = 100

    /// A problem, and the email of the account that it concerns; nil for the whole store.
    struct Problem: Equatable {
        /// What is wrong.
        enum Finding: Equatable {
            /// SQLite found an error in the structure of the file, in its words.
            case structure(String)
            /// Entries or results are newer than the history of the account: their number.
            case isAhead(Int)
            /// The result of the account's last change is missing.
            case historyIsCut
            /// The mark of the account is not that of its last result.
            case mark
            /// The history ends before it begins.
            case historyIsReversed
            /// The email of the account is not in the table that log-in looks it up in.
            case email
            /// Emails of accounts that do not exist: their number.
            case strayEmails(Int)
            /// The store has no identity.
            case identity
            /// The number of items is not the recorded one.
            case items(Int, recorded: Int)
            /// The bytes of the photos are not the recorded ones.
            case photos(Int, recorded: Int)
            /// Entries whose fields are not JSON, or whose versions cannot be read: their number.
            case unreadable(Int)
            /// Entries of accounts that do not exist: their number.
            case strayEntries(Int)
            /// Unique names that belong to no living entry: their number.
            case strayNames(Int)
            /// A photo that does not have its SHA-256.
            case photo(String)
        }

        let finding: Finding
        let email: String?
    }

    /// The most rows in memory; of photos, which have up to 4 MiB each.
    private static let (rowsAtOnce, photosAtOnce) = (64, 4)

    /// Checks a store.
    ///
    /// - Throws: `StoreError` if the store cannot be read at all.
    init(of store: StoreLocation) throws(StoreError) {
        self = try store.inspect { engine in
            let progress = OperatorProgress()
            defer { progress.end() }
            var check = StoreCheck()
            if let file = engine as? SQLiteEngine {
                for flaw in try file.flaws(most: Self.most) { check.note(.structure(flaw), nil) }
            }
            guard check.hasAllTables(engine) else { return check }
            try check.checkStore(engine)
            var last: UserID?
            while let user = try Self.user(after: last, engine) {
                // One state of each account: a longer transaction would keep PostgreSQL from
                // removing old rows.
                try engine.run(.read) { try check.checkAccount(user, engine, progress) }
                last = user
            }
            return check
        }
    }

    private init() {}

    private mutating func note(_ finding: Problem.Finding, _ email: String?) {
        guard problems.count < Self.most else { return furtherProblems += 1 }
        problems.append(Problem(finding: finding, email: email))
    }

    private static let strayEmails = QueryText(
        """
        SELECT count(*) FROM emails
        WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.user_id = emails.user_id)
        """)

    private static let strayEntries = QueryText(
        """
        SELECT count(*) FROM entries
        WHERE NOT EXISTS (SELECT 1 FROM users WHERE users.user_id = entries.user_id)
        """)

    /// Notes the tables that lack a column, or are missing. Nothing else can be checked then.
    private mutating func hasAllTables(_ engine: any StoreEngine) -> Bool {
        var hasAll = true
        for table in StoredTable.all {
            do {
                let rows = try engine.statement(
                    QueryText("SELECT \(table.list) FROM \(table.name) LIMIT 1"))
                _ = try rows.step()
                rows.reset()
            } catch {
                note(.structure(error.detail), nil)
                hasAll = false
            }
        }
        return hasAll
    }

    /// Checks the data that belongs to no account.
    private mutating func checkStore(_ engine: any StoreEngine) throws(StoreFault) {
        let identity = try engine.statement(ServerStore.identityQuery)
        let strayEmails = try engine.statement(Self.strayEmails)
        let strayEntries = try engine.statement(Self.strayEntries)
        defer { for statement in [identity, strayEmails, strayEntries] { statement.reset() } }
        if try !identity.step() || (identity.text(0) ?? "").isEmpty { note(.identity, nil) }
        if try strayEmails.step(), strayEmails.integer(0) > 0 {
            note(.strayEmails(strayEmails.integer(0)), nil)
        }
        if try strayEntries.step(), strayEntries.integer(0) > 0 {
            note(.strayEntries(strayEntries.integer(0)), nil)
        }
    }

    private static let nextUser = QueryText(
        "SELECT user_id FROM users WHERE user_id > ?1 ORDER BY user_id LIMIT 1")
    private static let account = QueryText(
        "SELECT email, seq, entry_count, blob_bytes, mark, gc_floor FROM users WHERE user_id = ?1")
    private static let lastResult = QueryText(
        """
        SELECT mark FROM ledger WHERE user_id = ?1
            AND seq = (SELECT users.seq FROM users WHERE users.user_id = ?1)
        """)
    private static let emails = QueryText(
        """
        SELECT count(*) FROM emails WHERE user_id = ?1
            AND email = (SELECT users.email FROM users WHERE users.user_id = ?1)
        """)
    private static let newerResults = QueryText(
        """
        SELECT count(*) FROM ledger WHERE user_id = ?1
            AND seq > (SELECT users.seq FROM users WHERE users.user_id = ?1)
        """)
    private static let strayNames = QueryText(
        """
        SELECT count(*) FROM names WHERE user_id = ?1 AND NOT EXISTS (
            SELECT 1 FROM entries
            WHERE entries.user_id = ?1 AND entries.id = names.id AND entries.deleted = 0)
        """)

    /// Returns the user after another one, in the order of their IDs; the first one after nil.
    private static func user(
        after last: UserID?, _ engine: any StoreEngine
    ) throws(StoreFault) -> UserID? {
        let statement = try engine.statement(nextUser)
        statement.bind(last?.rawValue ?? Int.min, at: 1)
        defer { statement.reset() }
        return try statement.step() ? UserID(statement.integer(0)) : nil
    }

    private mutating func checkAccount(
        _ user: UserID, _ engine: any StoreEngine, _ progress: OperatorProgress
    ) throws(StoreFault) {
        let account = try engine.statement(Self.account)
        let newerResults = try engine.statement(Self.newerResults)
        let strayNames = try engine.statement(Self.strayNames)
        let lastResult = try engine.statement(Self.lastResult)
        let emails = try engine.statement(Self.emails)
        let statements = [account, newerResults, strayNames, lastResult, emails]
        for statement in statements { statement.bind(user, at: 1) }
        try engine.send(statements)
        defer { for statement in statements { statement.reset() } }
        // It may have been deleted meanwhile.
        guard try account.step() else { return }
        accounts += 1
        let email = account.text(0) ?? ""
        let recorded = (sequence: account.integer(1), items: account.integer(2))
        let recordedBytes = account.integer(3)
        let (mark, floor) = (account.integer(4), account.integer(5))
        if try lastResult.step() {
            if lastResult.integer(0) != mark { note(.mark, email) }
        } else if recorded.sequence > floor {
            note(.historyIsCut, email)
        }
        if floor > recorded.sequence { note(.historyIsReversed, email) }
        _ = try emails.step()
        if emails.integer(0) == 0 { note(.email, email) }
        _ = try newerResults.step()
        _ = try strayNames.step()
        let results = newerResults.integer(0)
        let names = strayNames.integer(0)
        let entries = try Self.entries(of: user, newerThan: recorded.sequence, engine, progress)
        let newer = entries.newer + results
        if newer > 0 { note(.isAhead(newer), email) }
        if entries.items != recorded.items {
            note(.items(entries.items, recorded: recorded.items), email)
        }
        let photos = try Self.photos(of: user, engine, progress)
        if photos.bytes != recordedBytes {
            note(.photos(photos.bytes, recorded: recordedBytes), email)
        }
        if entries.unreadable > 0 { note(.unreadable(entries.unreadable), email) }
        if names > 0 { note(.strayNames(names), email) }
        for hash in photos.damaged { note(.photo(hash), email) }
    }

    /// Returns the queries for a user's first rows in the order of a column, and for the rows after
    /// a value of that column. SQLite returns rows one by one, and needs no limit.
    private static func pages(
        _ columns: String, of table: String, by key: String, limit: Int
    ) -> (first: QueryText, following: QueryText) {
        func query(_ condition: String) -> QueryText {
            let sql =
                "SELECT \(columns) FROM \(table) WHERE user_id = ?1\(condition) ORDER BY \(key)"
            return QueryText(sqlite: sql, postgres: sql + " LIMIT \(limit)")
        }
        return (query(""), query(" AND \(key) > ?2"))
    }

    private static let entryPages = pages(
        "id, ver, deleted, kind, fields, versions", of: "entries", by: "id", limit: rowsAtOnce)
    private static let photoPages = pages(
        "hash, bytes", of: "blobs", by: "hash", limit: photosAtOnce)

    /// What is in the entries of an account.
    private struct Entries {
        var items = 0
        /// Those that are newer than the history.
        var newer = 0
        /// Those whose fields are not JSON, or whose versions cannot be read.
        var unreadable = 0
    }

    private static func entries(
        of user: UserID, newerThan sequence: Int, _ engine: any StoreEngine,
        _ progress: OperatorProgress
    ) throws(StoreFault) -> Entries {
        var found = Entries()
        var last: (high: UInt64, low: UInt64)?
        var count = 0
        repeat {
            let rows = try engine.statement(last == nil ? entryPages.first : entryPages.following)
            rows.bind(user, at: 1)
            if let last { rows.bind(id: last.high, last.low, at: 2) }
            count = 0
            while try rows.step() {
                count += 1
                last = rows.words(0)
                if rows.integer(1) > sequence { found.newer += 1 }
                if rows.integer(2) == 0, rows.text(3) != Conflict.kind { found.items += 1 }
                let fields = try? JSON(parsing: rows.blob(4), depthLimit: Limits.depth)
                let versions = FieldVersions(text: rows.text(5), last: .none)
                if fields?.members == nil || versions == nil { found.unreadable += 1 }
            }
            progress.note(rows: count)
        } while count == rowsAtOnce && last != nil
        return found
    }

    private static func photos(
        of user: UserID, _ engine: any StoreEngine, _ progress: OperatorProgress
    ) throws(StoreFault) -> (bytes: Int, damaged: [String]) {
        var (bytes, damaged) = (0, [String]())
        var last: String?
        var count = 0
        repeat {
            let rows = try engine.statement(last == nil ? photoPages.first : photoPages.following)
            rows.bind(user, at: 1)
            if let last { rows.bind(last, at: 2) }
            count = 0
            while try rows.step() {
                count += 1
                let hash = rows.text(0) ?? ""
                last = hash
                let photo = rows.blob(1)
                bytes += photo.count
                if BlobHash.hexadecimal(of: photo) != hash { damaged.append(hash) }
            }
            progress.note(rows: count)
        } while count == photosAtOnce
        return (bytes, damaged)
    }
}
