import TroveExchange

/// CSV (RFC 4180, with line feeds).
struct CSVFormat: SeparatedFormat {
    static let name = "csv"
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }

    /// Cells stand as they are: programs read them, and `export` guards those for spreadsheets.
    static func makeWriter() -> CSVWriter { CSVWriter(guardsFormulas: false) }
}

extension CSVWriter: CellWriter {}
