package import TroveCodecs
package import TroveModel

/// A record of a file, as an item or the reason why not.
package enum ImportedRow: Sendable {
    /// An item, with a place for each field of its kind.
    case item(ImportedItemRow)
    /// A rejected record: the line on which it begins, why, and its cells as they stand in the file.
    case rejected(line: Int, ImportRejection, cells: [String])
    /// A record that is not imported on purpose: a film not watched yet.
    case leftOut(line: Int)
}

/// An item in a file.
package struct ImportedItemRow: Sendable, Equatable {
    /// The position of its kind among the kinds.
    package var kind: KindIndex
    /// One place for each field of the kind. Each value meets the rules of its field; rules across
    /// fields and initial values are up to the caller.
    package var values: [Value?]
    /// The line of the file on which it begins, from 1.
    package var line: Int

    package init(kind: KindIndex, values: [Value?], line: Int) {
        self.kind = kind
        self.values = values
        self.line = line
    }
}

/// Why a record of a file is rejected.
package enum ImportRejection: Error, Sendable, Equatable {
    /// A value breaks a rule of its field.
    case violation(RuleViolation)
    /// The record names no kind, or an unknown one.
    case noKind(String)
    /// Bytes that are invalid in the encoding of the file.
    case isNoText
    /// The record is longer than the limit.
    case tooLong
    /// A quote is not closed.
    case neverCloses
    /// The record has a value for a field that its kind does not have.
    case hasNoField(String, kind: String)
    /// The record has values beyond the last column of the header.
    case hasMoreCells
    /// The object is not JSON.
    case isNoJSON(JSON.Failure.Reason)
    /// The JSON is not an object.
    case isNoObject
}
