import Glibc
import TroveLoopback

// Non-blocking input and output, for polling several sockets with one `Poll`.
extension Socket {
    /// The result of a non-blocking read.
    enum Received {
        case bytes([UInt8])
        /// Nothing at present.
        case nothing
        /// The other end closed the connection, or it broke.
        case end
    }

    /// Reads the available bytes.
    func receive() -> Received {
        while true {
            guard let number = try? number() else { return .end }
            var count = 0
            // `recv` fills at most `buffer.count` bytes and returns how many.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = unsafe recv(number, buffer.baseAddress, buffer.count, 0)
                filled = max(count, 0)
            }
            if count > 0 { return .bytes(bytes) }
            if count < 0 && errno == EAGAIN { return .nothing }
            guard count < 0 && errno == EINTR else { return .end }
        }
    }

    /// Writes as much as there is room for and returns that count; nil when the connection is
    /// broken.
    func offer(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            guard let number = try? number() else { return nil }
            // `send` reads at most `$0.count` bytes and keeps no pointer.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
    }
}
