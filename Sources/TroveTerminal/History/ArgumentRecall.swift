/// Inserts the last arguments of earlier commands, as Alt-. does: each further press goes one
/// command back.
struct ArgumentRecall {
    /// An argument to insert.
    struct Insertion {
        let text: String
        /// The number of scalars before the cursor that it replaces.
        let replaced: Int
    }

    /// What the last press inserted.
    private struct Press {
        let line: [UInt32]
        let cursor: Int
        /// The index of the entry whose argument was inserted.
        let entry: Int
        let inserted: String
    }

    private var last: Press?

    /// Goes to the next argument.
    ///
    /// - Parameters:
    ///   - line: The scalars of the line.
    ///   - cursor: The number of scalars before the cursor.
    ///   - entries: The commands, oldest first.
    ///   - argument: Returns the last argument of a command as it was typed, or nil without one.
    /// - Returns: The argument to insert, or nil if no earlier command has one.
    mutating func next(
        _ line: [UInt32], cursor: Int, entries: [String], argument: (String) -> String?
    ) -> Insertion? {
        let isRepeated = last.map { $0.line == line && $0.cursor == cursor } ?? false
        let previous = isRepeated ? last : nil
        for index in entries.indices[..<(previous?.entry ?? entries.count)].reversed() {
            guard let text = argument(entries[index]), text != previous?.inserted else { continue }
            let replaced = previous?.inserted.unicodeScalars.count ?? 0
            var changed = line
            changed.replaceSubrange(
                cursor - replaced..<cursor, with: text.unicodeScalars.map(\.value))
            last = Press(
                line: changed, cursor: cursor - replaced + text.unicodeScalars.count, entry: index,
                inserted: text)
            return Insertion(text: text, replaced: replaced)
        }
        return nil
    }
}
