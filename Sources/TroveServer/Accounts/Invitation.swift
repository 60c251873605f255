package import TroveModel

/// A code that allows one signup, for a limited time, where signup needs an invitation. Only its
/// hash is stored.
struct Invitation: Sendable {
    private let hash: [UInt8]

    /// How long an invitation is valid, in days.
    static let days = 30
    private static let lifetime = days * 86_400_000

    private static let find = AccountQuery.select(
        "used", from: .invitations, where: "hash = ?1 AND created > ?2")
    private static let taking = AccountQuery.update(
        .invitations, set: "used = ?2", where: "hash = ?1 AND used IS NULL AND created > ?3")
    private static let expired = AccountQuery.delete(from: .invitations, where: "created <= ?1")
    private static let insertion = AccountQuery.insert(
        into: .invitations, "hash, created", values: "?1, ?2")

    fileprivate static let groups = 4

    /// Parses an invitation as the user typed it, in any case, with or without hyphens; nil if
    /// nothing was typed.
    init?(sent text: String?) {
        guard let text, !text.isEmpty else { return nil }
        // A malformed one is not valid either.
        let code = TypableCode.text(typed: text, groups: Self.groups) ?? text
        hash = AccessToken.hash(of: "invitation \(code)")
    }

    /// Returns whether the invitation is valid: it exists, has not expired, and is unused.
    func isOpen(at now: Timestamp, in store: ServerStore) throws(StoreFault) -> Bool {
        let statement = try store.statement(Self.find)
        statement.bind(blob: hash, at: 1)
        statement.bind(now.milliseconds - Self.lifetime, at: 2)
        defer { statement.reset() }
        return try statement.step() && statement.isNull(0)
    }

    /// Marks the invitation as used. Returns false if it is not valid.
    func use(at now: Timestamp, in store: ServerStore) throws(StoreFault) -> Bool {
        let statement = try store.statement(Self.taking)
        statement.bind(blob: hash, at: 1)
        statement.bind(now.milliseconds, at: 2)
        statement.bind(now.milliseconds - Self.lifetime, at: 3)
        try statement.run()
        return store.changes == 1
    }

    /// Deletes invitations that have expired, used or not.
    static func sweep(at now: Timestamp, in store: ServerStore) throws(StoreFault) {
        let statement = try store.statement(Self.expired)
        statement.bind(now.milliseconds - lifetime, at: 1)
        try statement.run()
    }

    /// Stores the invitation.
    func keep(at now: Timestamp, in store: ServerStore) throws(StoreFault) {
        let statement = try store.statement(Self.insertion)
        statement.bind(blob: hash, at: 1)
        statement.bind(now.milliseconds, at: 2)
        try statement.run()
    }
}

extension ServerStore {
    /// Creates an invitation.
    ///
    /// - Returns: the code to type: sixteen characters in groups of four.
    package func invite(at now: Timestamp) throws -> String {
        var random = SystemRandomNumberGenerator()
        let text = TypableCode.text(groups: Invitation.groups, using: &random)
        if let invitation = Invitation(sent: text) {
            try write { try invitation.keep(at: now, in: self) }
        }
        return text
    }
}
