package import TroveModel

/// What an import did, or would do.
package struct ImportReport {
    /// As it was typed.
    package let path: String
    /// What is typed for the format: `goodreads`.
    package let format: String
    /// What the program is called that wrote the file: `Goodreads`.
    package let program: String
    /// Whether this was only a preview, which adds nothing to the library.
    package let isPreview: Bool
    /// How many things of each kind came in.
    package var counts: [Int]
    /// The first of them, as they came in, and the lines of the file that they stand in.
    package var first: [ImportedItem] = []
    /// How many were there already and were passed over.
    package var sameCount = 0
    /// The first of these.
    package var firstSame: [Same] = []
    /// How many records could not be taken.
    package var rejectedCount = 0
    /// The first of these, with the reason in words.
    package var firstRejected: [(line: Int, reason: String)] = []
    /// How many records are nothing to take.
    package var passedOver = 0
    /// Columns, and files of an archive, that are left out on purpose.
    package var leftOut: [String] = []
    /// Columns that nobody knows.
    package var notUnderstood: [String] = []
    /// Shelves that there were not.
    package var newShelves: [String] = []
    /// Where the records are that could not be taken.
    package var rejects = RejectsFile.Outcome.none

    /// A thing that came in.
    package struct ImportedItem {
        /// The line of the file on which its record begins, from 1.
        package let line: Int
        /// The position of its kind among the kinds.
        package let kind: KindIndex
        /// A value for each field of the kind; nil where the field has none.
        package let values: [Value?]
    }

    /// A thing that was there already.
    package struct Same {
        /// The line of the file on which its record begins, from 1.
        package let line: Int
        /// Its title in the file.
        package let title: String
        /// The item or the line that it is the same as.
        package let with: Twin
    }

    /// What a thing is the same as.
    package enum Twin {
        /// A thing of the library; without a reason, it is the same in everything.
        case thing(Item, Duplicate.Reason?)
        /// A thing in an earlier line of the file.
        case line(Int)
    }

    /// How many things are named of each sort.
    package static let shown = 5
    /// How many records that could not be taken are named where there is no file of them.
    package static let shownRejects = 20

    /// The number of items that came in, of all kinds together.
    package var total: Int { counts.reduce(0, +) }
}
