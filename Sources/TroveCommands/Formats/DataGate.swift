import TroveTerminal

/// Makes output for programs safe for a terminal. (Text for users is a `TerminalText`.)
enum DataGate {
    /// Escapes control and bidirectional characters in JSON, for example as `\u009b`. The values do
    /// not change.
    static func escapeJSON(in bytes: inout [UInt8], from start: Int) {
        // The first UTF-8 bytes of the characters that `TextFitting.visible` replaces. JSON already
        // escapes control characters below U+0020, except the line ends between values.
        let isSuspicious = bytes[start...].contains { byte in
            byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
        }
        guard isSuspicious else { return }
        var escaped = ""
        for scalar in String(decoding: bytes[start...], as: UTF8.self).unicodeScalars {
            if scalar.value >= 0x7F, TextFitting.isActive(scalar) {
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        bytes.replaceSubrange(start..., with: Array(escaped.utf8))
    }

    /// Makes control characters visible. Not used for files and pipes.
    static func show(in bytes: inout [UInt8], from start: Int) {
        let text = TerminalText(lines: String(decoding: bytes[start...], as: UTF8.self))
        bytes.replaceSubrange(start..., with: Array(text.rendered.utf8))
    }
}
