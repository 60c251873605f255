import TroveModel

/// The table that another program writes, as data: how it is recognised, and what becomes of each of
/// its columns.
struct ProgramFormat: Sendable {
    /// What is typed: `goodreads`.
    let name: String
    /// What the program is called: `Goodreads`.
    let title: String
    /// What the things of the table are; the kind with this subject takes them.
    let subject: CatalogueSubject
    /// Names of columns, in lower case: a header that has all of one row is this format's.
    let signatures: [[String]]
    /// In no order: columns are found by their names.
    let columns: [ImportColumn]
    /// The words of its states.
    let states: [StateWord]
    /// What the names of columns begin with that a person has made.
    let ownColumnPrefix: String?
    /// The years of dates that mean that nobody knows.
    let unknownYears: ClosedRange<Int>?

    init(
        name: String, title: String, subject: CatalogueSubject, signatures: [[String]],
        states: [StateWord] = [], ownColumnPrefix: String? = nil,
        unknownYears: ClosedRange<Int>? = nil, columns: [ImportColumn]
    ) {
        self.name = name
        self.title = title
        self.subject = subject
        self.signatures = signatures
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

    /// The formats of other programs, in the order in which they are tried.
    static let all: [ProgramFormat] = [
        .goodreads, .storyGraph, .libraryThing, .calibre, .openreads, .bookWyrm, .letterboxd,
    ]

    /// Whether a header, in lower case, is of this format.
    func isHeader(_ names: [String]) -> Bool {
        signatures.contains { $0.allSatisfy(names.contains) }
    }
}
