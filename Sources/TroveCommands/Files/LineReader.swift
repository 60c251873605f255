import Glibc
import TroveCodecs
import TroveSystem
import TroveTerminal

/// Reads a script line by line from a descriptor.
///
/// It removes a byte-order mark at the start, and carriage returns before line ends. For a line
/// that is not UTF-8 it reports the place of the first invalid byte.
package struct LineReader: ~Copyable {
    /// The result of reading: a line without its end, or why there is none.
    package enum Line: Sendable {
        case text(String)
        /// A line that is not UTF-8: the column of the first invalid byte, in characters from 1,
        /// and the line with such bytes replaced.
        case invalid(column: Int, shown: String)
        /// A line longer than the limit.
        case tooLong
        /// A whole SQLite database, in place of the first line. It is not read as lines, because
        /// notes in it may contain commands.
        case database
        case end
        /// A read error: the value of `errno`.
        case failure(Int32)
    }

    /// The longest line, in bytes.
    private let longestLine: Int
    /// The number of bytes that one `read` asks for.
    private let blockSize: Int
    private let descriptor: Int32
    private let closes: Bool
    private var buffer: [UInt8] = []
    /// The buffer of one `read`.
    private var block: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var isFirst = true
    private var isSkipping = false

    /// Creates a reader of a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - closes: Whether to close it at the end.
    ///   - readsAhead: Whether to read more than the line that is asked for; else what follows the
    ///     line is left to the next reader. That takes a call of the system for each byte, so lines
    ///     are short then.
    package init(descriptor: Int32, closes: Bool, readsAhead: Bool = true) {
        self.descriptor = descriptor
        longestLine = readsAhead ? 64 << 20 : 4 << 10
        blockSize = readsAhead ? 256 << 10 : 1
        self.closes = closes
    }

    init(text: String) {
        descriptor = -1
        longestLine = .max
        blockSize = 0
        closes = false
        buffer = Array(text.utf8)
        isAtEnd = true
        isFirst = false
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// Returns whether a whole line is available without blocking. Reads the available bytes.
    package mutating func hasLine() -> Bool {
        var searched = position
        while !isAtEnd, newline(from: searched) == nil {
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard SystemCall.poll(&poller, 0) > 0, buffer.count - position <= longestLine
            else { return false }
            compact()
            searched = buffer.count
            // `next` will report an error.
            guard readBlock() == nil else { return false }
        }
        return true
    }

    /// Blocks until there is a line, and returns it. After a signal, `isInterrupted` tells whether
    /// to give up.
    package mutating func next(isInterrupted: () -> Bool) -> Line {
        var searched = position
        while true {
            if let end = newline(from: searched) {
                let line = take(through: end)
                if !isSkipping { return line }
                isSkipping = false
                return .tooLong
            }
            if isAtEnd {
                if isSkipping {
                    isSkipping = false
                    // Skip the rest of the line that was too long.
                    position = buffer.count
                    return .tooLong
                }
                return position < buffer.count ? take(through: buffer.count) : .end
            }
            if buffer.count - position > longestLine {
                isSkipping = true
                position = buffer.count
            }
            searched = buffer.count
            compact()
            searched = min(searched, buffer.count)
            if let number = fill(isInterrupted) { return .failure(number) }
        }
    }

    /// Returns the next line if all of it has been read, and it has no more than `limit` bytes; nil
    /// if `next` must be called.
    package mutating func nextBuffered(upTo limit: Int) -> Line? {
        guard !isSkipping, let end = newline(from: position), end - position <= limit else {
            return nil
        }
        return take(through: end)
    }

    private func newline(from start: Int) -> Int? {
        guard start < buffer.count else { return nil }
        // `start` is inside the buffer, so `memchr` reads only bytes of the buffer.
        return unsafe buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    private mutating func take(through end: Int) -> Line {
        var low = position
        var high = end
        position = min(end + 1, buffer.count)
        if isFirst {
            isFirst = false
            if buffer[low...].starts(with: SQLiteHeader.signature) {
                isAtEnd = true
                position = buffer.count
                return .database
            }
            if buffer[low..<high].starts(with: [0xEF, 0xBB, 0xBF]) { low += 3 }
        }
        if high > low, buffer[high - 1] == 0x0D { high -= 1 }
        let line = buffer[low..<high]
        if let text = String(validating: line, as: UTF8.self) { return .text(text) }
        let shown = String(decoding: line, as: UTF8.self)
        let place = shown.firstIndex(of: "\u{FFFD}") ?? shown.endIndex
        return .invalid(
            column: shown.distance(from: shown.startIndex, to: place) + 1, shown: shown)
    }

    private mutating func compact() {
        guard position > 0 else { return }
        buffer.removeFirst(position)
        position = 0
    }

    /// Waits for a block, and reads it. Returns the value of `errno` on failure, else nil.
    private mutating func fill(_ isInterrupted: () -> Bool) -> Int32? {
        while true {
            // A signal just before `read` would not interrupt it, so `poll` also waits for the
            // signal pipe.
            var waits = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            SystemCall.poll(&waits, -1)
            if isInterrupted() { return EINTR }
            guard let number = readBlock() else { return nil }
            if number != EINTR || isInterrupted() { return number }
        }
    }

    /// Reads a block. Returns the value of `errno` on failure, else nil.
    private mutating func readBlock() -> Int32? {
        if block.isEmpty { block = [UInt8](repeating: 0, count: blockSize) }
        // `read` writes at most as many bytes as the block has.
        let count = unsafe block.withUnsafeMutableBytes { bytes in
            unsafe read(descriptor, bytes.baseAddress, bytes.count)
        }
        guard count >= 0 else { return errno }
        if count == 0 { isAtEnd = true }
        buffer.append(contentsOf: block[..<count])
        return nil
    }
}

extension LineReader.Line {
    /// Whether no line follows.
    package var isLast: Bool {
        switch self {
        case .database, .end, .failure: true
        case .text, .invalid, .tooLong: false
        }
    }
}
