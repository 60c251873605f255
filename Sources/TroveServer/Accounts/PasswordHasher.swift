import CSodium
import Glibc
import TroveWire

/// Hashes passwords with argon2id, which is deliberately slow and needs much memory. Do not call it
/// while holding a lock.
struct PasswordHasher: Sendable {
    private let operations: UInt64
    /// The memory cost in bytes.
    private let memory: Int

    /// Creates a hasher.
    ///
    /// - Parameter isCheap: whether to use the lowest cost of argon2id, which protects nothing.
    ///   Otherwise the cost is libsodium's recommendation for interactive use: two passes over 64
    ///   MiB.
    init(isCheap: Bool) {
        operations =
            isCheap
            ? UInt64(crypto_pwhash_opslimit_min()) : UInt64(crypto_pwhash_opslimit_interactive())
        memory = isCheap ? crypto_pwhash_memlimit_min() : crypto_pwhash_memlimit_interactive()
    }

    /// Returns the hash with its salt and cost, as text; nil if there is not enough memory.
    func hash(_ password: String) -> String? {
        guard Sodium.isReady else { return nil }
        let password = Self.characters(password)
        return unsafe withUnsafeTemporaryAllocation(
            of: CChar.self, capacity: crypto_pwhash_strbytes()
        ) { text in
            // The buffer has the size that libsodium requires, including the terminating NUL.
            guard let start = text.baseAddress,
                unsafe crypto_pwhash_str(
                    start, password, UInt64(password.count), operations, memory) == 0
            else { return nil }
            return unsafe String(cString: start)
        }
    }

    /// Returns whether a hash belongs to this password. The time does not depend on the result.
    ///
    /// - Throws: `ServerRefusal.noMemory` if there is not enough memory to find out.
    func verify(_ password: String, against hash: String) throws(ServerRefusal) -> Bool {
        guard Sodium.isReady else { throw .noMemory }
        let password = Self.characters(password)
        errno = 0
        if unsafe crypto_pwhash_str_verify(hash, password, UInt64(password.count)) == 0 {
            return true
        }
        // libsodium sets EINVAL for a wrong password only.
        guard errno != ENOMEM else { throw .noMemory }
        return false
    }

    /// Returns whether a hash was made with a different cost than the current one.
    func needsRehash(_ hash: String) -> Bool {
        unsafe crypto_pwhash_str_needs_rehash(hash, operations, memory) != 0
    }

    /// A hash to verify against when no account has the email. It costs the same time as a real
    /// one, so the time does not reveal which emails have accounts.
    var decoy: String {
        "$argon2id$v=19$m=\(memory / 1024),t=\(operations),p=1$"
            + "dHJvdmUgaXMgYSBib3ggLg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    }

    private static func characters(_ password: String) -> [CChar] {
        password.utf8.map { CChar(bitPattern: $0) }
    }
}
