import TroveWire

/// The state of a user's history.
struct UserState {
    var cursor: Cursor
    /// Up to this version, tombstones and marks are removed, except the mark of the floor itself.
    let floor: Version
    /// Living entries, without conflicts.
    var entries: Int
    /// An estimate of the bytes that the user's rows take, by `StoredSize`.
    var stored: Int
}

extension UserScope {
    private static let state = UserQuery.select(
        "epoch, seq, mark, gc_floor, entry_count, stored", from: .users)
    private static let advance = UserQuery.update(
        .users, set: "seq = ?2, mark = ?3, entry_count = ?4, stored = ?5")

    /// Returns the current state.
    ///
    /// - Throws: `StoreFault`, `ImpossibleNumber`.
    func state() throws -> UserState {
        let statement = try statement(Self.state)
        defer { statement.reset() }
        _ = try statement.step()
        return try UserState(
            cursor: Cursor(
                epoch: statement.text(0) ?? "", sequence: statement.checkedVersion(1),
                mark: UInt64(UInt(bitPattern: statement.integer(2)))),
            floor: statement.checkedVersion(3), entries: max(0, statement.clamped(4)),
            stored: statement.clamped(5))
    }

    /// Stores a new state.
    func advance(to state: UserState) throws(StoreFault) {
        let statement = try statement(Self.advance)
        statement.bind(state.cursor.sequence, at: 2)
        statement.bind(Int(bitPattern: UInt(state.cursor.mark)), at: 3)
        statement.bind(state.entries, at: 4)
        statement.bind(state.stored, at: 5)
        try statement.run()
    }
}
