import Glibc
import TroveSystem

/// Asking the terminal which pictures it can show.
extension LineEditor {
    /// How long to wait for the replies, in nanoseconds.
    private static let replyTime: UInt64 = 1_000_000_000

    /// The best format for pictures. The first call asks the terminal, and blocks for at most one
    /// second. Keys that arrive meanwhile are kept for the next line, and late replies are ignored.
    package var pictureFormat: PictureFormat {
        if let replies { return replies.format }
        // The value is copied at once, and this process never changes its environment.
        let name = unsafe getenv("TERM").map { unsafe String(cString: $0) }
        guard terminal.hasEscapes, purpose == nil, let handle,
            let query = TerminalReplies.query(for: name)
        else { return .symbols }
        var replies = TerminalReplies()
        handle.setRaw(true)
        defer { handle.setRaw(false) }
        terminal.write(query)
        let deadline = MonotonicClock.now + Self.replyTime
        while !replies.isComplete, MonotonicClock.now < deadline {
            let left = Int32((deadline - min(deadline, MonotonicClock.now)) / 1_000_000)
            var ready = pollfd(fd: terminal.keys, events: Int16(POLLIN), revents: 0)
            // One record, as the count says.
            guard unsafe poll(&ready, 1, max(1, left)) > 0 else { continue }
            guard let bytes = Descriptor.read(terminal.keys, limit: 4096), !bytes.isEmpty else {
                break
            }
            decoder.feed(replies.keys(in: bytes))
        }
        decoder.feed(replies.release())
        self.replies = replies
        return replies.format
    }

    /// Returns the bytes that are keys, without late replies.
    func keys(in bytes: [UInt8]) -> [UInt8] {
        guard var replies = self.replies else { return bytes }
        let keys = replies.keys(in: bytes)
        self.replies = replies
        return keys
    }

    /// Passes on the bytes that were held back as the start of a late reply, because none followed.
    func releaseHeldKeys() {
        guard var replies = self.replies else { return }
        decoder.feed(replies.release())
        self.replies = replies
    }
}
