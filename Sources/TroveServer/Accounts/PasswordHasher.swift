import CSodium

/// Hashes passwords with argon2id, which takes time and memory on purpose. Not to be called while
/// anything is locked.
struct PasswordHasher: Sendable {
    private let operations: UInt64
    /// In bytes.
    private let memory: Int

    /// - Parameter isCheap: whether to hash at the lowest cost that argon2id has, which protects
    ///   nothing. Otherwise the cost is what libsodium recommends for interactive use: two passes
    ///   over 64 MiB.
    init(isCheap: Bool) {
        operations =
            isCheap
            ? UInt64(crypto_pwhash_opslimit_min()) : UInt64(crypto_pwhash_opslimit_interactive())
        memory = isCheap ? crypto_pwhash_memlimit_min() : crypto_pwhash_memlimit_interactive()
    }

    /// The hash with its salt and its cost, as text; nil where there is not enough memory.
    func hash(_ password: String) -> String? {
        guard Sodium.isReady else { return nil }
        let password = Self.characters(password)
        return unsafe withUnsafeTemporaryAllocation(
            of: CChar.self, capacity: crypto_pwhash_strbytes()
        ) { text in
            // The text has the room that libsodium asks for, which includes the zero at its end.
            guard let start = text.baseAddress,
                unsafe crypto_pwhash_str(
                    start, password, UInt64(password.count), operations, memory) == 0
            else { return nil }
            return unsafe String(cString: start)
        }
    }

    /// Whether the hash is of this password. It takes as long for a wrong one as for the right one.
    func verify(_ password: String, against hash: String) -> Bool {
        guard Sodium.isReady else { return false }
        let password = Self.characters(password)
        return unsafe crypto_pwhash_str_verify(hash, password, UInt64(password.count)) == 0
    }

    /// Whether the hash was made at another cost than today's.
    func needsRehash(_ hash: String) -> Bool {
        unsafe crypto_pwhash_str_needs_rehash(hash, operations, memory) != 0
    }

    /// The hash of no password, at today's cost: comparing with it takes as long as with a real one,
    /// so that an email that nobody has takes as long as one that somebody has.
    var decoy: String {
        "$argon2id$v=19$m=\(memory / 1024),t=\(operations),p=1$"
            + "dHJvdmUgaXMgYSBib3ggLg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    }

    private static func characters(_ password: String) -> [CChar] {
        password.utf8.map { CChar(bitPattern: $0) }
    }
}
