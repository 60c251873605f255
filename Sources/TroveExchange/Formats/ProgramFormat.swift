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
    /// The words for states.
    let states: [StateWord]
    /// The prefix of the names of custom columns.
    let ownColumnPrefix: String?
    /// The years that stand for an unknown date.
    let unknownYears: ClosedRange<Int>?

    init(
        name: String, title: String, subject: CatalogueSubject, signatures: [[String]],
        dialect: TableDialect? = nil, states: [StateWord] = [], ownColumnPrefix: String? = nil,
        unknownYears: ClosedRange<Int>? = nil, columns: [ImportColumn]
    ) {
        self.name = name
        self.title = title
        self.subject = subject
        self.signatures = signatures
        self.dialect = dialect
        self.states = states
        self.ownColumnPrefix = ownColumnPrefix
        self.unknownYears = unknownYears
        self.columns = columns
    }

    /// A word for a state, or the name of a shelf that implies one.
    struct StateWord: Sendable {
        /// The word, in lower case.
        let word: String
        /// The short name of the state; nil if the word implies none.
        let rung: String?
        /// Whether the word is also the name of a shelf.
        let isShelf: Bool
        /// Whether the state is only a minimum, which a state from another cell overrides.
        let isLeast: Bool

        init(_ word: String, _ rung: String?, isShelf: Bool = false, isLeast: Bool = false) {
            self.word = word
            self.rung = rung
            self.isShelf = isShelf
            self.isLeast = isLeast
        }
    }

    func open(
        _ table: ImportTable, isNamed: Bool, _ kinds: Kinds
    ) throws(ImportFailure) -> ImportContents? {
        guard isNamed || isHeader(table.titles.map { $0.lowercased() }) else { return nil }
        guard let records = ProgramTable(self, header: table.header, kinds: kinds) else {
            throw .isNot(format: name, header: table.titles)
        }
        return ImportContents(
            rows: TableRows(table, records), leftOut: records.leftOut,
            notUnderstood: records.notUnderstood)
    }

    /// Returns whether a header, in lower case, has all columns of a signature.
    private func isHeader(_ names: [String]) -> Bool {
        signatures.contains { $0.allSatisfy(names.contains) }
    }
}
