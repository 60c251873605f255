import TroveModel

/// Combines notes from a file and from the library without losing or repeating paragraphs.
enum NoteText {
    /// Returns whether a note has all lines of a text, one after the other.
    static func has(_ text: String, in note: String) -> Bool {
        has(text, in: Lines(note))
    }

    private static func has(_ text: String, in note: Lines) -> Bool {
        let wanted = lines(of: text)
        guard let first = wanted.first, note.known.contains(first) else { return false }
        if wanted.count == 1 { return true }
        return note.all.indices.contains { index in
            note.all[index] == first && note.all[index...].starts(with: wanted)
        }
    }

    /// The lines of a note.
    private struct Lines {
        let all: [Substring]
        let known: Set<Substring>

        init(_ note: String) {
            all = NoteText.lines(of: note)
            known = Set(all)
        }
    }

    private static let lineEnd = UInt8(ascii: "\n")

    private static func lines(of text: String) -> [Substring] {
        text.utf8.split(separator: lineEnd, omittingEmptySubsequences: false).map(Substring.init)
    }

    /// Returns the parts of a text between two line ends.
    private static func paragraphs(of text: String) -> [String] {
        let bytes = text.utf8
        var paragraphs: [String] = []
        var (start, index) = (bytes.startIndex, bytes.startIndex)
        while let end = bytes[index...].firstIndex(of: lineEnd) {
            index = bytes.index(after: end)
            guard index < bytes.endIndex, bytes[index] == lineEnd else { continue }
            paragraphs.append(String(text[start..<end]))
            index = bytes.index(after: index)
            start = index
        }
        paragraphs.append(String(text[start...]))
        return paragraphs.filter { !$0.isEmpty }
    }

    /// Returns a note with the paragraphs of a text that it lacks, each after a blank line. A
    /// paragraph that continues one of the note replaces it, and a paragraph that one of the note
    /// continues is not added.
    static func adding(_ text: String?, to note: String?) -> String? {
        guard let text, !text.isEmpty else { return note }
        guard let note, !note.isEmpty else { return text }
        return adding(text, to: note, Lines(note))
    }

    /// Returns what `adding(_:to:)` does, for a note whose lines are known.
    private static func adding(_ text: String, to note: String, _ lines: Lines) -> String {
        if has(text, in: lines) { return note }
        let (former, new) = (divided(note), divided(text))
        if !former.hidden.isEmpty || !new.hidden.isEmpty {
            // The private part stays below its label.
            let shown = adding(new.shown, to: former.shown) ?? ""
            let hidden = Lines(former.hidden)
            let further = self.lines(of: new.hidden).filter { !hidden.known.contains($0) }
                .drop { $0.isEmpty }.joined(separator: "\n")
            return [shown, former.hidden, further].filter { !$0.isEmpty }
                .joined(separator: "\n\n")
        }
        let added = paragraphs(of: text)
        let isAdded = Set(added)
        var paragraphs = paragraphs(of: note)
        var further: [String] = []
        var isReplaced = false
        for new in added where !has(new, in: lines) {
            let place = paragraphs.firstIndex { continues($0, new) && !isAdded.contains($0) }
            if let place {
                paragraphs[place] = new
                isReplaced = true
            } else if !paragraphs.contains(where: { continues(new, $0) }),
                !further.contains(where: { continues(new, $0) })
            {
                further.append(new)
            }
        }
        // Without a replacement, the note stays as it is written.
        return ((isReplaced ? paragraphs : [note]) + further).joined(separator: "\n\n")
    }

    /// Returns the part of a note that pages show, and the rest.
    private static func divided(_ note: String) -> (shown: String, hidden: String) {
        guard let shown = withoutPrivatePart(of: note) else { return ("", note) }
        if shown == note { return (note, "") }
        return (shown, String(note.dropFirst(shown.count).drop(while: \.isNewline)))
    }

    /// Returns a note without the private notes of other programs, which an import keeps under
    /// their names: Goodreads has `Private Notes`, LibraryThing `Private Comment`. Such a note may
    /// have several paragraphs, so what follows it is left out, too. Nil if nothing is left.
    static func withoutPrivatePart(of note: String) -> String? {
        guard hasPrivate(note) else { return note }
        let names = ["private notes:", "private comment:"]
        let lines = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var shown = lines.prefix { line in !names.contains { line.lowercased().hasPrefix($0) } }
        guard shown.count < lines.count else { return note }
        while shown.last?.isEmpty == true { shown.removeLast() }
        return shown.isEmpty ? nil : shown.joined(separator: "\n")
    }

    /// Returns whether the word `private` occurs, in any case. An import merges thousands of rows
    /// into one note, and almost no note has it.
    private static func hasPrivate(_ note: String) -> Bool {
        let word = "private".utf8.span
        let bytes = note.utf8.span
        guard bytes.count >= word.count else { return false }
        return (0...bytes.count - word.count).contains { start in
            word.indices.allSatisfy { bytes[start + $0] | 0x20 == word[$0] }
        }
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
        guard !lines.isEmpty else { return note }
        guard let note, !note.isEmpty else { return lines.joined(separator: "\n") }
        let former = Lines(note)
        let new = lines.filter { !has($0, in: former) }
        return new.isEmpty ? note : adding(new.joined(separator: "\n"), to: note, former)
    }

    /// Returns a line for a value that has no place in its field: `Watched: 2019-03-02`.
    static func line(_ field: Field, _ value: Value) -> String {
        if case .isbn = field.content { return "ISBN: \(value)" }
        return "\(field.name.prefix(1).uppercased())\(field.name.dropFirst()): \(value)"
    }
}
