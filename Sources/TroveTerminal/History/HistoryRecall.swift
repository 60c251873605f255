/// Walking through the history with the arrow keys.
///
/// The lines that the other sessions enter meanwhile are not in the way: they are found by
/// searching.
package struct HistoryRecall {
    private var entries: [String]
    /// The place in `entries`; their count stands for the line that is being typed.
    private var place: Int
    private var typed = ""

    /// A walk that begins at the line that is being typed.
    ///
    /// - Parameter entries: Oldest first.
    package init(entries: [String]) {
        self.entries = entries
        place = entries.count
    }

    /// A new line begins.
    package mutating func begin() {
        place = entries.count
        typed = ""
    }

    /// Adds what was entered in this session.
    package mutating func add(_ entry: String) {
        entries.removeAll { $0 == entry }
        entries.append(entry)
        begin()
    }

    /// The entry before; nil at the oldest.
    ///
    /// - Parameters:
    ///   - line: The line as it is, to come back to.
    ///   - prefix: What the entry must begin with.
    /// - Returns: The entry to show.
    package mutating func older(than line: String, prefix: String = "") -> String? {
        guard
            let found = entries[..<place].lastIndex(where: { $0.hasPrefix(prefix) && $0 != line })
        else { return nil }
        if place == entries.count { typed = line }
        place = found
        return entries[found]
    }

    /// The entry after, or what was typed after the newest; nil when that is shown already.
    package mutating func newer(than line: String, prefix: String = "") -> String? {
        guard place < entries.count else { return nil }
        let rest = entries[(place + 1)...]
        guard let found = rest.firstIndex(where: { $0.hasPrefix(prefix) && $0 != line }) else {
            place = entries.count
            return typed
        }
        place = found
        return entries[found]
    }
}
