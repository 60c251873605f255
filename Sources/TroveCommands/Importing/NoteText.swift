import TroveModel

/// Combines notes from a file and from the library without losing or repeating paragraphs.
enum NoteText {
    /// Returns whether a note has all lines of a text, one after the other.
    static func has(_ text: String, in note: String) -> Bool {
        note == text || "\n\(note)\n".contains("\n\(text)\n")
    }

    /// Returns a note with the paragraphs of a text that it lacks, each after a blank line.
    static func adding(_ text: String?, to note: String?) -> String? {
        guard let text, !text.isEmpty else { return note }
        guard let note, !note.isEmpty else { return text }
        if has(text, in: note) { return note }
        let new = text.split(separator: "\n\n").map(String.init).filter { !has($0, in: note) }
        return new.isEmpty ? note : note + "\n\n" + new.joined(separator: "\n\n")
    }

    /// Returns a note with the lines that it lacks, after a blank line.
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
