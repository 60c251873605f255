// Keys arrive as bytes. Plain text is UTF-8. A special key is `ESC [ …` or `ESC O …`, which libedit
// parses itself. A bracketed paste (after `ESC [ ? 2004 h`) is `ESC [ 200 ~`, the text, `ESC [ 201
// ~`. libedit does not support it, so this decoder extracts pastes before libedit sees the bytes.

/// Turns terminal input into characters and pastes.
///
/// Pure: it takes bytes and timeouts, and returns events.
package struct InputDecoder {
    /// One decoded piece of input.
    package enum Event: Equatable {
        /// One character, or one byte of a special key's sequence.
        case scalar(Unicode.Scalar)
        /// A sanitized paste: `\n` for every kind of newline, tabs only in a text of several lines,
        /// no other control characters, and no newline at the end.
        case paste(String)
        /// Ctrl-C as a byte, from a terminal that does not turn it into a signal.
        case interrupt
    }

    /// Creates a decoder for the start of the input.
    package init() {}

    /// How long to wait after a lone ESC for the rest of a sequence, in milliseconds.
    package static let escapeTimeout: Int32 = 35
    /// The longest pause within a paste before it counts as ended, in milliseconds.
    package static let pasteTimeout: Int32 = 1000

    private enum State {
        case text
        case paste
    }

    private static let opening = Array("\u{1B}[200~".utf8)
    private static let closing = Array("\u{1B}[201~".utf8)

    private var events: [Event] = []
    private var nextEvent = 0
    private var state = State.text
    /// Bytes that may be the start of `opening` or `closing`.
    private var held: [UInt8] = []
    /// The bytes of an incomplete UTF-8 character.
    private var partial: [UInt8] = []
    private var pasted: [UInt8] = []

    /// How long to wait for the next byte before calling `timeoutElapsed`, in milliseconds; nil
    /// when no input is pending.
    package var timeout: Int32? {
        if state == .paste { return Self.pasteTimeout }
        return held.isEmpty && partial.isEmpty ? nil : Self.escapeTimeout
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

    /// Discards all undelivered input, after Ctrl-C.
    package mutating func reset() {
        self = InputDecoder()
    }

    /// Decodes bytes from the terminal.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { feed(byte) }
    }

    /// Interprets the pending bytes as they are, because none followed within `timeout`.
    package mutating func timeoutElapsed() {
        partial = []
        switch state {
        case .text:
            let bytes = held
            held = []
            for byte in bytes { text(byte) }
        case .paste:
            // The held bytes start an ESC sequence, which is dropped, as in any paste.
            held = []
            endPaste()
        }
    }

    private mutating func feed(_ byte: UInt8) {
        if held.isEmpty {
            if byte == 0x1B {
                partial = []
                held = [byte]
            } else {
                plain(byte)
            }
            return
        }
        held.append(byte)
        if held == Self.opening {
            held = []
            state = .paste
        } else if held == Self.closing {
            held = []
            // Outside of a paste this is the late terminator of one that timed out.
            if state == .paste { endPaste() }
        } else if !Self.opening.starts(with: held), !Self.closing.starts(with: held) {
            let bytes = held.dropLast()
            held = []
            for earlier in bytes { plain(earlier) }
            feed(byte)
        }
    }

    private mutating func plain(_ byte: UInt8) {
        switch state {
        case .text: text(byte)
        case .paste:
            if byte == 0x03 {
                reset()
                events.append(.interrupt)
            } else {
                pasted.append(byte)
            }
        }
    }

    private mutating func text(_ byte: UInt8) {
        if byte < 0x80 {
            partial = []
            if byte == 0x03 {
                events.append(.interrupt)
            } else {
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
        let text = PastedText.cleaned(pasted)
        pasted = []
        if !text.isEmpty { events.append(.paste(text)) }
    }
}
