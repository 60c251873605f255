import Glibc
import TroveSystem

/// Asking the terminal which pictures it can show, and where the cursor is.
extension LineEditor {
    /// How long to wait for a reply. A resize draws the line again after this time at the latest.
    private static let replyTime: Duration = .seconds(1)

    /// The best format for pictures. The first call asks the terminal, and blocks for at most one
    /// second. Keys that arrive meanwhile are kept for the next line, and late replies are ignored.
    package var pictureFormat: PictureFormat {
        if let replies { return replies.format }
        let name = SystemCall.getenv("TERM")
        guard terminal.hasEscapes, purpose == nil, let handle,
            let query = TerminalReplies.query(for: name)
        else { return .symbols }
        replies = TerminalReplies()
        handle.setRaw(true)
        defer { handle.setRaw(false) }
        terminal.write(query)
        receive(within: Self.replyTime) { replies?.isComplete ?? true }
        releaseHeldKeys()
        return replies?.format ?? .symbols
    }

    /// Returns the row of the cursor on the screen, counted from 0; nil if the terminal does not
    /// answer in time. It is then not asked again until it has answered.
    func cursorRow() -> Int? {
        guard terminal.hasEscapes, cursorReports.awaited == 0 else { return nil }
        cursorReports.ask()
        terminal.write(CursorReports.query)
        receive(within: Self.replyTime) { cursorReports.awaited == 0 }
        return cursorReports.row
    }

    /// Reads what the terminal sends until a condition holds or a time has passed. Keys wait in the
    /// decoder.
    private func receive(within time: Duration, until isDone: () -> Bool) {
        let deadline = MonotonicClock.uptime + time
        while !isDone() {
            let left = deadline - MonotonicClock.uptime
            guard left > .zero else { return }
            var ready = pollfd(fd: terminal.keys, events: Int16(POLLIN), revents: 0)
            guard SystemCall.poll(&ready, left.pollMilliseconds) > 0 else { continue }
            guard let bytes = Descriptor.read(terminal.keys, limit: 4096), !bytes.isEmpty else {
                return
            }
            decoder.feed(keys(in: bytes))
        }
    }

    /// Takes what was typed while a command waited for a key. That key is dropped, but not a paste
    /// in its place; what follows it belongs to the next line.
    package func takeTypedAhead(_ bytes: [UInt8]) {
        decoder.feed(keys(in: bytes))
        var first = decoder.next()
        // By now, bytes that could begin a longer key are a key, but an unfinished mark of a paste
        // is not.
        if first == nil, decoder.timeout != InputDecoder.pasteMarkTimeout {
            releaseHeldKeys()
            decoder.timeoutElapsed()
            first = decoder.next()
        }
        if let first, case .paste = first { decoder.unread(first) }
    }

    /// Returns the bytes that are keys, without replies, some of which may be late.
    func keys(in bytes: [UInt8]) -> [UInt8] {
        let keys = cursorReports.keys(in: bytes)
        return replies?.keys(in: keys) ?? keys
    }

    /// Passes on the bytes that were held back as the start of a late reply, because none followed.
    func releaseHeldKeys() {
        let keys = cursorReports.release()
        decoder.feed(replies?.keys(in: keys) ?? keys)
        decoder.feed(replies?.release() ?? [])
    }
}
