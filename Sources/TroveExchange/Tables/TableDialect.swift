/// The separator and the quoting of a table.
package struct TableDialect: Sendable, Hashable {
    /// The ASCII character between two cells.
    package let separator: UInt8
    /// Whether cells may be quoted; if not, a quote is an ordinary character.
    package let hasQuotes: Bool

    /// Creates a dialect. A separator that is not ASCII is a programming error and traps.
    package init(separator: Unicode.Scalar, hasQuotes: Bool) {
        self.separator = UInt8(ascii: separator)
        self.hasQuotes = hasQuotes
    }

    /// Comma-separated, with quotes.
    package static let comma = TableDialect(separator: ",", hasQuotes: true)
    /// Semicolon-separated, with quotes.
    package static let semicolon = TableDialect(separator: ";", hasQuotes: true)
    /// Tab-separated, with quotes.
    package static let tab = TableDialect(separator: "\t", hasQuotes: true)
    /// Tab-separated, without quotes.
    package static let plainTab = TableDialect(separator: "\t", hasQuotes: false)

    /// Guesses the dialect of a header: the separator that occurs most often outside quotes. A
    /// tab-separated table has quotes only if its header does.
    static func guess(_ header: some Sequence<UInt8>) -> TableDialect {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        var hasQuotes = false
        for byte in header {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
                hasQuotes = true
            } else if !isQuoted {
                if byte == 0x0A || byte == 0x0D { break }
                counts[byte, default: 0] += 1
            }
        }
        let dialects: [TableDialect] = [.comma, .semicolon, hasQuotes ? .tab : .plainTab]
        return dialects.reduce(.comma) { best, next in
            counts[next.separator, default: 0] > counts[best.separator, default: 0] ? next : best
        }
    }
}
