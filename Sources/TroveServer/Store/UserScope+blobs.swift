import TroveWire

extension UserScope {
    private static let find = UserQuery.select("bytes", from: .blobs, where: "hash = ?2")
    private static let insertion = UserQuery.insert(
        into: .blobs, "hash, bytes", values: "?2, ?3", "ON CONFLICT DO NOTHING")
    private static let removal = UserQuery.delete(from: .blobs, where: "hash = ?2")
    private static let used = UserQuery.select("blob_bytes", from: .users)
    private static let use = UserQuery.update(.users, set: "blob_bytes = blob_bytes + ?2")

    /// Stores a blob, unless the user already has it.
    ///
    /// - Throws: `ServerRefusal.blobQuota` if the user's blobs would exceed the limit;
    ///   `StoreFault`.
    func keep(blob bytes: [UInt8], hash: String, limit: Int) throws {
        let inserting = try statement(Self.insertion)
        inserting.bind(hash, at: 2)
        inserting.bind(blob: bytes, at: 3)
        try inserting.run()
        guard changes == 1 else { return }
        let counting = try statement(Self.use)
        counting.bind(bytes.count, at: 2)
        try counting.run()
        let asking = try statement(Self.used)
        defer { asking.reset() }
        // Throwing rolls back the insertion.
        guard try asking.step(), asking.integer(0) <= limit else {
            throw ServerRefusal.blobQuota(limit)
        }
    }

    /// Deletes a blob. `bytes` is its size.
    func remove(blob bytes: Int, hash: String) throws(StoreFault) {
        let removing = try statement(Self.removal)
        removing.bind(hash, at: 2)
        try removing.run()
        let counting = try statement(Self.use)
        counting.bind(-bytes, at: 2)
        try counting.run()
    }

    /// Returns a blob of the user; nil if there is none.
    func blob(hash: String) throws(StoreFault) -> [UInt8]? {
        let statement = try statement(Self.find)
        statement.bind(hash, at: 2)
        defer { statement.reset() }
        return try statement.step() ? statement.blob(0) : nil
    }
}
