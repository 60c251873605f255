import TroveModel
import TroveSQLite

/// The undo commands that revert more than one command: all commands from the one that they name up
/// to the undo itself (`undo to:NAME`).
///
/// They are values in the table `meta`, which earlier versions ignore: to them, such an undo
/// reverts only the first of the commands.
struct RevertedRanges {
    private let meta: MetaTable

    init(_ connection: Connection) {
        meta = MetaTable(connection)
    }

    /// The part of a key before the underscore. The number of the undo command follows; the value
    /// is the number of the first command that it reverts.
    private static let prefix = "reverted"

    private static func key(of command: Int) -> String { "\(prefix)_\(command)" }

    /// Returns the first command that each of these undo commands reverts.
    func all() throws(SQLiteError) -> [CommandNumber: CommandNumber] {
        var ranges: [CommandNumber: CommandNumber] = [:]
        for (key, value) in try meta.values(Self.prefix) {
            guard let command = Int(key.dropFirst(Self.prefix.utf8.count + 1)),
                let first = Int(value)
            else { continue }
            ranges[CommandNumber(rawValue: command)] = CommandNumber(rawValue: first)
        }
        return ranges
    }

    /// Records that a command reverts all commands from `first` on.
    func write(_ command: CommandNumber, since first: CommandNumber) throws(SQLiteError) {
        try meta.set(Self.key(of: command.rawValue), first.rawValue)
    }

    /// Follows a change of a command's number; nil means that the command is gone.
    func renumber(_ former: Int, _ number: Int?) throws(SQLiteError) {
        guard let first = try meta.integer(Self.key(of: former)) else { return }
        try meta.set(Self.key(of: former), nil)
        if let number { try meta.set(Self.key(of: number), first) }
    }
}
