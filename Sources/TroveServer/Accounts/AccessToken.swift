import CSodium

/// What a device shows to prove that it is one of its user's. The server keeps the hash alone, so
/// whoever reads its file cannot ask in a user's name.
struct AccessToken: Sendable {
    /// `trv_` and 32 random bytes as base64url without padding.
    let text: String

    private static let prefix = "trv_"
    private static let length = 47
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// A new token.
    ///
    /// - Parameter random: must not be foreseeable where real users are served.
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

    /// A token as a client sent it; nil for what cannot be one.
    init?(sent text: String) {
        guard text.utf8.count == Self.length, text.hasPrefix(Self.prefix) else { return nil }
        self.text = text
    }

    /// What is kept: BLAKE2b, 32 bytes. A token has 256 random bits, so nothing slower is needed, and
    /// looking the hash up tells no attacker how much of a guess was right.
    var hash: [UInt8] {
        Self.hash(of: text)
    }

    /// The hash of any secret that is random enough.
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
