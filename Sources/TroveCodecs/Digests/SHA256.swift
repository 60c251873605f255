/// A SHA-256 digest (FIPS 180-4, section 6.2).
///
/// The server uses libsodium instead. The shell does not link that library, because it would slow
/// down every start.
package struct SHA256: Sendable, Hashable {
    /// The eight words, in order.
    private let words: [UInt32]

    /// Computes the digest of some bytes.
    package init(of bytes: [UInt8]) {
        var state = Self.initial
        var schedule = [UInt32](repeating: 0, count: 64)
        let whole = bytes.count / 64 * 64
        for start in stride(from: 0, to: whole, by: 64) {
            Self.mix(bytes[start..<start + 64], into: &state, &schedule)
        }
        // The padding: a one bit, zeros, and the length in bits. It needs one block or two.
        var rest = Array(bytes[whole...]) + [0x80]
        rest += [UInt8](repeating: 0, count: (rest.count <= 56 ? 56 : 120) - rest.count)
        let bits = UInt64(bytes.count) * 8
        rest += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
        for start in stride(from: 0, to: rest.count, by: 64) {
            Self.mix(rest[start..<start + 64], into: &state, &schedule)
        }
        words = state
    }

    /// Reads 64 hexadecimal digits in lower case; nil for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 64 else { return nil }
        var words = [UInt32](repeating: 0, count: 8)
        for (index, digit) in text.utf8.enumerated() {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x61...0x66: value = digit - 0x61 + 10
            default: return nil
            }
            words[index / 8] = words[index / 8] << 4 | UInt32(value)
        }
        self.words = words
    }

    private static func mix(
        _ block: ArraySlice<UInt8>, into state: inout [UInt32], _ w: inout [UInt32]
    ) {
        for index in 0..<16 {
            let start = block.startIndex + 4 * index
            w[index] =
                UInt32(block[start]) << 24 | UInt32(block[start + 1]) << 16
                | UInt32(block[start + 2]) << 8 | UInt32(block[start + 3])
        }
        for t in 16..<64 {
            let (two, fifteen) = (w[t - 2], w[t - 15])
            let lower = turned(fifteen, 7) ^ turned(fifteen, 18) ^ fifteen >> 3
            let upper = turned(two, 17) ^ turned(two, 19) ^ two >> 10
            w[t] = upper &+ w[t - 7] &+ lower &+ w[t - 16]
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for t in 0..<64 {
            let upper = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
            let first = h &+ upper &+ (e & f ^ ~e & g) &+ constants[t] &+ w[t]
            let lower = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
            let second = lower &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static func turned(_ word: UInt32, _ places: UInt32) -> UInt32 {
        word >> places | word << (32 - places)
    }

    /// The fractions of the square roots of the first eight primes.
    private static let initial: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]

    /// The fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}

extension SHA256: CustomStringConvertible {
    /// 64 hexadecimal digits in lower case.
    package var description: String {
        words.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }
}
