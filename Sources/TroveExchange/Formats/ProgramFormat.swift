import TroveModel

/// The table of another program, as data: how to recognize it, and how to use its columns.
struct ProgramFormat: ImportFormat {
    /// The name that the user types after `as:`, such as `goodreads`.
    let name: String
    /// The name of the program: `Goodreads`.
    let title: String
    /// The subject of the table. Its items are of the first kind with this subject.
    let subject: CatalogueSubject
    /// Sets of column names, in lower case. A header that has all names of one set is of this
    /// format.
    let signatures: [[String]]
    /// The columns in any order; they are found by name.
    let columns: [ImportColumn]
    /// The separator and quotes; nil if they are detected from the header.
    let dialect: TableDialect?
    /// The words for states, besides those that all programs share.
    let states: [StateWord]
    /// The prefix of the names of custom columns.
    let ownColumnPrefix: String?
    /// The years that stand for an unknown date.
    let unknownYears: ClosedRange<Int>?
    /// Whether dates may end with the year, as in `31.12.2020`.
    let hasLocalDates: Bool

    init(
        name: String, title: String, subject: CatalogueSubject, signatures: [[String]],
        dialect: TableDialect? = nil, states: [StateWord] = [], ownColumnPrefix: String? = nil,
        unknownYears: ClosedRange<Int>? = nil, hasLocalDates: Bool = false, columns: [ImportColumn]
    ) {
        self.name = name
        self.title = title
        self.subject = subject
        self.signatures = signatures
        self.dialect = dialect
        self.states = states
        self.ownColumnPrefix = ownColumnPrefix
        self.unknownYears = unknownYears
        self.hasLocalDates = hasLocalDates
        self.columns = columns
    }

    /// Returns the use of a column; nil if the format does not know it.
    func use(of title: String) -> ColumnUse? {
        let name = title.lowercased()
        if let prefix = ownColumnPrefix, name.hasPrefix(prefix) { return .line() }
        return columns.first { $0.name == name }?.use
    }

    func open(
        _ table: ImportTable, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? {
        guard request.isNamed || isHeader(table.titles.map { $0.lowercased() }) else { return nil }
        guard let records = ProgramTable(self, header: table.header.columnNames, request) else {
            throw .isNot(format: name, header: table.titles)
        }
        table.reader.repairsText = true
        return ImportContents(
            rows: TableRows(table, records), used: records.used, leftOut: records.leftOut,
            notUnderstood: records.notUnderstood)
    }

    /// Returns whether a header, in lower case, has all columns of a signature.
    private func isHeader(_ names: [String]) -> Bool {
        signatures.contains { $0.allSatisfy(names.contains) }
    }
}
