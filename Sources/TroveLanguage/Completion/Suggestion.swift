/// A completion for the word at the cursor.
package struct Suggestion: Sendable, Equatable {
    /// The text to insert, with the quotes it needs.
    package let insertion: String
    /// The text to display.
    package let label: String
    /// A line of help, or nil.
    package let note: String?
    /// Whether the argument is complete; `genre:` still needs its value.
    package let isFinal: Bool
    /// Whether the label is a title that the language reads without quotes, too, unless it has
    /// signs or words with another meaning.
    private let isPhrase: Bool

    /// The text as several words without quotes, where the language reads them as one argument;
    /// nil elsewhere.
    package var unquoted: String? { isPhrase ? Quoting.words(label) : nil }

    /// Whether the text to insert is the number of an item whose title is displayed.
    package var isNumber: Bool {
        insertion != label && insertion.utf8.allSatisfy { $0 &- 0x30 < 10 }
    }

    /// Creates a suggestion. The label defaults to the insertion.
    package init(
        _ insertion: String, label: String? = nil, note: String? = nil, isFinal: Bool = true,
        isPhrase: Bool = false
    ) {
        self.insertion = insertion
        self.label = label ?? insertion
        self.note = note
        self.isFinal = isFinal
        self.isPhrase = isPhrase
    }
}
