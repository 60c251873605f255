/// How the cells of a table are told apart.
package struct TableDialect: Sendable, Hashable {
    /// The sign between two cells, in ASCII.
    package let separator: UInt8
    /// Whether a cell may stand in quotes; where it may not, a quote is a sign like any other.
    package let hasQuotes: Bool

    /// Makes a dialect; a separator that is not ASCII ends the program.
    package init(separator: Unicode.Scalar, hasQuotes: Bool) {
        self.separator = UInt8(ascii: separator)
        self.hasQuotes = hasQuotes
    }

    /// Commas, and cells that may stand in quotes.
    package static let comma = TableDialect(separator: ",", hasQuotes: true)
    /// Semicolons, and cells that may stand in quotes.
    package static let semicolon = TableDialect(separator: ";", hasQuotes: true)
    /// Tabs, and cells that may stand in quotes.
    package static let tab = TableDialect(separator: "\t", hasQuotes: true)
    /// Tabs, and nothing that could hide one.
    package static let plainTab = TableDialect(separator: "\t", hasQuotes: false)

    /// The dialect that a header is written in: the separator that occurs most outside of quotes. A
    /// table with tabs has quotes only if its header has some.
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
