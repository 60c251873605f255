package import TroveModel

/// The names and values that completion and highlighting know besides the grammar.
package protocol CompletionSource {
    /// Makes the values of a kind that a line names available, if they are not available yet.
    func prepare(_ kind: KindIndex)
    /// Returns the titles that match, in the order in which they are offered.
    ///
    /// - Parameters:
    ///   - pattern: What they match.
    ///   - limit: The largest number of titles to return.
    ///   - isIncluded: Whether titles of items of a kind are returned.
    /// - Returns: The titles.
    func titles(
        matching pattern: TextPattern, limit: Int, where isIncluded: (Kind) -> Bool
    ) -> Matches<String>
    /// Returns the titles of records of finished items that match, each once.
    func recordTitles(matching pattern: TextPattern, limit: Int) -> Matches<String>
    /// Returns whether a text names one item: its title, or the beginning of only one.
    func isTitle(_ text: String) -> Bool
    /// Returns the items with exactly this title.
    func items(titled title: String) -> [(number: ItemNumber, kind: KindIndex)]
    /// Returns whether a text is a title or begins one; true if that is not known yet.
    func hasTitle(beginningWith text: String) -> Bool
    /// Returns the kind of the items with this title, else of those whose titles begin with the
    /// text; nil if there are none, if they are of several kinds, or if that is not known yet.
    func kind(ofTitle text: String) -> KindIndex?
    /// Returns the kind of the item with this number; nil if no item has it.
    func kind(ofItem number: ItemNumber) -> KindIndex?
    /// Returns the position of an item's state on the ladder of its kind; nil if it has none, or if
    /// that is not known yet.
    func rung(ofItem number: ItemNumber) -> Int?
    /// The number of the item that `it` stands for; nil if there is none.
    var it: ItemNumber? { get }
    /// Returns the values of a field of a kind that match: those that items have, the most frequent
    /// first, and then those that are only possible.
    func values(
        of field: FieldIndex, kind: KindIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<KnownValue>
    /// Returns whether `hasValue` knows the values of all items in a field of a kind.
    func knowsAllValues(of field: FieldIndex, kind: KindIndex) -> Bool
    /// Returns whether an item has this text in a field of a kind.
    func hasValue(_ text: String, of field: FieldIndex, kind: KindIndex) -> Bool
    /// The names of the aliases.
    var aliases: [String] { get }
    /// The names of the snapshots.
    var snapshots: [String] { get }
    /// The names of the marks, the newest last.
    var marks: [String] { get }
    /// Whether a text is a time in the past or a mark.
    func isPlace(_ text: String) -> Bool
    /// The numbers of the search results, each with its title.
    var results: [(number: Int, name: String)] { get }
    /// The numbers of the conflicts, each with what it is about.
    var conflicts: [(number: Int, name: String)] { get }
    /// The numbers of the rejected changes, each with what it would have done.
    var rejectedChanges: [(number: Int, name: String)] { get }
    /// The lessons of `demo`.
    var demos: [(name: String, title: String)] { get }
    /// The lessons of `tutorial`. A name begins with the number of the lesson.
    var tutorials: [(name: String, title: String)] { get }
    /// The names of the settings, each with its possible values.
    var settings: [(name: String, choices: [String])] { get }
    /// Returns the files whose path begins with `path`; folders end in a slash.
    func files(beginningWith path: String) -> [String]
}

extension CompletionSource {
    /// Does nothing.
    package func prepare(_ kind: KindIndex) {}

    /// True.
    package func knowsAllValues(of field: FieldIndex, kind: KindIndex) -> Bool { true }

    /// No items.
    package func items(titled title: String) -> [(number: ItemNumber, kind: KindIndex)] { [] }

    /// Looks a text up among the titles.
    package func hasTitle(beginningWith text: String) -> Bool {
        titles(matching: TextPattern(text, upTo: .beginning), limit: 1) { _ in true }.total > 0
    }

    /// No state.
    package func rung(ofItem number: ItemNumber) -> Int? { nil }

    /// No item.
    package var it: ItemNumber? { nil }

    /// No marks.
    package var marks: [String] { [] }

    /// Only marks.
    package func isPlace(_ text: String) -> Bool { marks.contains(text) }

    /// No results.
    package var results: [(number: Int, name: String)] { [] }

    /// No conflicts.
    package var conflicts: [(number: Int, name: String)] { [] }

    /// No rejected changes.
    package var rejectedChanges: [(number: Int, name: String)] { [] }

    /// No lessons.
    package var demos: [(name: String, title: String)] { [] }

    /// No lessons.
    package var tutorials: [(name: String, title: String)] { [] }
}
