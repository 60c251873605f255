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

    /// Takes the row of `readingState`.
    ///
    /// - Throws: `StoreFault`, `ImpossibleNumber`.
    init(_ row: any StoreRows) throws {
        defer { row.reset() }
        _ = try row.step()
        cursor = try Cursor(
            epoch: row.text(0) ?? "", sequence: row.checkedVersion(1),
            mark: UInt64(UInt(bitPattern: row.integer(2))))
        floor = try row.checkedVersion(3)
        entries = max(0, row.clamped(4))
        stored = row.clamped(5)
    }
}

extension UserScope {
    private static let state = UserQuery.select(
        "epoch, seq, mark, gc_floor, entry_count, stored", from: .users)
    private static let advance = UserQuery.update(
        .users, set: "seq = ?2, mark = ?3, entry_count = ?4, stored = ?5")

    /// Returns the statement that reads the current state, for `UserState`.
    func readingState() throws(StoreFault) -> any StoreRows { try statement(Self.state) }

    /// Returns the current state.
    ///
    /// - Throws: `StoreFault`, `ImpossibleNumber`.
    func state() throws -> UserState { try UserState(readingState()) }

    func advancing(to state: UserState) throws(StoreFault) -> any StoreRows {
        let statement = try statement(Self.advance)
        statement.bind(state.cursor.sequence, at: 2)
        statement.bind(Int(bitPattern: UInt(state.cursor.mark)), at: 3)
        statement.bind(state.entries, at: 4)
        statement.bind(state.stored, at: 5)
        return statement
    }
}
