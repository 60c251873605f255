import TroveModel
import TroveSQLite
import TroveSystem
import TroveWire

/// What a store holds, for the operator. The store may be in use.
struct StoreStatistics {
    /// The version of the file's format.
    var format = 0
    /// The bytes of the file and of its write-ahead log.
    var bytes = (file: 0, log: 0)
    var accounts = (all: 0, disabled: 0)
    var devices = (active: 0, ended: 0)
    /// The living entries, without conflicts.
    var items = 0
    var conflicts = 0
    var tombstones = 0
    /// The results of operations.
    var results = 0
    var photos = (count: 0, bytes: 0)

    /// Counts what a store holds.
    init(of store: StoreOpener) throws(StoreError) {
        self = try store.inspect { connection in
            func count(_ sql: String) throws(SQLiteError) -> Int {
                try connection.integer(sql) ?? 0
            }
            var counts = StoreStatistics()
            counts.format = try count("PRAGMA user_version")
            counts.bytes = (
                DatabaseFiles.size(of: store.path) ?? 0,
                DatabaseFiles.size(of: store.path + "-wal") ?? 0
            )
            counts.accounts = (
                try count("SELECT count(*) FROM users"),
                try count("SELECT count(*) FROM users WHERE disabled IS NOT NULL")
            )
            counts.devices = (
                try count("SELECT count(*) FROM devices WHERE ended IS NULL"),
                try count("SELECT count(*) FROM devices WHERE ended IS NOT NULL")
            )
            let living = "SELECT count(*) FROM entries WHERE deleted = 0 AND kind"
            counts.items = try count("\(living) <> '\(Conflict.kind)'")
            counts.conflicts = try count("\(living) = '\(Conflict.kind)'")
            counts.tombstones = try count("SELECT count(*) FROM entries WHERE deleted = 1")
            counts.results = try count("SELECT count(*) FROM ledger")
            counts.photos = (
                try count("SELECT count(*) FROM blobs"),
                try count("SELECT sum(length(bytes)) FROM blobs")
            )
            return counts
        }
    }

    private init() {}
}
