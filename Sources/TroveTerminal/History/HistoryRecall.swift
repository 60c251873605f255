/// Walks through the history with the arrow keys.
///
/// The walk ignores entries from other sessions; search finds them.
package struct HistoryRecall {
    private var entries: [String]
    /// The position in `entries`; `entries.count` stands for the line that is being typed.
    private var place: Int
    private var typed = ""

    /// Starts at the line that is being typed.
    ///
    /// - Parameter entries: Oldest first.
    package init(entries: [String]) {
        self.entries = entries
        place = entries.count
    }

    /// Starts again for a new line.
    package mutating func begin() {
        place = entries.count
        typed = ""
    }

    /// Adds an entry of this session.
    package mutating func add(_ entry: String) {
        entries.removeAll { $0 == entry }
        entries.append(entry)
        begin()
    }

    /// Returns the previous entry, or nil at the oldest.
    ///
    /// - Parameters:
    ///   - line: The current line, kept so that `newer` can return to it.
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

    /// Returns the next entry, or the saved line after the newest; nil when that is already shown.
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
