import TroveTesting

/// Texts made of everything that acts on a terminal or means something in an output format.
///
/// The pieces are dealt from a shuffled deck, so a few texts hold all of them, in another order for
/// each seed.
struct HostileText {
    /// Control characters: C0 without NUL, which no field takes, DEL and C1.
    static let controls: [String] =
        ((0x01...0x1F) + [0x7F] + (0x80...0x9F))
        .compactMap { Unicode.Scalar(UInt32($0)).map(String.init) }

    /// Bidirectional marks, embeddings, overrides and isolates; line and paragraph separators.
    static let directions: [String] =
        ([0x061C, 0x200E, 0x200F, 0x2028, 0x2029] + (0x202A...0x202E) + (0x2066...0x2069))
        .compactMap { Unicode.Scalar(UInt32($0)).map(String.init) }

    /// Characters without width, and those that join what stands beside them.
    static let joiners = [
        "\u{00AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{0301}",
        "\u{0600}", "👩\u{200D}", "\u{FE0F}", "\u{E0041}", "\r\n",
    ]

    /// Escape sequences: CSI, OSC 0, 8 and 52, DCS, with ESC and with C1.
    static let sequences = [
        "\u{1B}[2J", "\u{1B}[8m", "\u{1B}[38;5;9m", "\u{1B}[?1049h", "\u{1B}c", "\u{1B}(0",
        "\u{1B}]0;owned\u{07}", "\u{1B}]8;;http://evil.example/\u{1B}\\link\u{1B}]8;;\u{1B}\\",
        "\u{1B}]52;c;cm0gLXJm\u{07}", "\u{1B}P$q\"p\u{1B}\\", "\u{9B}31m", "\u{9D}0;owned\u{9C}",
        "\u{90}q\u{9C}", "\u{1B}[6n", "\u{1B}",
    ]

    /// Text with a meaning in CSV, TSV, Markdown, HTML, JSON or Trove's own language.
    ///
    /// A combining accent makes one `Character` of itself and the sign before it, which code that
    /// compares characters does not recognize.
    static let markup = [
        "=1+1", "+1", "-1", "@SUM(A1)", "'=1", "'", ",", ";", "\"", "\"\"", "\t", "\n", ",\u{0301}",
        "\"\u{0301}", "|\u{0301}", "`\u{0301}", "<\u{0301}", "\\\u{0301}", "|", "\\", "\\|", "`",
        "```", "*", "**b**", "_i_", "~~s~~", "[a](javascript:b)", "![i](http://evil.example/p)",
        "<script>", "</td></table>", "<!--", "&lt;", "&#x202e;", "# ", "> ", "--- ", "1. ",
        "\\u001b",
        "\\n", "{}", "[1]", "null", "$x$", "it", "r1", "--yes", "# x", "\\",
    ]

    private var deck: [String] = []

    /// Deals a text of `count` pieces between letters, behind `start`, by which a command can find
    /// the item that has the text as its title.
    mutating func text(
        _ start: String = "", pieces count: Int = 14, using random: inout SeededRandom
    ) -> String {
        var text = start
        for _ in 0..<count {
            if deck.isEmpty {
                deck = Self.controls + Self.directions + Self.joiners + Self.sequences + Self.markup
                deck.shuffle(using: &random)
            }
            text += deck.popLast() ?? ""
            if Bool.random(using: &random) {
                text += "abc 1".randomElement(using: &random).map(String.init) ?? ""
            }
        }
        return text
    }

    /// Deals a text without line ends, slashes and commas, of at most 200 bytes: the name of a
    /// file, a shelf or a device.
    mutating func name(
        _ start: String = "", pieces count: Int = 14, using random: inout SeededRandom
    ) -> String {
        var name = start
        for scalar in text(pieces: count, using: &random).unicodeScalars
        where !"/,\n\r".unicodeScalars.contains(scalar) && name.utf8.count < 200 {
            name.unicodeScalars.append(scalar)
        }
        return name
    }

    /// Deals names for a set, separated by commas. They have no control characters, and no sign in
    /// front, which adds and removes names.
    mutating func names(pieces count: Int = 14, using random: inout SeededRandom) -> String {
        text(pieces: count, using: &random).unicodeScalars
            .filter { $0.value >= 0x20 && $0.value != 0x7F }
            .split(separator: ",")
            .map { name in
                let start = name.drop { $0.properties.isWhitespace || $0 == "+" || $0 == "-" }
                return String(String.UnicodeScalarView(start))
            }
            .joined(separator: ",")
    }

    /// Returns a text as JSON has it, with an escape for everything but plain ASCII.
    static func json(_ text: String) -> String {
        text.utf16.map { unit in
            if (0x20..<0x7F).contains(unit), unit != 0x22, unit != 0x5C {
                return String(decoding: [unit], as: UTF16.self)
            }
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Returns a text as Trove shows it to the user: control characters and bidirectional controls
    /// in a visible form, the rest unchanged.
    static func shown(_ text: String) -> String {
        var shown = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar.value {
            case 0x0A:
                // One sign for CR LF.
                if previous == "\r" { shown.unicodeScalars.removeLast() }
                shown += "⏎"
            case 0x09: shown += "␉"
            case 0x0D: shown += "␍"
            case 0x1B: shown += "␛"
            case 0x01...0x1F: shown += "^\(Unicode.Scalar(UInt8(scalar.value + 0x40)))"
            case 0x7F: shown += "^?"
            case 0x80...0x9F: shown += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                if directions.contains(String(scalar)) {
                    shown += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    shown.unicodeScalars.append(scalar)
                }
            }
        }
        return shown
    }
}
