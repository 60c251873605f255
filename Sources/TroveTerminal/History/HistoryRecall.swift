/// Walks through the history with the arrow keys.
///
/// On an empty line, ↑ goes through all entries. With a text typed, it goes through the entries
/// that begin with the text, then through those that contain it. An entry that was edited, and left
/// with an arrow key, stays edited until a line is entered. The walk ignores entries from other
/// sessions; Ctrl-R finds them.
package struct HistoryRecall {
    /// A walk through the entries that match a typed text.
    private struct Search {
        /// The line as it was typed.
        let typed: String
        /// The entries in the order of the walk.
        let found: [String]
        /// The index in `found` of the entry that is shown.
        var place: Int
    }

    /// The entries, oldest first.
    package private(set) var entries: [String]
    /// The entries whose commands have failed in this session, and were not entered again since.
    private(set) var failed: Set<String> = []
    /// The position in `entries`; `entries.count` stands for the line that is being typed.
    private var place: Int
    /// The lines that were changed and left, by their positions; the one at `entries.count` was
    /// typed.
    private var changed: [Int: String] = [:]
    /// The prefix by which the shown entry was found; nil if the step accepted any entry.
    private var searched: String?
    /// The walk that ↑ began from a typed text.
    private var search: Search?
    /// Whether the newest entry is only offered, and not part of the history.
    private var hasOffer = false

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
        changed = [:]
        searched = nil
        search = nil
    }

    /// Adds an entry of this session.
    package mutating func add(_ entry: String) {
        offer(nil)
        failed.remove(entry)
        entries.removeAll { $0 == entry }
        entries.append(entry)
        begin()
    }

    /// Records that the command of an entry has failed. The walk still shows it, to be corrected.
    package mutating func noteFailure(of entry: String) {
        failed.insert(entry)
    }

    /// Whether a line is what the walk has shown, unchanged.
    package func shows(_ line: String) -> Bool {
        if let search { return line == search.found[search.place] }
        return place < entries.count && line == self.line(at: place)
    }

    /// Returns the line that a step to a position shows.
    private func line(at place: Int) -> String {
        changed[place] ?? (place < entries.count ? entries[place] : "")
    }

    /// Goes to the entry that ↑ shows.
    ///
    /// - Parameters:
    ///   - line: The current line. Unless the walk has shown it, it is searched for.
    ///   - key: Returns the form in which texts are compared.
    /// - Returns: The entry, or nil when there are no more.
    package mutating func up(from line: String, key: (String) -> [UInt8]) -> String? {
        if let current = search, shows(line) {
            guard current.place + 1 < current.found.count else { return nil }
            search?.place += 1
            return current.found[current.place + 1]
        }
        search = nil
        if shows(line) || line.allSatisfy(\.isWhitespace) { return older(than: line) }
        let found = matches(for: line, key: key)
        guard let first = found.first else { return nil }
        search = Search(typed: line, found: found, place: 0)
        place = entries.count
        return first
    }

    /// Returns the entry that ↓ shows, or the line as it was typed after the newest; nil when that
    /// is already shown.
    package mutating func down(from line: String) -> String? {
        guard let current = search, line == current.found[current.place] else {
            search = nil
            return newer(than: line)
        }
        guard current.place > 0 else {
            search = nil
            return current.typed
        }
        search?.place -= 1
        return current.found[current.place - 1]
    }

    /// Returns the entries that begin with a text, then those that contain it, each newest first.
    private func matches(for line: String, key: (String) -> [UInt8]) -> [String] {
        let wanted = key(line)
        var beginning: [String] = []
        var containing: [String] = []
        for entry in entries.reversed() where entry != line {
            let folded = key(entry)
            if folded.starts(with: wanted) {
                beginning.append(entry)
            } else if folded.firstRange(of: wanted) != nil {
                containing.append(entry)
            }
        }
        return beginning + containing
    }

    /// Makes a text the newest entry, although it was never entered. It stays until the next
    /// offer, or until an entry is added; nil only removes the former offer.
    package mutating func offer(_ entry: String?) {
        if hasOffer { entries.removeLast() }
        hasOffer = entry != nil
        if let entry { entries.append(entry) }
        begin()
    }

    /// Returns the previous entry, or nil at the oldest.
    ///
    /// - Parameters:
    ///   - line: The current line, kept so that `newer` can return to it.
    ///   - prefix: What the entry must begin with, the line before the cursor; nil for any entry.
    ///     At the end of an entry that such a step has shown, the step goes on with that step's
    ///     prefix.
    /// - Returns: The entry to show.
    package mutating func older(than line: String, prefix: String? = nil) -> String? {
        let wanted = beginning(prefix, of: line)
        guard
            let found = (0..<place).last(where: {
                let entry = self.line(at: $0)
                return entry.hasPrefix(wanted ?? "") && entry != line
            })
        else { return nil }
        leave(line, for: found)
        searched = wanted
        return self.line(at: place)
    }

    /// Returns the next entry, or the saved line after the newest; nil when that is already shown.
    package mutating func newer(than line: String, prefix: String? = nil) -> String? {
        guard place < entries.count else { return nil }
        let wanted = beginning(prefix, of: line)
        let found = ((place + 1)..<entries.count).first {
            let entry = self.line(at: $0)
            return entry.hasPrefix(wanted ?? "") && entry != line
        }
        leave(line, for: found ?? entries.count)
        searched = wanted
        return self.line(at: place)
    }

    /// Goes to a position, and keeps the line that is left.
    private mutating func leave(_ line: String, for found: Int) {
        if line != self.line(at: place) { changed[place] = line }
        place = found
    }

    /// Returns what the entries of a step must begin with: the prefix of the step before if the
    /// line is what that step has shown, and the cursor is at its end.
    private func beginning(_ prefix: String?, of line: String) -> String? {
        guard let prefix, let searched, prefix == line,
            line == self.line(at: place)
        else { return prefix }
        return searched
    }
}
