/// What the key Tab can put into a line.
package struct Completion: Sendable, Equatable {
    /// One text that could stand there.
    package struct Candidate: Sendable, Equatable {
        /// What is put into the line, quoted where the language wants quotes.
        package var insertion: String
        /// What the list shows.
        package var label: String
        /// A line of help, shown when the list is short.
        package var note: String?
        /// Whether the word is complete: being the only candidate, it gets a space.
        package var isFinal: Bool

        /// A candidate; the label is the insertion unless another is given.
        package init(
            insertion: String, label: String? = nil, note: String? = nil, isFinal: Bool = true
        ) {
            self.insertion = insertion
            self.label = label ?? insertion
            self.note = note
            self.isFinal = isFinal
        }
    }

    /// The part of the line that a candidate takes the place of, in UTF-8 offsets.
    package var replaced: Range<Int>
    /// The candidates in the order they are shown in; there may be more than these.
    package var candidates: [Candidate]
    /// How many there are in all.
    package var total: Int
    /// What all candidates begin with, put into the line when there are several; nil for nothing.
    package var commonPrefix: String?

    /// A completion; without `total`, the candidates are all there are.
    package init(
        replaced: Range<Int>, candidates: [Candidate], total: Int? = nil,
        commonPrefix: String? = nil
    ) {
        self.replaced = replaced
        self.candidates = candidates
        self.total = max(candidates.count, total ?? 0)
        self.commonPrefix = commonPrefix
    }

    /// Nothing fits.
    package static let none = Completion(replaced: 0..<0, candidates: [])
}
