import TroveTerminal

/// Makes output for programs harmless to a terminal. (Text for people is a `TerminalText`.)
enum DataGate {
    /// Escapes characters of JSON that act on a terminal or change the direction of writing, as
    /// `\u009b`. The values stay the same.
    static func escapeJSON(in bytes: inout [UInt8], from start: Int) {
        // The first bytes, in UTF-8, of what `TextFitting.visible` shows in another form. Control
        // characters below U+0020 are escaped in JSON anyway, but for the line ends between values.
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

    /// Makes control characters visible. Files and pipes get them unchanged.
    static func show(in bytes: inout [UInt8], from start: Int) {
        let text = TerminalText(lines: String(decoding: bytes[start...], as: UTF8.self))
        bytes.replaceSubrange(start..., with: Array(text.rendered.utf8))
    }
}
