/// The file format of a program: an application ID in the header, and numbered migrations from an
/// empty file to the current schema.
package struct DatabaseFormat: Sendable {
    /// Why a file cannot be used with this format. The file is left unchanged.
    package enum Mismatch: Error, Sendable, Equatable {
        /// A database of another program.
        case isForeign
        /// A newer version of the program wrote the file: its version, and the newest known one.
        case isNewer(version: Int, known: Int)
        /// The file claims a version that no program writes.
        case hasImpossibleVersion(Int)
        /// The file has triggers, views or virtual tables, which no migration creates: their names.
        case hasActiveSchema(names: [String])
    }

    /// The timeout for locks of other programs, in milliseconds.
    package static let busyTimeout: Int32 = 5000

    /// `PRAGMA application_id` of every file in the format.
    private let applicationID: Int
    /// The SQL that migrates a file from one version to the next. `PRAGMA user_version` is the
    /// number of migrations that a file has had.
    private let migrations: [String]

    /// Creates a format.
    package init(applicationID: Int, migrations: [String]) {
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// The version of the current schema.
    package var currentVersion: Int { migrations.count }

    /// Reads the version of a file without changing it.
    ///
    /// - Returns: 0 for an empty file, else `currentVersion` or less.
    /// - Throws: `Mismatch`, `SQLiteError`.
    package func version(of connection: Connection) throws -> Int {
        // One transaction, because another program may be creating the file.
        try connection.begin()
        defer { try? connection.commit() }
        let identity = try connection.integer("PRAGMA application_id") ?? 0
        let version = try connection.integer("PRAGMA user_version") ?? 0
        guard identity == applicationID else {
            let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
            guard identity == 0, version == 0, objects == 0 else { throw Mismatch.isForeign }
            return 0
        }
        guard version >= 0 else { throw Mismatch.hasImpossibleVersion(version) }
        guard version <= currentVersion else {
            throw Mismatch.isNewer(version: version, known: currentVersion)
        }
        let active = try connection.activeSchemaObjects()
        guard active.isEmpty else { throw Mismatch.hasActiveSchema(names: active) }
        return version
    }

    /// Creates the current schema in an empty database in memory.
    ///
    /// - Throws: `SQLiteError`; the database is then of no use.
    package func create(_ connection: Connection) throws(SQLiteError) {
        for step in migrations { try connection.execute(step) }
        try connection.execute(
            """
            PRAGMA application_id = \(applicationID); PRAGMA user_version = \(currentVersion)
            """)
    }

    /// Runs the missing migrations, all or none. Holds the write lock from before reading the
    /// version, so no other program migrates at the same time.
    ///
    /// - Parameters:
    ///   - connection: a connection to the file, not in a transaction.
    ///   - beforeUpgrade: called with the version of a file that is neither empty nor current,
    ///     before it is changed.
    /// - Throws: `SQLiteError`, and what `beforeUpgrade` throws.
    package func migrate(
        _ connection: Connection, beforeUpgrade: (_ version: Int) throws -> Void = { _ in }
    ) throws {
        try connection.begin(isWriting: true)
        do {
            let version = try connection.integer("PRAGMA user_version") ?? 0
            if version > 0, version < currentVersion { try beforeUpgrade(version) }
            for step in migrations.dropFirst(version) { try connection.execute(step) }
            if version < currentVersion {
                try connection.execute("PRAGMA application_id = \(applicationID)")
                try connection.execute("PRAGMA user_version = \(currentVersion)")
            }
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
    }
}
