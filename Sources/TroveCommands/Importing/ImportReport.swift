import TroveExchange
package import TroveModel

/// The result of an import or of its preview.
package struct ImportReport {
    /// The kinds of the items. A preview may have kinds that the library lacks.
    package let kinds: Kinds
    /// The path as typed.
    package let path: String
    /// The options that say how to read the file, as they are typed, with a space before each.
    package let options: String
    /// Whether the rows came from standard input.
    var isInput: Bool { path == "-" }
    /// The name of the format: `goodreads`.
    package let format: String
    /// The name of the program that wrote the file: `Goodreads`. Empty for a table of no program
    /// in particular.
    package let program: String
    /// Whether this was only a preview, which adds nothing to the library.
    package let isPreview: Bool
    /// Whether the rows were pasted at the prompt, not in a file.
    package let isPasted: Bool
    /// The number of records. Each is imported as an item, merged into one, updates an item or
    /// leaves it unchanged, is a duplicate, is rejected, or has no item.
    package var rows = 0
    /// The number of imported items of each kind.
    package var counts: [Int]
    /// The number of entries of each kind that record when imported items were finished.
    package var entries: [Int]
    /// The first imported items of a preview, with their lines.
    package var first: [ImportedItem] = []
    /// The number of records that were merged into items of earlier records.
    package var mergedCount = 0
    /// The first merged records.
    package var firstMerged: [Same] = []
    /// The number of updated items of each kind.
    package var updated: [Int]
    /// The updates of a preview.
    package var updates: [Update] = []
    /// The number of records of items that an update left unchanged.
    package var unchangedCount = 0
    /// The number of items with skipped duplicates that an update would change.
    package var differingCount = 0
    /// The number of duplicates that were skipped.
    package var sameCount = 0
    /// The first duplicates.
    package var firstSame: [Same] = []
    /// The number of rejected records.
    package var rejectedCount = 0
    /// The first rejected records, with the reasons.
    package var firstRejected: [(line: Int, reason: String)] = []
    /// The values that their fields cannot hold and that are in the notes instead, by field.
    package var unfit: [UnfitField] = []
    /// The number of records without an item.
    package var passedOver = 0
    /// Known columns, and files of an archive, that are not imported.
    package var leftOut: [String] = []
    /// Unknown columns.
    package var notUnderstood: [String] = []
    /// The shelves that the import creates.
    package var newShelves: [String] = []
    /// The file with the rejected records.
    package var rejects = RejectsFile.Outcome.none

    /// An imported item.
    package struct ImportedItem {
        /// The line of the file on which its record begins, from 1.
        package let line: Int
        /// The position of its kind among the kinds.
        package let kind: KindIndex
        /// A value for each field of the kind; nil where the field has none.
        package let values: [Value?]
    }

    /// The values that a field cannot hold.
    package struct UnfitField {
        /// The position of the kind.
        package let kind: KindIndex
        /// The name of the field, or the title of a column of dates.
        package let name: String
        /// The number of values.
        package var count: Int
        /// The first value, cut short.
        package let first: String
        /// The first line of its record in the file, from 1.
        package let line: Int
    }

    /// The update of an item.
    package struct Update {
        /// The item before the update.
        package let item: Item
        /// Its changed fields.
        package let fields: [Change.FieldChange]
        /// The kind of the entries below; nil without any.
        package let entryKind: KindIndex?
        /// The values of the new and the changed entries that record when it was finished.
        package let entries: [[Value?]]
    }

    /// A duplicate, or a merged record.
    package struct Same {
        /// The line of the file on which its record begins, from 1.
        package let line: Int
        /// Its title in the file.
        package let title: String
        /// The item or the line that it duplicates.
        package let with: Twin
    }

    /// The item or line that a duplicate equals.
    package enum Twin {
        /// An item of the library; a nil reason means that all values are equal.
        case item(Item, Duplicate.Reason?)
        /// The item of the library that the file identifies.
        case identity(Item)
        /// An earlier line of the file.
        case line(Int)
    }

    /// The largest number of examples listed in each section.
    package static let shown = 5
    /// The largest number of rejected records listed if there is no file of them.
    package static let shownRejects = 20

    /// The number of imported items of all kinds.
    package var total: Int { counts.reduce(0, +) }
    /// Whether there are records with items, and each was rejected.
    package var isRejected: Bool { rejectedCount > 0 && rejectedCount == rows - passedOver }
    /// Counts the values of a record that their fields cannot hold.
    mutating func note(unfitIn row: ImportedItemRow) {
        for value in row.unfit {
            let place = unfit.firstIndex { $0.kind == row.kind && $0.name == value.name }
            if let place {
                unfit[place].count += 1
            } else {
                unfit.append(
                    UnfitField(
                        kind: row.kind, name: value.name, count: 1, first: value.text,
                        line: row.line))
            }
        }
    }

    /// Whether the import changes the library.
    package var hasChanges: Bool { (counts + entries + updated).contains { $0 > 0 } }
}
