import TroveSQLite
import TroveWire

extension UserScope {
    private static let own = UserQuery.select("id, name, email", from: .users)

    /// Returns the user's ID, name and email.
    func account() throws(SQLiteError) -> User {
        let statement = try statement(Self.own)
        defer { statement.reset() }
        _ = try statement.step()
        return User(
            id: statement.user(0), name: statement.text(1) ?? "",
            email: statement.text(2) ?? "")
    }
}
