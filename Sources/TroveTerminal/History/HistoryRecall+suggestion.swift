/// Entries that continue the line that is being typed.
extension HistoryRecall {
    /// Returns the newest entry that begins with a line and is longer, and has not failed.
    func newest(beginningWith line: String) -> String? {
        guard !line.isEmpty else { return nil }
        return entries.last { entry in
            entry.utf8.count > line.utf8.count && entry.utf8.starts(with: line.utf8)
                // The rest must not begin in the middle of a character.
                && entry.hasPrefix(line) && !failed.contains(entry)
        }
    }
}

extension LineEditor {
    /// Returns the newest entry that begins with a line and is longer, and has not failed: one of
    /// this session, or of the history file at its start.
    package func newestEntry(beginningWith line: String) -> String? {
        recall.newest(beginningWith: line)
    }
}
