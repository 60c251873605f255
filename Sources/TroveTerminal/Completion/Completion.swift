/// What Tab can insert into a line.
package struct Completion: Sendable, Equatable {
    /// One text that fits at the cursor.
    package struct Candidate: Sendable, Equatable {
        /// The text to insert, quoted where the language requires quotes.
        package var insertion: String
        /// The text that the list shows.
        package var label: String
        /// A line of help, shown when the list is short.
        package var note: String?
        /// Whether the candidate completes the word: if it is the only one, a space follows it.
        package var isFinal: Bool

        /// Creates a candidate. The label defaults to the insertion.
        package init(
            insertion: String, label: String? = nil, note: String? = nil, isFinal: Bool = true
        ) {
            self.insertion = insertion
            self.label = label ?? insertion
            self.note = note
            self.isFinal = isFinal
        }
    }

    /// The part of the line that a candidate replaces, in UTF-8 offsets.
    package var replaced: Range<Int>
    /// The candidates in display order; may be fewer than `total`.
    package var candidates: [Candidate]
    /// The number of candidates in all.
    package var total: Int
    /// Whether there may be more than `total`, because the search was cut short.
    package var isCut: Bool
    /// The prefix that all candidates share, inserted when there are several; nil to insert
    /// nothing.
    package var commonPrefix: String?

    /// Creates a completion. `total` defaults to the number of candidates.
    package init(
        replaced: Range<Int>, candidates: [Candidate], total: Int? = nil, isCut: Bool = false,
        commonPrefix: String? = nil
    ) {
        self.replaced = replaced
        self.candidates = candidates
        self.total = max(candidates.count, total ?? 0)
        self.isCut = isCut
        self.commonPrefix = commonPrefix
    }

    /// A completion without candidates.
    package static let none = Completion(replaced: 0..<0, candidates: [])
}
