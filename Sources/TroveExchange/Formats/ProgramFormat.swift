import TroveModel

/// The table that another program writes, as data: how it is recognized, and how each of its columns
/// is used.
struct ProgramFormat: ImportFormat {
    /// What is typed behind `as:`: `goodreads`.
    let name: String
    /// The name of the program: `Goodreads`.
    let title: String
    /// The subject of the table: its items are of the kind with this subject.
    let subject: CatalogueSubject
    /// Names of columns, in lower case: a header that has all of one row is this format's.
    let signatures: [[String]]
    /// In no order: columns are found by their names.
    let columns: [ImportColumn]
    /// How its tables separate cells; nil where the header tells.
    let dialect: TableDialect?
    /// The words of its states.
    let states: [StateWord]
    /// The prefix of the names of columns that the user has made.
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

    /// A word for a state, or the name of a shelf that tells one.
    struct StateWord: Sendable {
        /// In lower case.
        let word: String
        /// The short name of the state; nil when the word tells none.
        let rung: String?
        /// Whether the word is the name of a shelf as well.
        let isShelf: Bool
        /// Whether it tells only the least: a state that stands elsewhere counts more.
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
