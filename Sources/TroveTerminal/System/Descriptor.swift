import Glibc

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// Complete reads and writes on file descriptors.
package enum Descriptor {
    /// Writes all of a text. Returns false when the other end is closed or the device is full
    /// (`errno`).
    @discardableResult
    package static func write(_ text: String, to descriptor: Int32) -> Bool {
        write(Array(text.utf8), to: descriptor)
    }

    /// Creates a pipe that children do not inherit. Returns nil when the process has too many
    /// descriptors.
    static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        // `pipe` stores two numbers, and the array has two.
        guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Writes all bytes, also to a non-blocking descriptor. Returns false on failure (`errno`).
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // `write` reads at most `buffer.count` bytes and keeps no pointer.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // One record, as the count says.
                unsafe poll(&ready, 1, 1000)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Reads at most `limit` bytes. Returns an empty array at the end, nil on failure (`errno`).
    static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            // Reads at most `limit` bytes; `count` holds how many were read.
            var result = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
            while result < 0, errno == EINTR {
                result = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
            }
            failed = result < 0
            count = max(0, result)
        }
        return failed ? nil : bytes
    }

    /// Reads from the current position to the end. Returns nil on failure (`errno`).
    static func readAll(_ descriptor: Int32) -> [UInt8]? {
        var all: [UInt8] = []
        while true {
            guard let part = read(descriptor, limit: 65536) else { return nil }
            if part.isEmpty { return all }
            all += part
        }
    }
}
