import CSodium

/// The bearer token with which a device authenticates. The server stores only its hash, so reading
/// the server's file does not give access to accounts.
struct AccessToken: Sendable {
    /// `trv_` and 32 random bytes in base64url without padding.
    let text: String

    private static let prefix = "trv_"
    private static let length = 47
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Creates a token.
    ///
    /// - Parameter random: must be unpredictable outside tests.
    init(using random: inout some RandomNumberGenerator) {
        var text = Self.prefix
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
    }

    /// Parses a token from a client; nil if it is malformed.
    init?(sent text: String) {
        guard text.utf8.count == Self.length, text.hasPrefix(Self.prefix) else { return nil }
        self.text = text
    }

    /// The stored hash: BLAKE2b, 32 bytes. A token has 256 random bits, so a slow hash adds
    /// nothing; looking up the hash leaks no timing information about the token.
    var hash: [UInt8] {
        Self.hash(of: text)
    }

    /// Returns the hash of any secret with enough entropy.
    static func hash(of text: String) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: 32)
        let bytes = Array(text.utf8)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            _ = unsafe crypto_generichash(
                &hash, hash.count, bytes.baseAddress, UInt64(bytes.count), nil, 0)
        }
        return hash
    }
}
