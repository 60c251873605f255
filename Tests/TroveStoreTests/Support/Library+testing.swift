import TroveModel
import TroveStore

extension Library {
    static let authorship = Authorship(by: "ann", at: Timestamp(milliseconds: 1_795_000_000_000))

    /// Performs and commits one command.
    func run(_ changes: Change..., reverting: CommandNumber? = nil) throws {
        try run(changes, reverting: reverting)
    }

    func run(_ changes: [Change], reverting: CommandNumber? = nil) throws {
        try begin()
        try perform(changes, reverting: reverting, Self.authorship)
        try commit()
    }

    /// Adds a gem under the next number, as a command does.
    @discardableResult
    func addGem(_ name: String) throws -> ItemNumber {
        try begin()
        let number = try takeNumber()
        try perform([.create(gem(number, name))], Self.authorship)
        try commit()
        return number
    }

    /// Returns all items, loading those that are not in memory.
    func everything() throws -> [Item] {
        try loadAll()
        return catalog.items
    }

    /// Returns the titles of all items.
    func titles() throws -> [String] { try everything().map(\.title) }

    /// Undoes the last command, or redoes the last undo. Returns false when there is none.
    func revert(isRedo: Bool) throws -> Bool {
        try begin()
        guard let target = try isRedo ? history.nextRedo() : history.nextUndo() else {
            rollback()
            return false
        }
        try perform(
            history.changes(of: target).reversed().map(\.inverse), reverting: target.id,
            Self.authorship)
        try commit()
        return true
    }
}
