import TroveModel
import TroveStore

extension Library {
    static let authorship = Authorship(by: "ann", at: Timestamp(milliseconds: 1_795_000_000_000))

    /// One command: performed and committed.
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
    func addGem(_ name: String) throws -> Int {
        try begin()
        let number = try takeNumber()
        try perform([.create(gem(number, name))], Self.authorship)
        try commit()
        return number
    }

    /// Everything there is, loaded as far as it is not yet.
    func everything() throws -> [Item] {
        while try loadSlice() {}
        return catalog.items
    }

    /// The titles of everything.
    func titles() throws -> [String] { try everything().map(\.title) }

    /// Takes the last command back, or the last undo; false when there is none.
    func revert(isRedo: Bool) throws -> Bool {
        try begin()
        guard let target = try isRedo ? history.nextRedo() : history.nextUndo() else {
            rollback()
            return false
        }
        try perform(
            target.changes.reversed().map(\.inverse), reverting: target.id, Self.authorship)
        try commit()
        return true
    }
}
