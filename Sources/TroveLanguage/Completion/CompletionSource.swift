package import TroveModel

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

    /// Creates a suggestion. The label defaults to the insertion.
    package init(
        _ insertion: String, label: String? = nil, note: String? = nil, isFinal: Bool = true
    ) {
        self.insertion = insertion
        self.label = label ?? insertion
        self.note = note
        self.isFinal = isFinal
    }
}

/// The names and values that completion suggests.
package protocol CompletionSource {
    /// Returns the titles that begin with a text, in order, and their total number.
    func titles(beginningWith text: String, limit: Int) -> (titles: [String], total: Int)
    /// Returns the titles of records of finished items that begin with a text, each once, in order,
    /// and their total number.
    func recordTitles(beginningWith text: String, limit: Int) -> (titles: [String], total: Int)
    /// Returns the existing and the possible values of a field of a kind, including those that
    /// begin with a text.
    func values(of field: FieldIndex, kind: KindIndex, beginningWith text: String) -> [String]
    /// The names of the aliases.
    var aliases: [String] { get }
    /// The names of the snapshots.
    var snapshots: [String] { get }
    /// The names of the settings, each with its possible values.
    var settings: [(name: String, choices: [String])] { get }
    /// Returns the files whose path begins with `path`; folders end in a slash.
    func files(beginningWith path: String) -> [String]
}

extension CompletionSource {
    /// No records.
    package func recordTitles(
        beginningWith text: String, limit: Int
    ) -> (titles: [String], total: Int) { ([], 0) }
}
