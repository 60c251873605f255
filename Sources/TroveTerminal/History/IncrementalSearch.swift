/// An incremental search of the history, as Ctrl-R does it.
///
/// Pure: it takes letters and returns a match.
package struct IncrementalSearch {
    /// The search text.
    package private(set) var query = ""
    /// The matching entry; nil before the first letter and when nothing matches.
    package private(set) var match: String?
    /// Whether nothing matches the query.
    package var hasFailed: Bool { match == nil && !query.isEmpty }

    private let entries: [String]
    private var place: Int

    /// Creates a search with an empty query.
    ///
    /// - Parameter entries: Oldest first.
    package init(entries: [String]) {
        self.entries = entries
        place = entries.count
    }

    /// Extends the query, and searches from the current match.
    package mutating func extend(by text: String) {
        query += text
        find(from: min(place, entries.count - 1))
    }

    /// Deletes the last character of the query and searches again from the newest entry.
    package mutating func shorten() {
        guard !query.isEmpty else { return }
        query.removeLast()
        place = entries.count
        find(from: entries.count - 1)
    }

    /// Moves to the next older match. Returns false and keeps the current one when there is none.
    package mutating func older() -> Bool {
        guard !query.isEmpty, match != nil else { return false }
        let shown = match
        var index = place - 1
        while index >= 0 {
            if fits(entries[index]), entries[index] != shown {
                place = index
                match = entries[index]
                return true
            }
            index -= 1
        }
        return false
    }

    /// Moves to the next newer match. Returns false and keeps the current one when there is none.
    package mutating func newer() -> Bool {
        guard !query.isEmpty, match != nil, place < entries.count else { return false }
        guard let found = entries[(place + 1)...].firstIndex(where: { fits($0) }) else {
            return false
        }
        place = found
        match = entries[found]
        return true
    }

    private mutating func find(from start: Int) {
        match = nil
        guard !query.isEmpty, start >= 0 else { return }
        if let found = entries[...start].lastIndex(where: { fits($0) }) {
            place = found
            match = entries[found]
        }
    }

    /// Whether an entry contains the query. A lowercase query ignores case.
    private func fits(_ entry: String) -> Bool {
        if entry.contains(query) { return true }
        guard query == query.lowercased() else { return false }
        return entry.lowercased().contains(query)
    }
}
