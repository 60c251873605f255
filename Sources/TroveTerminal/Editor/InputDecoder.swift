// Keys arrive as bytes. Plain text is UTF-8. A special key is `ESC [ … final` or `ESC O final`,
// which libedit parses itself, but only if it is bound: of any other sequence it would insert the
// end, or run it as vi commands. So a sequence is one event, and `LineEditor` passes on those that
// are bound. A bracketed paste (after `ESC [ ? 2004 h`) is `ESC [ 200 ~`, the text, `ESC [ 201 ~`.
// libedit does not support it, so pastes are extracted here, too.

/// Turns terminal input into characters and pastes.
///
/// Pure: it takes bytes and timeouts, and returns events.
package struct InputDecoder {
    /// One decoded piece of input.
    package enum Event: Equatable {
        /// One character; ESC for the Escape key, and before the character of a key with Alt.
        case scalar(Unicode.Scalar)
        /// A special key: what follows ESC.
        case key(String)
        /// A sanitized paste: `\n` for every kind of newline, tabs only in a text of several lines,
        /// no other control characters, and no newline at the end.
        case paste(String)
        /// Ctrl-C as a byte, from a terminal that does not turn it into a signal.
        case interrupt
        /// Bytes that are not UTF-8, which are dropped.
        case notUTF8
    }

    /// Creates a decoder for the start of the input.
    package init() {}

    /// How long to wait after a lone ESC for the rest of a sequence, in milliseconds.
    package static let escapeTimeout: Int32 = 35
    /// How long to wait after ESC where it only begins a key with Alt (`escapeIsAlt`), in
    /// milliseconds: long enough to press the two keys one after the other.
    package static let altTimeout: Int32 = 500
    /// How long to wait for the rest of a sequence that has more than ESC, or of a character, in
    /// milliseconds. No person types such a sequence, and a slow connection may deliver it in
    /// parts.
    package static let sequenceTimeout: Int32 = 1000
    /// How long to wait for the rest of the mark of a paste, in milliseconds: without the mark, the
    /// lines of the paste would run as commands.
    package static let pasteMarkTimeout: Int32 = 10_000
    /// How long to wait for more of a canceled paste, in milliseconds. Its end may never arrive,
    /// and no person types as fast.
    package static let canceledPasteTimeout: Int32 = 100

    /// Home and End of rxvt, with what other terminals send for them.
    private static let usual = ["[7~": "[H", "[8~": "[F"]

    private enum State {
        case text
        case paste
        /// A paste that Ctrl-C has canceled: its rest must not run as commands.
        case canceledPaste
    }

    private static let opening = Array("\u{1B}[200~".utf8)
    private static let closing = Array("\u{1B}[201~".utf8)
    /// The most bytes of a sequence; a longer one is not a sequence.
    private static let longestSequence = 4096

    /// Whether the Escape key does nothing alone. It is dropped if no other key follows it soon,
    /// so that it does not change the meaning of a key that is typed much later.
    package var escapeIsAlt = false

    private var events: [Event] = []
    private var nextEvent = 0
    private var state = State.text
    /// The bytes of an incomplete sequence, beginning with ESC.
    private var held: [UInt8] = []
    /// Whether the ESC that is held may end a report from the terminal.
    private var endsReport = false
    /// The bytes of an incomplete UTF-8 character.
    private var partial: [UInt8] = []
    private var pasted: [UInt8] = []

    /// How long to wait for the next byte before calling `timeoutElapsed`, in milliseconds; nil to
    /// wait without a limit. A paste lasts until its end arrives: what follows a pause must not run
    /// as commands.
    package var timeout: Int32? {
        if state == .canceledPaste { return Self.canceledPasteTimeout }
        if state == .paste || held.isEmpty && partial.isEmpty { return nil }
        if held.count == 1 { return escapeIsAlt ? Self.altTimeout : Self.escapeTimeout }
        let beginsPaste = held.count >= "\u{1B}[20".utf8.count && Self.opening.starts(with: held)
        return beginsPaste ? Self.pasteMarkTimeout : Self.sequenceTimeout
    }

    /// Returns the next event, or nil when more bytes are needed.
    package mutating func next() -> Event? {
        guard nextEvent < events.count else {
            events.removeAll(keepingCapacity: true)
            nextEvent = 0
            return nil
        }
        defer { nextEvent += 1 }
        return events[nextEvent]
    }

    /// Puts an event back at the front of the queue.
    package mutating func unread(_ event: Event) {
        events.insert(event, at: nextEvent)
    }

    /// Discards all undelivered input after Ctrl-C, and the rest of a paste, which may contain the
    /// character of Ctrl-C.
    package mutating func interrupt() {
        let former = state
        self = InputDecoder()
        if former != .text { state = .canceledPaste }
    }

    /// Whether the rest of a canceled paste is being discarded.
    package var isDiscarding: Bool { state == .canceledPaste }

    /// Discards the end of a paste that Ctrl-C has canceled, if input begins with one. The system
    /// drops the beginning of a paste that contains the character of Ctrl-C.
    ///
    /// - Parameter bytes: The input after Ctrl-C.
    /// - Returns: The input after the paste; all of it if no paste ends in it.
    package static func withoutEndOfPaste(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        guard let end = bytes.firstRange(of: closing),
            !bytes[..<end.lowerBound].contains(opening)
        else { return bytes[...] }
        return bytes[end.upperBound...]
    }

    /// Decodes bytes from the terminal.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { feed(byte) }
    }

    /// Interprets the pending bytes as they are, because none followed within `timeout`.
    package mutating func timeoutElapsed() {
        if state == .canceledPaste { cancelPaste() }
        let bytes = held
        held = []
        endsReport = false
        if !escapeIsAlt || bytes.count > 1 { for byte in bytes { text(byte) } }
        // A report that was cut off can end within a character, too.
        if !partial.isEmpty { noteBadBytes() }
        partial = []
    }

    private mutating func feed(_ byte: UInt8) {
        switch state {
        case .text: feedText(byte)
        case .paste, .canceledPaste: feedPaste(byte)
        }
    }

    /// Takes a byte of a paste. Sequences in it are text, and their ESC is dropped later.
    private mutating func feedPaste(_ byte: UInt8) {
        if byte == 0x03, state == .paste {
            interrupt()
            events.append(.interrupt)
            return
        }
        if state == .canceledPaste, pasted.count >= Self.closing.count { pasted.removeFirst() }
        pasted.append(byte)
        guard byte == UInt8(ascii: "~"), pasted.suffix(Self.closing.count) == Self.closing[...]
        else {
            return
        }
        guard state == .paste else {
            state = .text
            pasted = []
            return
        }
        pasted.removeLast(Self.closing.count)
        endPaste()
    }

    private mutating func feedText(_ byte: UInt8) {
        guard !held.isEmpty else {
            guard byte == 0x1B else { return text(byte) }
            if !partial.isEmpty { noteBadBytes() }
            partial = []
            held = [byte]
            return
        }
        // `ESC \` ends a report; another sequence ends one that was cut off.
        if byte == 0x1B, held.count > 2, held[1] == UInt8(ascii: "]") {
            held = [byte]
            endsReport = true
            return
        }
        if endsReport, byte == UInt8(ascii: "\\"), held.count == 1 {
            held = []
            endsReport = false
            return
        }
        endsReport = false
        held.append(byte)
        switch Self.extent(of: held) {
        case .open where held.count <= Self.longestSequence: break
        case .open, .none:
            // Not a sequence after all: the last byte may begin another one.
            let bytes = held.dropLast()
            held = []
            for earlier in bytes { text(earlier) }
            feedText(byte)
        case .whole:
            let bytes = held
            held = []
            take(sequence: bytes)
        }
    }

    private mutating func take(sequence bytes: [UInt8]) {
        if bytes == Self.opening {
            state = .paste
            return
        }
        // The end of a paste that Ctrl-C has canceled, or a report that the terminal sends unasked.
        if bytes == Self.closing || bytes[1] == UInt8(ascii: "]") { return }
        let key = String(decoding: bytes.dropFirst(), as: UTF8.self)
        events.append(.key(Self.usual[key] ?? key))
    }

    private enum Extent {
        /// More bytes belong to the sequence.
        case open
        case whole
        /// The last byte cannot be part of the sequence.
        case none
    }

    /// Returns whether bytes that begin with ESC are a sequence (ECMA-48): a control sequence, a
    /// single shift or a command of the operating system.
    private static func extent(of bytes: [UInt8]) -> Extent {
        let last = bytes[bytes.count - 1]
        switch bytes[1] {
        case UInt8(ascii: "["):
            if bytes.count == 2 { return .open }
            // The Linux console sends `ESC [ [ A` for F1.
            if bytes.count == 3, last == UInt8(ascii: "[") { return .open }
            switch last {
            // A key with Shift in rxvt.
            case UInt8(ascii: "$") where bytes.dropFirst(2).dropLast().allSatisfy(isDigit):
                return bytes.count > 3 ? .whole : .open
            case 0x20...0x3F: return .open
            case 0x40...0x7E: return .whole
            default: return .none
            }
        case UInt8(ascii: "O"):
            // Konsole puts the number of a modifier before the last byte.
            if bytes.count == 2 || bytes.count == 3 && isDigit(last) { return .open }
            return (0x20...0x7E).contains(last) ? .whole : .none
        case UInt8(ascii: "]"):
            // Reports from a terminal have a number. Other control strings are not sent without a
            // request, and begin like Alt and a letter.
            if bytes.count == 2 { return .open }
            if bytes.count == 3 { return isDigit(last) ? .open : .none }
            if last == 0x07 { return .whole }
            return last >= 0x20 ? .open : .none
        default: return .none
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Ends a paste whose rest goes elsewhere, because the shell is stopped.
    package mutating func cancelPaste() {
        guard state != .text else { return }
        state = .text
        pasted = []
    }

    /// Notes bytes that are not UTF-8, once for successive ones.
    private mutating func noteBadBytes() {
        if events.last != .notUTF8 { events.append(.notUTF8) }
    }

    private mutating func text(_ byte: UInt8) {
        if byte < 0x80 {
            if !partial.isEmpty { noteBadBytes() }
            partial = []
            if byte == 0x03 {
                events.append(.interrupt)
            } else if byte != 0 {
                // To libedit, Ctrl-Space, which is easily pressed by mistake, quotes the next key.
                events.append(.scalar(Unicode.Scalar(byte)))
            }
            return
        }
        partial.append(byte)
        switch Self.decode(partial) {
        case .scalar(let scalar):
            partial = []
            // A terminal would act on C1 control characters when they are displayed.
            if scalar.value >= 0xA0 { events.append(.scalar(scalar)) }
        case .incomplete: break
        case .invalid:
            // Drop only the bytes that cannot be part of a character: the last one may begin the
            // next.
            partial = []
            noteBadBytes()
            if case .incomplete = Self.decode([byte]) { partial = [byte] }
        }
    }

    private enum Decoded {
        case scalar(Unicode.Scalar)
        case incomplete
        case invalid
    }

    /// Decodes the bytes of one character.
    private static func decode(_ bytes: [UInt8]) -> Decoded {
        let length: Int
        switch bytes[0] {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return .invalid
        }
        guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .invalid }
        guard bytes.count == length else { return .incomplete }
        let text = String(validating: bytes, as: UTF8.self)
        return text?.unicodeScalars.first.map(Decoded.scalar) ?? .invalid
    }

    private mutating func endPaste() {
        state = .text
        if String(validating: pasted, as: UTF8.self) == nil { noteBadBytes() }
        let text = PastedText.cleaned(pasted)
        pasted = []
        if !text.isEmpty { events.append(.paste(text)) }
    }
}
