package import TroveModel

/// What could stand at a place in a line.
package struct Suggestion: Sendable, Equatable {
    /// As it is typed, with the quotes it needs.
    package let insertion: String
    /// As it is shown.
    package let label: String
    /// A line of help, nil where there is none.
    package let note: String?
    /// Whether the argument ends with it; `genre:` waits for its value.
    package let isFinal: Bool

    /// Makes a suggestion; without a label it is shown as it is typed.
    package init(
        _ insertion: String, label: String? = nil, note: String? = nil, isFinal: Bool = true
    ) {
        self.insertion = insertion
        self.label = label ?? insertion
        self.note = note
        self.isFinal = isFinal
    }
}

/// What the collection knows, for completion.
package protocol CompletionSource {
    /// The titles that begin so, in order, and how many there are in all.
    func titles(beginningWith text: String, limit: Int) -> (titles: [String], total: Int)
    /// The values that a field of a kind has or could have, those that begin with a text among them.
    func values(of field: FieldIndex, kind: KindIndex, beginningWith text: String) -> [String]
    /// Names that stand for the beginning of a command.
    var aliases: [String] { get }
    /// The names of the snapshots that there are.
    var snapshots: [String] { get }
    /// The names of settings, each with its choices.
    var settings: [(name: String, choices: [String])] { get }
    /// Files whose path begins so; folders end in a slash.
    func files(beginningWith path: String) -> [String]
}
