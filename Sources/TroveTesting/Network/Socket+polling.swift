import Glibc

// For those who wait for several sockets with one `Poll`: what is there, without waiting.
extension Socket {
    /// What a look for bytes found.
    enum Received {
        case bytes([UInt8])
        /// Nothing for now.
        case nothing
        /// The other end has closed the connection, or it broke.
        case end
    }

    /// Takes the bytes that are there.
    func receive() -> Received {
        while true {
            guard let number = try? number() else { return .end }
            var count = 0
            // `recv` fills at most `buffer.count` bytes and says how many.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = unsafe recv(number, buffer.baseAddress, buffer.count, 0)
                filled = max(count, 0)
            }
            if count > 0 { return .bytes(bytes) }
            if count < 0 && errno == EAGAIN { return .nothing }
            guard count < 0 && errno == EINTR else { return .end }
        }
    }

    /// Writes as much as there is room for, and says how much that was; nil when the connection is
    /// broken.
    func offer(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            guard let number = try? number() else { return nil }
            // `send` reads no more than `$0.count` bytes, and keeps nothing.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
    }
}
