import CSodium
import TroveCodecs

/// A BLAKE2b digest of sixteen bytes: two contents that differ have different ones.
struct Digest: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The digest of some of the bytes.
    init(of bytes: [UInt8], _ range: Range<Int>) {
        var digest = (UInt64(0), UInt64(0))
        // Sixteen bytes are the least that BLAKE2b gives, and the pair holds sixteen.
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

/// The digest that names blobs.
package enum SHA256 {
    /// In lower-case hexadecimal, 64 characters.
    package static func hexadecimal(of bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            _ = unsafe crypto_hash_sha256(&digest, bytes.baseAddress, UInt64(bytes.count))
        }
        return hexadecimal(digest)
    }

    /// Bytes in lower-case hexadecimal.
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
