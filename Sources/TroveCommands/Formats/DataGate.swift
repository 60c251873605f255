import TroveTerminal

/// Makes output for programs safe for a terminal. (Text for users is a `TerminalText`.)
enum DataGate {
    /// Escapes control and bidirectional characters in JSON, for example as `\u009b`. The values do
    /// not change.
    static func escapeJSON(in bytes: inout [UInt8], from start: Int) {
        guard isSuspicious(bytes.span.extracting(start..<bytes.count)) else { return }
        var escaped: [UInt8] = []
        // The bytes before `place` have been examined, and those before `copied` have been copied.
        var (place, copied) = (start, start)
        while place < bytes.count {
            guard isSuspicious(bytes[place]),
                let scalar = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
                    .unicodeScalars.first
            else {
                place += 1
                continue
            }
            let end = min(place + UTF8.width(scalar), bytes.count)
            if scalar.value >= 0x7F, TextFitting.isActive(scalar) {
                let digits = String(scalar.value, radix: 16)
                escaped += bytes[copied..<place]
                escaped.append(
                    data: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
                copied = end
            }
            place = end
        }
        guard copied > start else { return }
        bytes.replaceSubrange(start..<copied, with: escaped)
    }

    /// Whether any of the bytes is suspicious. Without an early exit, the loop can examine many
    /// bytes at once.
    private static func isSuspicious(_ bytes: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bytes.reduce(UInt8(0)) { $0 | (isSuspicious($1) ? 1 : 0) } != 0
        }
    }

    /// Whether a byte may be the first one, in UTF-8, of a character that `TextFitting.visible`
    /// replaces. JSON already escapes control characters below U+0020, except the line ends between
    /// values.
    @inline(__always)
    private static func isSuspicious(_ byte: UInt8) -> Bool {
        byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    /// Makes control characters visible. Not used for files and pipes.
    static func show(in bytes: inout [UInt8], from start: Int) {
        let text = TerminalText(lines: String(decoding: bytes[start...], as: UTF8.self))
        bytes.replaceSubrange(start..., with: Array(text.rendered.utf8))
    }
}
