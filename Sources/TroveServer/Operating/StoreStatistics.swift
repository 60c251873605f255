import TroveModel
import TroveSQLite
import TroveSystem
import TroveWire

/// What a store holds, for the operator. The store may be in use.
struct StoreStatistics {
    /// The version of the file's format.
    var format = 0
    /// The bytes of the file and of its write-ahead log, or those of a database, which has no log
    /// of its own.
    var bytes: (store: Int, log: Int?) = (0, nil)
    var accounts = (all: 0, disabled: 0)
    var devices = (active: 0, ended: 0)
    /// The living entries, without conflicts.
    var items = 0
    var conflicts = 0
    var tombstones = 0
    /// The results of operations.
    var results = 0
    var photos = (count: 0, bytes: 0)

    init(of store: StoreLocation) throws(StoreError) {
        self = try store.inspect { engine in
            try engine.run(.read) {
                func count(_ sql: String) throws(StoreFault) -> Int {
                    try engine.integer(QueryText(sql))
                }
                var counts = StoreStatistics()
                counts.format = try engine.integer(
                    QueryText(
                        sqlite: "PRAGMA user_version", postgres: "SELECT version FROM trove_format")
                )
                counts.bytes = try Self.bytes(of: store, engine)
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
                    try count("SELECT coalesce(sum(length(bytes)), 0) FROM blobs")
                )
                return counts
            }
        }
    }

    private init() {}

    private static func bytes(
        of store: StoreLocation, _ engine: any StoreEngine
    ) throws(StoreFault) -> (store: Int, log: Int?) {
        if let bytes = store.bytes { return (bytes.file, bytes.log) }
        return (try engine.integer(QueryText("SELECT pg_database_size(current_database())")), nil)
    }
}
