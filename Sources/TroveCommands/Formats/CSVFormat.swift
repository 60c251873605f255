import TroveExchange

/// CSV (RFC 4180, with line feeds).
struct CSVFormat: SeparatedFormat {
    static let name = "csv"
    static let summary = "values separated by commas, below a line with the names of the fields"
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }

    /// Returns a writer that leaves formulas unchanged, because programs read the output. `export`
    /// guards them for spreadsheets.
    static func makeWriter() -> CSVWriter { CSVWriter(guardsFormulas: false) }
}

extension CSVWriter: CellWriter {}
