import TroveModel
import TroveSQLite

/// Lists the accounts of a store, which may be in use.
struct StoreAccounts {
    /// An account, for the operator.
    struct Account {
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
    }

    let store: StoreOpener

    private static let query = """
        SELECT users.name, email, users.created, max(seen), count(number) FILTER (WHERE ended IS NULL),
            entry_count
        FROM users LEFT JOIN devices ON devices.user = users.id GROUP BY users.id ORDER BY users.id
        """

    /// Returns the accounts in the order of their sign-up.
    func list() throws(StoreError) -> [Account] {
        try store.visit { connection in
            let statement = try connection.prepare(Self.query)
            var accounts: [Account] = []
            while try statement.step() {
                accounts.append(
                    Account(
                        name: statement.text(0) ?? "", email: statement.text(1) ?? "",
                        created: statement.moment(2),
                        seen: statement.isNull(3) ? nil : statement.moment(3),
                        devices: statement.integer(4), items: statement.clamped(5)))
            }
            return accounts
        }
    }
}
