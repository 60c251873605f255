import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// Looks for damage in a store, which may be in use, and changes nothing.
struct StoreCheck {
    /// The problems that were found, at most `most`.
    private(set) var problems: [Problem] = []
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
            /// The number of items is not the recorded one.
            case items(Int, recorded: Int)
            /// The bytes of the photos are not the recorded ones.
            case photos(Int, recorded: Int)
            /// Entries whose fields are not JSON: their number.
            case unreadable(Int)
            /// Unique names that belong to no living entry: their number.
            case strayNames(Int)
            /// A photo that does not have its SHA-256.
            case photo(String)
        }

        let finding: Finding
        let email: String?
    }

    /// Checks a store.
    ///
    /// - Throws: `StoreError` if the store cannot be read at all.
    init(of store: StoreOpener) throws(StoreError) {
        self = try store.inspect { connection in
            var check = StoreCheck()
            // Everything is read from one snapshot of the file.
            try connection.execute("BEGIN")
            defer { try? connection.execute("ROLLBACK") }
            let flaws = try connection.texts("PRAGMA integrity_check(\(Self.most))")
            for flaw in flaws where flaw != "ok" { check.note(.structure(flaw), nil) }
            try check.run(on: connection)
            return check
        }
    }

    private init() {}

    private mutating func note(_ finding: Problem.Finding, _ email: String?) {
        if problems.count < Self.most { problems.append(Problem(finding: finding, email: email)) }
    }

    private static let sums = """
        SELECT email, entry_count, blob_bytes,
            (SELECT count(*) FROM entries WHERE user_id = users.user_id AND ver > users.seq)
            + (SELECT count(*) FROM ledger WHERE user_id = users.user_id AND ledger.seq > users.seq),
            (SELECT count(*) FROM entries WHERE user_id = users.user_id AND deleted = 0
                AND kind <> '\(Conflict.kind)'),
            (SELECT total(length(bytes)) FROM blobs WHERE user_id = users.user_id),
            (SELECT count(*) FROM entries WHERE user_id = users.user_id AND NOT json_valid(fields)),
            (SELECT count(*) FROM names WHERE user_id = users.user_id AND NOT EXISTS (
                SELECT 1 FROM entries WHERE user_id = names.user_id AND id = names.id AND deleted = 0))
        FROM users ORDER BY created, user_id
        """

    private mutating func run(on connection: Connection) throws {
        let sums = try connection.prepare(Self.sums)
        while try sums.step() {
            accounts += 1
            let email = sums.text(0) ?? ""
            let counted = (items: sums.integer(4), bytes: sums.integer(5))
            if sums.integer(3) > 0 { note(.isAhead(sums.integer(3)), email) }
            if counted.items != sums.integer(1) {
                note(.items(counted.items, recorded: sums.integer(1)), email)
            }
            if counted.bytes != sums.integer(2) {
                note(.photos(counted.bytes, recorded: sums.integer(2)), email)
            }
            if sums.integer(6) > 0 { note(.unreadable(sums.integer(6)), email) }
            if sums.integer(7) > 0 { note(.strayNames(sums.integer(7)), email) }
        }
        let photos = try connection.prepare(
            "SELECT email, hash, bytes FROM blobs JOIN users USING (user_id)")
        while try photos.step() {
            let hash = photos.text(1) ?? ""
            if BlobHash.hexadecimal(of: photos.blob(2)) != hash {
                note(.photo(hash), photos.text(0))
            }
        }
    }
}
