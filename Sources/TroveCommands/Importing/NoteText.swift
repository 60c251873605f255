import TroveModel

/// Combines notes from a file and from the library without losing or repeating paragraphs.
enum NoteText {
    /// Returns whether a note has all lines of a text, one after the other.
    static func has(_ text: String, in note: String) -> Bool {
        note == text || "\n\(note)\n".contains("\n\(text)\n")
    }

    /// Returns a note with the paragraphs of a text that it lacks, each after a blank line. A
    /// paragraph that continues one of the note replaces it, and a paragraph that one of the note
    /// continues is not added.
    static func adding(_ text: String?, to note: String?) -> String? {
        guard let text, !text.isEmpty else { return note }
        guard let note, !note.isEmpty else { return text }
        if has(text, in: note) { return note }
        let (former, new) = (divided(note), divided(text))
        if !former.hidden.isEmpty || !new.hidden.isEmpty {
            // The private part stays below its label.
            let shown = adding(new.shown, to: former.shown) ?? ""
            let further = new.hidden.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !has(String($0), in: former.hidden) }
                .drop { $0.isEmpty }.joined(separator: "\n")
            return [shown, former.hidden, further].filter { !$0.isEmpty }
                .joined(separator: "\n\n")
        }
        let added = text.split(separator: "\n\n").map(String.init)
        var paragraphs = note.split(separator: "\n\n").map(String.init)
        let count = paragraphs.count
        for new in added where !has(new, in: note) {
            let place = paragraphs.prefix(count).firstIndex {
                continues($0, new) && !added.contains($0)
            }
            if let place {
                paragraphs[place] = new
            } else if !paragraphs.contains(where: { continues(new, $0) }) {
                paragraphs.append(new)
            }
        }
        return paragraphs == note.split(separator: "\n\n").map(String.init)
            ? note : paragraphs.joined(separator: "\n\n")
    }

    /// Returns the part of a note that pages show, and the rest.
    private static func divided(_ note: String) -> (shown: String, hidden: String) {
        guard let shown = withoutPrivatePart(of: note) else { return ("", note) }
        return (shown, String(note.dropFirst(shown.count).drop(while: \.isNewline)))
    }

    /// Returns a note without the private notes of other programs, which an import keeps under
    /// their names: Goodreads has `Private Notes`, LibraryThing `Private Comment`. Such a note may
    /// have several paragraphs, so what follows it is left out, too. Nil if nothing is left.
    static func withoutPrivatePart(of note: String) -> String? {
        let names = ["private notes:", "private comment:"]
        let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var shown = lines.prefix { line in !names.contains { line.lowercased().hasPrefix($0) } }
        guard shown.count < lines.count else { return note }
        while shown.last?.isEmpty == true { shown.removeLast() }
        return shown.isEmpty ? nil : shown.joined(separator: "\n")
    }

    /// Returns whether a text begins with all words of another one.
    private static func continues(_ former: String, _ text: String) -> Bool {
        guard text.hasPrefix(former) else { return false }
        let rest = text.dropFirst(former.count)
        guard let next = rest.first else { return true }
        // 4.5 does not continue 4.
        let isInNumber = next == "." && rest.dropFirst().first?.isNumber ?? false
        return !next.isLetter && !next.isNumber && !isInNumber
    }

    /// Returns a note with those of the lines that it lacks, after a blank line.
    static func adding(lines: [String], to note: String?) -> String? {
        let new = lines.filter { line in note.map { !has(line, in: $0) } ?? true }
        return new.isEmpty ? note : adding(new.joined(separator: "\n"), to: note)
    }

    /// Returns a line for a value that has no place in its field: `Watched: 2019-03-02`.
    static func line(_ field: Field, _ value: Value) -> String {
        if case .isbn = field.content { return "ISBN: \(value)" }
        return "\(field.name.prefix(1).uppercased())\(field.name.dropFirst()): \(value)"
    }
}
