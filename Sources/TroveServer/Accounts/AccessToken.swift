import CSodium
import TroveModel
import TroveWire

/// The bearer token with which a device authenticates. The server stores only its hash, so reading
/// the server's file does not give access to accounts.
struct AccessToken: Sendable {
    /// `trv_`, the user's ID as 11 base64url characters, and 32 random bytes as another 43.
    let text: String
    /// The user that the token names. The name alone proves nothing: the rest must match the user's
    /// token. Nil for a token from an earlier server, which names no user.
    let user: UserID?

    private static let prefix = "trv_"
    private static let userDigits = 11
    private static let randomDigits = 43
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - user: the user whose device gets it.
    ///   - random: must be unpredictable outside tests.
    init(of user: UserID, using random: inout some RandomNumberGenerator) {
        var text = Self.prefix
        for place in (0..<Self.userDigits).reversed() {
            let digit = UInt64(bitPattern: Int64(user.rawValue)) >> UInt64(6 * place) & 63
            text.unicodeScalars.append(Unicode.Scalar(Self.digits[Int(digit)]))
        }
        var bits: UInt32 = 0
        var count = 0
        func append(_ sextet: UInt32) {
            text.unicodeScalars.append(Unicode.Scalar(Self.digits[Int(sextet & 63)]))
        }
        for _ in 0..<4 {
            let word = random.next()
            for shift in stride(from: 56, through: 0, by: -8) {
                bits = bits << 8 | UInt32(truncatingIfNeeded: word >> UInt64(shift)) & 0xFF
                count += 8
                while count >= 6 {
                    count -= 6
                    append(bits >> UInt32(count))
                }
            }
        }
        append(bits << UInt32(6 - count))
        self.text = text
        self.user = user
    }

    /// Parses a token from a client; nil if it is malformed.
    init?(sent text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
        switch digits.count {
        case Self.randomDigits: user = nil
        case Self.userDigits + Self.randomDigits:
            var number: UInt64 = 0
            for digit in digits.prefix(Self.userDigits) {
                guard let value = Self.digits.firstIndex(of: digit) else { return nil }
                number = number << 6 | UInt64(value)
            }
            user = UserID(rawValue: Int(Int64(bitPattern: number)))
        default: return nil
        }
        self.text = text
    }

    /// The stored hash: BLAKE2b, 32 bytes. A token has 256 random bits, so a slow hash adds
    /// nothing; looking up the hash leaks no timing information about the token.
    var hash: [UInt8] {
        Self.hash(of: text)
    }

    /// Returns the hash of any secret with enough entropy.
    static func hash(of text: String) -> [UInt8] { hash(of: Array(text.utf8)) }

    static func hash(of bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: 32)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            _ = unsafe crypto_generichash(
                &hash, hash.count, bytes.baseAddress, UInt64(bytes.count), nil, 0)
        }
        return hash
    }
}
