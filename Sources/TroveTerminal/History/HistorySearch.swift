/// Searching the history letter by letter, as Ctrl-R does.
///
/// Pure: letters come in, a match comes out.
package struct HistorySearch {
    /// What is searched for.
    package private(set) var query = ""
    /// The entry that is found; nil before the first letter and when nothing fits.
    package private(set) var match: String?
    /// Whether nothing fits the query.
    package var hasFailed: Bool { match == nil && !query.isEmpty }

    private let entries: [String]
    private var place: Int

    /// A search that has found nothing yet.
    ///
    /// - Parameter entries: Oldest first.
    package init(entries: [String]) {
        self.entries = entries
        place = entries.count
    }

    /// Adds to the query; the search begins at the match that is shown.
    package mutating func extend(by text: String) {
        query += text
        find(from: min(place, entries.count - 1))
    }

    /// Takes the last character of the query back and searches from the newest again.
    package mutating func shorten() {
        guard !query.isEmpty else { return }
        query.removeLast()
        place = entries.count
        find(from: entries.count - 1)
    }

    /// Goes to the next older match; false when there is none, and the shown one stays.
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

    /// Goes to the next newer match; false when there is none, and the shown one stays.
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

    /// A query in small letters finds capitals too.
    private func fits(_ entry: String) -> Bool {
        if entry.contains(query) { return true }
        guard query == query.lowercased() else { return false }
        return entry.lowercased().contains(query)
    }
}
