import TroveModel
import TroveSQLite
import TroveSystem
import TroveWire

/// Lists and changes the accounts of a store, which may be in use.
struct StoreUsers {
    /// An account, for the operator.
    struct Account {
        /// The number in the log.
        let number: Int
        let name: String
        let email: String
        let created: Timestamp
        /// When a device of the account last sent a request, up to a minute late; nil without a
        /// device.
        let seen: Timestamp?
        /// The devices that have not ended.
        let devices: Int
        /// The items, without conflicts.
        let items: Int
        let isDisabled: Bool
    }

    let store: StoreLocation

    private static let query = QueryText(
        """
        SELECT users.name, email, users.created, max(seen), count(number) FILTER (WHERE ended IS NULL),
            entry_count, disabled, users.user_id
        FROM users LEFT JOIN devices USING (user_id) GROUP BY users.user_id
        ORDER BY users.created, users.user_id
        """)

    /// Returns the accounts in the order of their sign-up.
    func list() throws(StoreError) -> [Account] {
        try store.inspect { engine in
            try engine.run(.read) {
                let statement = try engine.statement(Self.query)
                var accounts: [Account] = []
                while try statement.step() {
                    accounts.append(
                        Account(
                            number: statement.integer(7), name: statement.text(0) ?? "",
                            email: statement.text(1) ?? "",
                            created: statement.moment(2),
                            seen: statement.isNull(3) ? nil : statement.moment(3),
                            devices: statement.integer(4), items: statement.clamped(5),
                            isDisabled: !statement.isNull(6)))
                }
                return accounts
            }
        }
    }

    /// Logs out all devices of an account, and refuses further log-ins.
    ///
    /// - Returns: the ID of the account, and whether it was disabled already.
    /// - Throws: `ServerFailure.noAccount`, `StoreError`.
    func disable(_ email: String, at now: Timestamp) throws -> (user: UserID, wasDisabled: Bool) {
        try change(email) { scope, _ in
            let wasDisabled = try scope.storedAccount().isDisabled
            try scope.disable(at: now)
            return (scope.number, wasDisabled)
        }
    }

    /// Logs out all devices of an account, which keep what they hold.
    ///
    /// - Returns: the ID of the account.
    /// - Throws: `ServerFailure.noAccount`, `StoreError`.
    func logOut(_ email: String) throws -> UserID {
        try change(email) { scope, _ in
            try scope.endAllTokens()
            return scope.number
        }
    }

    /// Accepts log-ins to an account again, at once, even after too many wrong passwords.
    ///
    /// - Returns: the ID of the account.
    /// - Throws: `ServerFailure.noAccount`, `StoreError`.
    func enable(_ email: String) throws -> UserID {
        try change(email) { scope, opened in
            try scope.enable()
            try AttemptLimit.account.forget(try scope.account().email, in: opened)
            return scope.number
        }
    }

    /// Gives an account a random password, and logs out all its devices, which keep what they hold.
    ///
    /// - Returns: the ID of the account; the password, sixteen characters in groups of four; and
    ///   whether the account is disabled.
    /// - Throws: `ServerFailure.noAccount`, `ServerFailure.noMemory`, `StoreError`.
    func resetPassword(of email: String) throws -> (
        user: UserID, password: String, isDisabled: Bool
    ) {
        var random = SystemRandomNumberGenerator()
        let password = TypableCode.text(groups: 4, using: &random)
        guard let hash = PasswordHasher(isCheap: false).hash(password) else {
            throw ServerFailure.noMemory
        }
        return try change(email) { scope, opened in
            try scope.replacePassword(hash: hash)
            try scope.endAllTokens()
            try AttemptLimit.account.forget(try scope.account().email, in: opened)
            return (scope.number, password, try scope.storedAccount().isDisabled)
        }
    }

    /// Returns the number of the items of an account.
    ///
    /// - Throws: `ServerFailure.noAccount`, `StoreError`.
    func items(of email: String) throws -> Int {
        try withStore { opened in
            try opened.read { try scope(of: email, in: opened).state().entries }
        }
    }

    /// Removes an account with everything that it holds.
    ///
    /// - Returns: the ID of the account, and the number of its items.
    /// - Throws: `ServerFailure.noAccount`, `StoreError`.
    func delete(_ email: String) throws -> (user: UserID, items: Int) {
        try change(email) { scope, _ in
            let items = try scope.state().entries
            try scope.delete()
            return (scope.number, items)
        }
    }

    /// Copies everything that an account holds to a new folder.
    ///
    /// - Returns: the ID of the account, and what was copied.
    /// - Throws: `ServerFailure.noAccount`, `ServerFailure.isThere`, `ServerFailure.cannotMake`,
    ///   `StoreError`.
    func export(
        _ email: String, to folder: String
    ) throws -> (user: UserID, outcome: UserExport.Outcome) {
        try withStore { opened in
            try opened.read {
                let scope = try scope(of: email, in: opened)
                return (scope.number, try UserExport(scope: scope, folder: folder).run())
            }
        }
    }

    private func change<Result>(
        _ email: String, _ work: (UserScope, ServerStore) throws -> Result
    ) throws -> Result {
        try withStore { opened in
            let scope = try scope(of: email, in: opened)
            return try scope.write { try work(scope, opened) }
        }
    }

    private func scope(of email: String, in opened: ServerStore) throws -> UserScope {
        guard let normalized = try? AccountRules.email(email),
            let scope = try UserScope(forOperator: normalized, in: opened)
        else { throw ServerFailure.noAccount(email) }
        return scope
    }

    private func withStore<Result>(_ work: (ServerStore) throws -> Result) throws -> Result {
        let opened = try store.openCurrent()
        defer { opened.close() }
        do {
            return try work(opened)
        } catch let error as StoreFault {
            throw StoreError(error, path: store.name)
        }
    }
}
