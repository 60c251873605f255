package import TroveCodecs
package import TroveModel

/// A record of a file: an item, or the reason why it is not one.
package enum ImportedRow: Sendable {
    /// An item, with one value for each field of its kind.
    case item(ImportedItemRow)
    /// A rejected record: its first line, the reason, and its cells as in the file.
    case rejected(line: Int, ImportRejection, cells: [String])
    /// A record that is left out on purpose, such as a film not watched yet.
    case leftOut(line: Int)
}

/// An item of an imported file.
package struct ImportedItemRow: Sendable, Equatable {
    /// The position of its kind.
    package var kind: KindIndex
    /// One value for each field of the kind. Each value meets the rules of its field. The caller
    /// checks rules across fields and sets initial values.
    package var values: [Value?]
    /// The times at which it was finished, according to the record: one for each reading or
    /// viewing, including those without a date.
    package var completions: [ImportedCompletion]
    /// What tells the item apart from others of the same name: the identity in the other program,
    /// or the item's own ID in a file of Trove; nil if the file has none.
    package var identity: String?
    /// The values that their fields cannot hold, and that are lines of the note instead.
    package var unfit: [UnfitValue]
    /// Whether the record says that the user does not own the item.
    package var isUnowned: Bool
    /// The first line of its record in the file, from 1.
    package var line: Int

    /// Creates an item; `values` has one element for each field of the kind.
    package init(
        kind: KindIndex, values: [Value?], completions: [ImportedCompletion] = [],
        identity: String? = nil, unfit: [UnfitValue] = [], isUnowned: Bool = false, line: Int
    ) {
        self.kind = kind
        self.values = values
        self.completions = completions
        self.identity = identity
        self.unfit = unfit
        self.isUnowned = isUnowned
        self.line = line
    }
}

/// A value of a record that its field cannot hold, such as "a lot" for a number of pages, or a
/// text that is not a date.
package struct UnfitValue: Sendable, Equatable {
    /// The name of the field; for the date of a reading, the title of its column.
    package let name: String
    /// The value, on one line.
    package let text: String
}

/// One time at which an imported item was finished.
package struct ImportedCompletion: Sendable, Hashable {
    /// The date on which it was begun; nil if the file does not say.
    package var started: PartialDate?
    /// The date on which it was finished; nil if the file does not say.
    package var on: PartialDate?
    /// The rating of this time, for the rating field of the kind.
    package var rating: Value?
    /// The note or review of this time.
    package var note: String?

    /// Creates a completion.
    package init(
        started: PartialDate? = nil, on: PartialDate? = nil, rating: Value? = nil,
        note: String? = nil
    ) {
        self.started = started
        self.on = on
        self.rating = rating
        self.note = note
    }
}

/// Why a record of a file is rejected.
package enum ImportRejection: Error, Sendable, Equatable {
    /// A value breaks a rule of its field, which belongs to a kind of this name.
    case violation(RuleViolation, kind: String)
    /// The record names no kind, or an unknown one.
    case noKind(String)
    /// The record is not valid in the encoding of the file.
    case notText
    /// The record is longer than the limit.
    case tooLong
    /// A quote is not closed.
    case neverCloses
    /// The record has a value for a field that its kind does not have.
    case hasNoField(String, kind: String)
    /// The record has values beyond the last column of the header.
    case hasMoreCells
    /// The object is not valid JSON.
    case notJSON(JSON.Failure.Reason)
    /// Several items of the file have the title, and the record may belong to any of them.
    case isAmbiguous(title: String)
    /// The value is not a JSON object.
    case notAnObject
}
