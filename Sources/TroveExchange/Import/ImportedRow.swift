package import TroveCodecs
package import TroveModel

/// What a record of a file becomes.
package enum ImportedRow: Sendable {
    /// A thing of the collection, with a place for each field of its kind.
    case thing(ImportedThing)
    /// It cannot be taken: the line it begins in, why, and its cells as they stand in the file.
    case rejected(line: Int, ImportRejection, cells: [String])
    /// It is nothing of ours: an empty line, a film that was not watched yet.
    case leftOut(line: Int)
}

/// A thing that stands in a file.
package struct ImportedThing: Sendable, Equatable {
    /// The position of its kind among the kinds.
    package var kind: Int
    /// One place for each field of the kind. They meet the rules of each field; whether they fit
    /// together, and what a thing gets that has none, is for whoever adds it.
    package var values: [Value?]
    /// The line of the file in which it begins, from 1.
    package var line: Int

    package init(kind: Int, values: [Value?], line: Int) {
        self.kind = kind
        self.values = values
        self.line = line
    }
}

/// Why a record of a file cannot become a thing.
package enum ImportRejection: Error, Sendable, Equatable {
    /// A value breaks a rule of its field.
    case violation(RuleViolation)
    /// The record does not say what kind of thing it is, or names one that there is not.
    case noKind(String)
    /// Bytes that are no text in the file's encoding.
    case isNoText
    /// The record is longer than any may be.
    case tooLong
    /// A quote is opened and never closed.
    case neverCloses
    /// The record has a value in a field that things of its kind do not have.
    case hasNoField(String, kind: String)
    /// The record has values beyond the last column of the header.
    case hasMoreCells
    /// Where an object should stand there is something that is no JSON.
    case isNoJSON(JSON.Failure.Reason)
    /// JSON that is no object.
    case isNoObject
}
