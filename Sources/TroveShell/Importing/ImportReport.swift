import TroveModel

/// What an import did, or would do.
struct ImportReport {
    /// As it was typed.
    let path: String
    /// What is typed for the format: `goodreads`.
    let format: String
    /// What the program is called that wrote the file: `Goodreads`.
    let program: String
    let isPreview: Bool
    /// How many things of each kind came in.
    var counts: [Int]
    /// The first of them, as they came in, and the lines of the file that they stand in.
    var first: [ImportedItem] = []
    /// How many were there already and were passed over.
    var sameCount = 0
    /// The first of these.
    var firstSame: [Same] = []
    /// How many records could not be taken.
    var rejectedCount = 0
    /// The first of these, with the reason in words.
    var firstRejected: [(line: Int, reason: String)] = []
    /// How many records are nothing to take.
    var passedOver = 0
    /// Columns, and files of an archive, that are left out on purpose.
    var leftOut: [String] = []
    /// Columns that nobody knows.
    var notUnderstood: [String] = []
    /// Shelves that there were not.
    var newShelves: [String] = []
    /// Where the records are that could not be taken.
    var rejects = RejectsFile.Outcome.none

    /// A thing that came in.
    struct ImportedItem {
        let line: Int
        let kind: Int
        let values: [Value?]
    }

    /// A thing that was there already.
    struct Same {
        let line: Int
        let title: String
        let with: Twin
    }

    /// What a thing is the same as.
    enum Twin {
        /// A thing of the library; without a reason, it is the same in everything.
        case thing(Item, Duplicate.Reason?)
        /// A thing in an earlier line of the file.
        case line(Int)
    }

    /// How many things are named of each sort.
    static let shown = 5
    /// How many records that could not be taken are named where there is no file of them.
    static let shownRejects = 20

    var total: Int { counts.reduce(0, +) }
}
