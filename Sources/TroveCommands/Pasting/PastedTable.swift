import TroveCodecs
import TroveExchange

/// Pasted rows of a table without a header.
struct PastedTable {
    let columns: Int
    let rows: Int
    private let text: String
    private let separator: UInt8

    /// The number of columns from which rows with commas or semicolons are a table: titles have
    /// them, too, but fewer, and not all the same number.
    private static let fewestColumns = 3

    /// Returns nil if the lines do not all have the same number of columns.
    init?(_ text: String) {
        let reader = TableReader(MemoryBytes(Array(text.utf8)))
        var record = TableRecord()
        var counts: Set<Int> = []
        var rows = 0
        while (try? reader.next(into: &record)) == true {
            guard record.problem == nil else { return nil }
            guard !record.isBlank else { continue }
            counts.insert(record.count)
            rows += 1
        }
        guard let dialect = reader.dialect, let columns = counts.first, counts.count == 1,
            columns >= (dialect.separator == TableDialect.tab.separator ? 2 : Self.fewestColumns)
        else { return nil }
        self.text = text
        self.columns = columns
        self.rows = rows
        separator = dialect.separator
    }

    /// Returns the rows below a header with these names, which are separated by commas.
    func headed(by names: String) -> String {
        let names = names.split(separator: ",", omittingEmptySubsequences: false)
        let separator = String(Unicode.Scalar(separator))
        return names.map(\.simplified).joined(separator: separator) + "\n" + text
    }
}

extension StringProtocol {
    /// The text without spaces at its ends, and with one between words.
    var simplified: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
