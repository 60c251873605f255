import TroveWire

extension UserScope {
    private static let own = UserQuery.select("user_id, name, email", from: .users)

    /// Returns the user's ID, name and email.
    func account() throws(StoreFault) -> User {
        let statement = try statement(Self.own)
        defer { statement.reset() }
        _ = try statement.step()
        return User(
            id: statement.user(0), name: statement.text(1) ?? "",
            email: statement.text(2) ?? "")
    }

    /// Removes the account with everything that it holds.
    func delete() throws(StoreFault) {
        try releaseEmail()
        for table in UserQuery.Table.allCases { try statement(.delete(from: table)).run() }
    }
}

extension UserID {
    /// Chooses the ID of a new user: a random number of 52 bits, which every JSON parser reads
    /// exactly.
    ///
    /// - Parameter random: the source of IDs.
    init(using random: inout some RandomNumberGenerator) {
        self.init(Int.random(in: 1..<1 << 52, using: &random))
    }
}
