import TroveModel
import TroveSQLite

/// Finds the commands that are in effect while the log is read backwards.
///
/// A command is in effect unless a later command that is in effect reverts it: an undo reverts a
/// command, and a redo reverts an undo, whose command counts again.
struct StandingCommands {
    private let ranges: [CommandNumber: CommandNumber]
    private var reverted: Set<CommandNumber> = []
    /// The commands from here on were reverted together.
    private var floor: CommandNumber?
    /// The last command that was found to be in effect.
    private var last: CommandNumber?

    init(_ connection: Connection) throws(SQLiteError) {
        ranges = try RevertedRanges(connection).all()
    }

    /// Returns whether a command reverts several commands at once.
    func revertsRange(_ command: CommandNumber) -> Bool { ranges[command] != nil }

    /// Returns whether a command is in effect, and notes what it reverts. Commands must be passed
    /// newest first; one may be passed several times in a row.
    mutating func contains(_ command: CommandNumber, reverts former: CommandNumber?) -> Bool {
        if command == last { return true }
        if reverted.contains(command) { return false }
        if let floor, command >= floor { return false }
        last = command
        guard let former else { return true }
        reverted.insert(former)
        floor = ranges[command] ?? floor
        return true
    }
}
