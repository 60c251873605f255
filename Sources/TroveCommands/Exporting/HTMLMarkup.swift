import TroveTerminal

/// HTML whose markup comes only from literals. Interpolated data is escaped, so that it can be
/// content and the value of a quoted attribute.
struct HTMLMarkup: ExpressibleByStringInterpolation {
    private(set) var bytes: [UInt8]

    init() {
        bytes = []
    }

    init(stringLiteral text: String) {
        bytes = Array(text.utf8)
    }

    init(stringInterpolation: StringInterpolation) {
        bytes = stringInterpolation.markup.bytes
    }

    /// Escapes data.
    init(_ data: TerminalText) {
        bytes = []
        append(data)
    }

    /// Escapes the lines of a text, with a line break after each but the last.
    init(lines text: String) {
        bytes = []
        var lines = text.unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        for index in lines.indices {
            if index > 0 { self += "<br>\n" }
            if index < lines.count - 1, lines[index].last == "\r" { lines[index].removeLast() }
            append(TerminalText(String(lines[index])))
        }
    }

    /// Encodes bytes in base64 (RFC 4648), for a data URI.
    init(base64 data: [UInt8]) {
        bytes = []
        bytes.reserveCapacity((data.count + 2) / 3 * 4)
        for start in stride(from: 0, to: data.count, by: 3) {
            let rest = data.count - start
            let (second, third) = (
                rest > 1 ? data[start + 1] : 0, rest > 2 ? data[start + 2] : 0
            )
            bytes.append(Self.digits[Int(data[start] >> 2)])
            bytes.append(Self.digits[Int((data[start] & 3) << 4 | second >> 4)])
            bytes.append(
                rest > 1 ? Self.digits[Int((second & 15) << 2 | third >> 6)] : UInt8(ascii: "="))
            bytes.append(rest > 2 ? Self.digits[Int(third & 63)] : UInt8(ascii: "="))
        }
    }

    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func += (markup: inout HTMLMarkup, other: HTMLMarkup) {
        markup.bytes += other.bytes
    }

    /// Escapes data. HTML allows neither control characters nor noncharacters, not even escaped;
    /// data for the terminal has no control characters.
    private mutating func append(_ data: TerminalText) {
        var text = data.rendered
        if text.utf8.contains(where: { $0 >= 0xEF || $0 < 0x20 }) {
            let allowed = text.unicodeScalars.map { Self.isForbidden($0) ? "\u{FFFD}" : $0 }
            text = String(String.UnicodeScalarView(allowed))
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = HTMLMarkup()

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            markup.bytes += literal.utf8
        }

        mutating func appendInterpolation(_ data: TerminalText) {
            markup.append(data)
        }

        mutating func appendInterpolation(_ part: HTMLMarkup) {
            markup += part
        }

        mutating func appendInterpolation(_ number: Int) {
            markup.append(TerminalText(number))
        }
    }
}
