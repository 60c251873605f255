package import TroveModel
import TroveSQLite

/// What lets one person sign up where nobody may without. The file has its hash alone.
struct Invitation: Sendable {
    private let hash: [UInt8]

    private static let find = AccountQuery.select(
        "used", from: .invitations, where: "hash = ?1")
    private static let taking = AccountQuery.update(
        .invitations, set: "used = ?2", where: "hash = ?1 AND used IS NULL")
    private static let insertion = AccountQuery.insert(
        into: .invitations, "hash, created", values: "?1, ?2")

    /// An invitation as somebody typed it; nil where there is none.
    init?(sent text: String?) {
        guard let text, !text.isEmpty else { return nil }
        hash = AccessToken.hash(of: "invitation \(text)")
    }

    /// Whether nobody has used it yet.
    func isOpen(in store: ServerStore) throws(SQLiteError) -> Bool {
        let statement = try store.statement(Self.find)
        statement.bind(blob: hash, at: 1)
        defer { statement.reset() }
        return try statement.step() && statement.isNull(0)
    }

    /// Uses it up; false where somebody else has.
    func use(at now: Timestamp, in store: ServerStore) throws(SQLiteError) -> Bool {
        let statement = try store.statement(Self.taking)
        statement.bind(blob: hash, at: 1)
        statement.bind(now.milliseconds, at: 2)
        try statement.run()
        return store.changes == 1
    }

    func keep(at now: Timestamp, in store: ServerStore) throws(SQLiteError) {
        let statement = try store.statement(Self.insertion)
        statement.bind(blob: hash, at: 1)
        statement.bind(now.milliseconds, at: 2)
        try statement.run()
    }
}

extension ServerStore {
    /// Makes an invitation for one person.
    ///
    /// - Returns: what that person types: sixteen characters in groups of four.
    package func invite(at now: Timestamp) throws -> String {
        // No letter or digit that is easily taken for another; 31 of them.
        let signs = Array("23456789abcdefghjkmnpqrstuvwxyz")
        var text = ""
        for index in 0..<16 {
            if index > 0, index % 4 == 0 { text += "-" }
            text.append(signs[Int.random(in: signs.indices)])
        }
        if let invitation = Invitation(sent: text) {
            try write { try invitation.keep(at: now, in: self) }
        }
        return text
    }
}
