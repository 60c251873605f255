/// Joins the parts of a text: bytes are appended faster than strings.
struct TerminalTextBuilder {
    private var bytes: [UInt8] = []

    /// Begins an empty text with room for a number of bytes.
    init(reserving capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// The text so far.
    var text: TerminalText { TerminalText(trusted: String(decoding: bytes, as: UTF8.self)) }

    /// Appends a safe text with its colors.
    mutating func append(_ text: TerminalText) {
        let new = text.rendered.utf8.span
        for index in 0..<new.count { bytes.append(new[index]) }
    }

    mutating func appendSpaces(_ count: Int) {
        for _ in 0..<max(0, count) { bytes.append(0x20) }
    }

    /// Removes the spaces at the end.
    mutating func trimEnd() {
        while bytes.last == 0x20 { bytes.removeLast() }
    }
}
