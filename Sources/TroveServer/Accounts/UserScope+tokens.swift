import TroveModel

/// A token that a device has presented, and that the store has verified.
struct ProvenToken: Sendable {
    let hash: [UInt8]
    /// When the device got it; nil if an earlier server gave it.
    let created: Timestamp?
    /// Whether it was offered to the device in place of its token, and is used for the first time.
    let isNext: Bool

    /// Creates a token; `column` of the row has the time of its creation.
    init(_ token: AccessToken, created row: any StoreRows, _ column: Int32, isNext: Bool) {
        hash = token.hash
        created = row.isNull(column) ? nil : row.moment(column)
        self.isNext = isNext
    }
}

/// The tokens of a user's devices. A device has one token, and during an exchange a second one. The
/// first is valid until the second is used, so a lost answer does not lock the device out.
extension UserScope {
    private static let insertion = UserQuery.insert(
        into: .tokens, "hash, device, created", values: "?2, ?3, ?4",
        """
        ON CONFLICT (user_id, device)
        DO UPDATE SET hash = excluded.hash, created = excluded.created, next = NULL
        """)
    private static let offer = UserQuery.update(
        .tokens, set: "next = ?3", where: "device = ?2 AND hash = ?4")
    private static let adoption = UserQuery.update(
        .tokens, set: "hash = next, created = ?3, next = NULL", where: "next = ?2")
    private static let dating = UserQuery.update(
        .tokens, set: "created = ?2", where: "created IS NULL")
    private static let deletion = UserQuery.delete(from: .tokens, where: "device = ?2")
    private static let allDeletion = UserQuery.delete(from: .tokens)

    /// Gives a device a token, which replaces its old one.
    func give(_ token: AccessToken, to device: Int, at now: Timestamp) throws(StoreFault) {
        let statement = try statement(Self.insertion)
        statement.bind(blob: token.hash, at: 2)
        statement.bind(device, at: 3)
        statement.bind(now.milliseconds, at: 4)
        try statement.run()
    }

    /// Offers the device that asks another token, which replaces its current one when it is first
    /// used. An earlier unused offer ends.
    ///
    /// - Returns: false if the device asks with a token that is no longer its current one, or that
    ///   is not yet.
    func offer(_ other: AccessToken) throws(StoreFault) -> Bool {
        guard let token else { return false }
        let statement = try statement(Self.offer)
        statement.bind(device, at: 2)
        statement.bind(blob: other.hash, at: 3)
        statement.bind(blob: token.hash, at: 4)
        try statement.run()
        return changes == 1
    }

    /// Ends the former token of the device that asks, because it has used the one that it was
    /// offered.
    ///
    /// - Returns: false if another request has done so.
    func adoptToken(at now: Timestamp) throws(StoreFault) -> Bool {
        guard let token else { return false }
        let statement = try statement(Self.adoption)
        statement.bind(blob: token.hash, at: 2)
        statement.bind(now.milliseconds, at: 3)
        try statement.run()
        return changes == 1
    }

    /// Dates the tokens from earlier servers, which have no date: their age counts from now.
    func dateTokens(at now: Timestamp) throws(StoreFault) {
        let statement = try statement(Self.dating)
        statement.bind(now.milliseconds, at: 2)
        try statement.run()
    }

    func endToken(of device: Int) throws(StoreFault) {
        let statement = try statement(Self.deletion)
        statement.bind(device, at: 2)
        try statement.run()
    }

    func endAllTokens() throws(StoreFault) {
        try statement(Self.allDeletion).run()
    }
}
