/// A unified diff of two texts.
enum LineDifference {
    /// Returns the changed lines, marked `-` for expected and `+` for found, each change with up to
    /// three lines of context.
    static func describe(expected: String, found: String) -> String {
        let old = lines(expected)
        let new = lines(found)
        let context = 3
        let entries = merge(old, new)
        var shown = ""
        var last = -1
        for (index, entry) in entries.enumerated() {
            let near = entries[max(0, index - context)..<min(entries.count, index + context + 1)]
            guard near.contains(where: { $0.mark != " " }) else { continue }
            if index != last + 1 || last == -1 { shown += "@@ line \(entry.line) @@\n" }
            shown += "\(entry.mark)\(Evidence.visible(entry.text))\n"
            last = index
        }
        return shown
    }

    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" {
            lines.removeLast()
        } else {
            // The wording of diff(1).
            lines.append("\\ No newline at end of file")
        }
        return lines
    }

    /// Merges the lines of both texts in order, with line numbers of the expected text.
    private static func merge(
        _ old: [String], _ new: [String]
    ) -> [(mark: Character, line: Int, text: String)] {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var entries: [(mark: Character, line: Int, text: String)] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            if removed.contains(oldIndex) {
                entries.append(("-", oldIndex + 1, old[oldIndex]))
                oldIndex += 1
            } else if inserted.contains(newIndex) {
                entries.append(("+", oldIndex + 1, new[newIndex]))
                newIndex += 1
            } else {
                entries.append((" ", oldIndex + 1, old[oldIndex]))
                (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
            }
        }
        return entries
    }
}
