import CSodium
import TroveCodecs

/// A 16-byte BLAKE2b digest, for comparing contents.
struct Digest: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(of bytes: [UInt8], _ range: Range<Int>) {
        var digest = (UInt64(0), UInt64(0))
        // 16 bytes are the shortest output of BLAKE2b, and the size of the pair.
        unsafe withUnsafeMutableBytes(of: &digest) { digest in
            guard let start = unsafe digest.bindMemory(to: UInt8.self).baseAddress else { return }
            unsafe bytes[range].withUnsafeBufferPointer { bytes in
                _ = unsafe crypto_generichash(
                    start, digest.count, bytes.baseAddress, UInt64(bytes.count), nil, 0)
            }
        }
        high = UInt64(bigEndian: digest.0)
        low = UInt64(bigEndian: digest.1)
    }
}

/// The SHA-256 that identifies a blob.
package enum BlobHash {
    /// Returns the digest in 64 lowercase hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            _ = unsafe crypto_hash_sha256(&digest, bytes.baseAddress, UInt64(bytes.count))
        }
        return hexadecimal(digest)
    }

    /// Returns bytes in lowercase hexadecimal digits.
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        var text = ""
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            for nibble in [byte >> 4, byte & 15] {
                let sign = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
                text.unicodeScalars.append(Unicode.Scalar(sign))
            }
        }
        return text
    }
}
