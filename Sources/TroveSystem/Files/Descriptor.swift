import Glibc

// The unsafe calls in this file pass buffers and records that live until the call returns; the C
// library keeps none of them.

/// Complete reads and writes on file descriptors, which retry interrupted calls.
package enum Descriptor {
    /// Writes a text in UTF-8.
    ///
    /// - Returns: false if the other end is closed or the device is full (`errno`).
    @discardableResult
    package static func write(_ text: String, to descriptor: Int32) -> Bool {
        write(Array(text.utf8), to: descriptor)
    }

    /// Writes bytes. Blocks while a non-blocking descriptor cannot take more.
    ///
    /// - Parameters:
    ///   - bytes: all that is written.
    ///   - descriptor: where to.
    ///   - isGivenUp: polled while the descriptor cannot take more; true ends the wait with
    ///     `EINTR`.
    /// - Returns: false if the other end is closed, the device is full, or the wait was given up
    ///   (`errno`).
    @discardableResult
    package static func write(
        _ bytes: [UInt8], to descriptor: Int32, isGivenUp: () -> Bool = { false }
    ) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // `write` reads at most `buffer.count` bytes.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                waitToWrite(descriptor)
                guard isGivenUp() else { continue }
                errno = EINTR
                return false
            } else if count == 0 {
                errno = EIO
                return false
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Blocks until a descriptor can be written, for at most 100 ms; always 100 ms if it is
    /// negative.
    static func waitToWrite(_ descriptor: Int32) {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        SystemCall.poll(&ready, 100)
    }

    /// Blocks until a descriptor can be read, for at most 100 ms. Returns whether it can.
    package static func waitToRead(_ descriptor: Int32) -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return SystemCall.poll(&ready, 100) > 0
    }

    /// Reads the available bytes, at most `limit`.
    ///
    /// - Returns: the bytes, empty at the end of the file; nil on a failure (`errno`).
    package static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
        // At most `limit` bytes are read, and those are initialized. An array that is created
        // around them would look up its type at run time.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { buffer in
            var result = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
            while result < 0, errno == EINTR {
                result = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
            }
            return result < 0 ? nil : unsafe Array(buffer[..<result])
        }
    }

    /// Reads from the current position to the end of the file.
    ///
    /// - Returns: the bytes; nil on a failure (`errno`).
    package static func readAll(_ descriptor: Int32) -> [UInt8]? {
        var all: [UInt8] = []
        while true {
            guard let part = read(descriptor, limit: 65536) else { return nil }
            if part.isEmpty { return all }
            all += part
        }
    }

    /// Creates a pipe whose ends child processes do not inherit.
    ///
    /// - Returns: nil if the process has too many descriptors.
    package static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        // `pipe` stores two numbers, and the array has two.
        guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
