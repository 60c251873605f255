// Keys arrive as bytes. Plain text is UTF-8. A special key is `ESC [ …` or `ESC O …`; libedit
// takes these apart itself. A paste, with bracketed paste switched on (`ESC [ ? 2004 h`), is
// `ESC [ 200 ~`, the text, `ESC [ 201 ~`; libedit has no notion of it, so it is found here, before
// libedit sees the bytes.

/// Turns the bytes of a keyboard into characters and pastes.
///
/// Pure: bytes and silences come in, events come out.
package struct InputDecoder {
    /// What the bytes meant.
    package enum Event: Equatable {
        /// One character, or one byte of a special key's sequence.
        case scalar(Unicode.Scalar)
        /// A pasted text, clean: newlines are `\n`, tabs are spaces, no other control characters,
        /// no newlines at its end.
        case paste(String)
        /// Ctrl-C as a byte, from a terminal that makes no signal of it.
        case interrupt
    }

    /// A decoder at the beginning of input.
    package init() {}

    /// How long a lone ESC waits for the rest of a sequence, in milliseconds.
    package static let escapeTimeout: Int32 = 35
    /// How long a paste may pause before it is taken as ended, in milliseconds.
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
    /// Bytes that may be the beginning of `opening` or `closing`.
    private var held: [UInt8] = []
    /// Bytes of a character that is not complete.
    private var partial: [UInt8] = []
    private var pasted: [UInt8] = []

    /// How long to wait for the next byte before calling `silence`, in milliseconds; nil when
    /// nothing is pending.
    package var timeout: Int32? {
        if state == .paste { return Self.pasteTimeout }
        return held.isEmpty && partial.isEmpty ? nil : Self.escapeTimeout
    }

    /// The next event; nil when more bytes are needed.
    package mutating func next() -> Event? {
        guard nextEvent < events.count else {
            events.removeAll(keepingCapacity: true)
            nextEvent = 0
            return nil
        }
        defer { nextEvent += 1 }
        return events[nextEvent]
    }

    /// Puts an event back, to be the next one again.
    package mutating func unread(_ event: Event) {
        events.insert(event, at: nextEvent)
    }

    /// Forgets everything that has not been handed out, after Ctrl-C.
    package mutating func reset() {
        self = InputDecoder()
    }

    /// Takes bytes from the terminal.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { feed(byte) }
    }

    /// Nothing has come for `timeout`: what is pending is taken for what it is.
    package mutating func silence() {
        partial = []
        switch state {
        case .text:
            let bytes = held
            held = []
            for byte in bytes { text(byte) }
        case .paste:
            // What is held is the beginning of an ESC sequence: dropped, as in any paste.
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
            // Outside of a paste it is the late end of one that was taken as ended.
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
            // C1 control characters would be commands to a terminal that shows them.
            if scalar.value >= 0xA0 { events.append(.scalar(scalar)) }
        case .incomplete: break
        case .invalid:
            // Only what cannot be part of a character is lost: the last byte may begin one.
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
