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
        guard contains(command) else { return false }
        pass(command, reverts: former)
        return true
    }

    /// Returns whether a command is in effect that was passed last, or is older than all that were.
    func contains(_ command: CommandNumber) -> Bool {
        if command == last { return true }
        if let floor, command >= floor { return false }
        return !reverted.contains(command)
    }

    /// Notes what a command in effect reverts.
    mutating func pass(_ command: CommandNumber, reverts former: CommandNumber?) {
        last = command
        guard let former else { return }
        reverted.insert(former)
        floor = ranges[command] ?? floor
    }

    /// Merges what newer commands revert. Which of those are in effect is already known.
    ///
    /// - Parameters:
    ///   - newer: what all commands after those that were passed revert.
    ///   - passed: the numbers of the commands that were passed.
    /// - Returns: false if the newer ones change which of the passed commands are in effect. Then
    ///   all must be passed again, the newer ones first.
    mutating func add(_ newer: StandingCommands, after passed: Range<Int>) -> Bool {
        guard newer.floor == nil, !newer.reverted.contains(where: { passed.contains($0.rawValue) })
        else { return false }
        reverted.formUnion(newer.reverted.filter { $0.rawValue < passed.lowerBound })
        last = nil
        return true
    }
}
