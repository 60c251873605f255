import TroveModel
import TroveSQLite

/// The undo commands that revert more than one command: all commands from the one that they name up
/// to the undo itself (`undo to:NAME`).
///
/// They are values in the table `meta`, which earlier versions ignore: to them, such an undo
/// reverts only the first of the commands.
struct RevertedRanges {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The beginning of the keys. The number of the undo command follows; the value is the number
    /// of the first command that it reverts.
    private static let prefix = "reverted_"

    /// Returns the first command that each of these undo commands reverts.
    func all() throws(SQLiteError) -> [CommandNumber: CommandNumber] {
        // "`" comes right after "_" in ASCII.
        let rows = try connection.prepare(
            """
            SELECT CAST(substr(key, \(Self.prefix.utf8.count + 1)) AS INTEGER), value FROM meta
            WHERE key >= '\(Self.prefix)' AND key < 'reverted`'
            """)
        var ranges: [CommandNumber: CommandNumber] = [:]
        while try rows.step() {
            ranges[CommandNumber(rawValue: rows.integer(0))] = CommandNumber(
                rawValue: rows.integer(1))
        }
        return ranges
    }

    /// Records that a command reverts all commands from `first` on.
    func write(_ command: CommandNumber, since first: CommandNumber) throws(SQLiteError) {
        try connection.execute(
            "REPLACE INTO meta VALUES ('\(Self.prefix)\(command)', \(first))")
    }

    /// Follows a change of a command's number; nil means that the command is gone.
    func renumber(_ former: Int, _ number: Int?) throws(SQLiteError) {
        let key = "key = '\(Self.prefix)\(former)'"
        try connection.execute(
            number.map { "UPDATE meta SET key = '\(Self.prefix)\($0)' WHERE \(key)" }
                ?? "DELETE FROM meta WHERE \(key)")
    }
}
