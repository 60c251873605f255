/// An incremental search of the history, as with Ctrl-R.
///
/// Pure: it takes letters and movements, and returns the rows of a list, the newest entry first. An
/// entry matches if it contains all words of the query, in any order.
package struct IncrementalSearch {
    /// The search text.
    package private(set) var query = ""
    /// The selected entry; nil before the first letter or movement, and when nothing matches.
    package var match: String? { selected.map { entries[matches[$0]] } }
    /// Whether nothing matches the query.
    package var hasFailed: Bool { matches.isEmpty && !query.isEmpty }

    private let entries: [String]
    /// The folded entries, computed for the first letter.
    private var keys: [[UInt8]] = []
    private let key: (String) -> [UInt8]
    /// The indices of the entries that match, newest first.
    private var matches: [Int]
    /// The index in `matches`.
    private var selected: Int?
    private var window = ListWindow()
    /// The number of rows for entries.
    private var height = 1

    /// Creates a search with an empty query, which lists all entries.
    ///
    /// - Parameters:
    ///   - entries: Oldest first.
    ///   - key: Returns the form in which texts are compared.
    package init(entries: [String], key: @escaping (String) -> [UInt8]) {
        self.entries = entries
        self.key = key
        matches = Array(entries.indices.reversed())
    }

    /// Extends the query. The selection stays if the entry still matches, otherwise it goes to the
    /// newest entry.
    package mutating func extend(by text: String) {
        let shown = selected.map { matches[$0] }
        query += text
        let words = self.words
        if keys.isEmpty { keys = entries.map(key) }
        matches = matches.filter { fits($0, words) }
        select(words.isEmpty ? nil : shown.flatMap { matches.firstIndex(of: $0) } ?? 0)
    }

    /// Deletes the last character of the query and selects the newest entry.
    package mutating func shorten() {
        guard !query.isEmpty else { return }
        query.removeLast()
        let words = self.words
        matches = entries.indices.reversed().filter { fits($0, words) }
        select(words.isEmpty ? nil : 0)
    }

    /// Selects the next older match. Returns false and keeps the selection when there is none.
    package mutating func older() -> Bool {
        let next = selected.map { $0 + 1 } ?? 0
        guard next < matches.count else { return false }
        select(next)
        return true
    }

    /// Selects the next newer match. Returns false and keeps the selection when there is none.
    package mutating func newer() -> Bool {
        guard let selected, selected > 0 else { return false }
        select(selected - 1)
        return true
    }

    // MARK: Drawing

    /// Adapts the list to the number of rows that it may take, at least 1.
    package mutating func fit(rows: Int) {
        height = matches.count <= rows ? max(1, matches.count) : max(1, rows - 1)
        window.show(selected, size: height, of: matches.count)
    }

    /// Returns the rows of the list, each narrower than `columns`.
    package func rows(columns: Int, style: Style) -> [TerminalText] {
        let room = max(2, columns - 1)
        let words = self.words
        let shown = matches.indices.dropFirst(window.first).prefix(height)
        var rows = shown.map { row(of: $0, words, room, style) }
        if matches.count > height {
            let count: TerminalText =
                selected.map { "\($0 + 1) of \(matches.count)" }
                ?? "… \(matches.count - shown.count) more"
            rows.append(style(.faint, " " + count.truncated(to: room - 1)))
        }
        return rows
    }

    private func row(of index: Int, _ words: [[UInt8]], _ room: Int, _ style: Style)
        -> TerminalText
    {
        let isSelected = index == selected
        let mark: TerminalText = isSelected && !style.isEnabled ? ">" : " "
        let text = MatchedText(entries[matches[index]], words, key: key)
        let row = text.pieces(width: room - 1).map { piece in
            switch (piece.isMatch, isSelected) {
            case (true, true): style(.selectedMatch, piece.text)
            case (true, false): style(.match, piece.text)
            case (false, true): style(.selected, piece.text)
            case (false, false): piece.text
            }
        }
        return (isSelected ? style(.selected, mark) : mark) + row.joined()
    }

    // MARK: Matching

    /// The words of the query in the form in which they are compared.
    private var words: [[UInt8]] {
        query.split(whereSeparator: \.isWhitespace).map { key(String($0)) }.filter { !$0.isEmpty }
    }

    private func fits(_ entry: Int, _ words: [[UInt8]]) -> Bool {
        words.allSatisfy { keys[entry].firstRange(of: $0) != nil }
    }

    private mutating func select(_ index: Int?) {
        selected = index.flatMap { $0 < matches.count ? $0 : nil }
        window.show(selected, size: height, of: matches.count)
    }
}
