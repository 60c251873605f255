import TroveCodecs
import TroveLanguage
import TroveModel

/// Lines pasted at the prompt that are not commands, but data.
///
/// Two or more lines with text are data if none of them begins with a verb or an alias. Case
/// matters: verbs are in lower case, so titles such as `Return of the King` are data. But if every
/// line begins with a verb in any case, the lines are commands.
package struct PastedLines: Sendable {
    /// The text as pasted.
    package let text: String
    /// The lines as titles.
    package let titles: [String]

    /// Returns nil if the text is one line, or commands.
    ///
    /// - Parameters:
    ///   - text: the text of the line editor, with newlines and tabs where they were pasted.
    ///   - aliases: the names of the user's aliases.
    package init?(_ text: String, aliases: some Collection<String>) {
        guard text.utf8.contains(0x0A) else { return nil }
        let words = text.split(whereSeparator: \.isNewline).compactMap(Self.firstWord)
        let vocabulary = CommandTable.vocabulary
        guard words.count > 1,
            !words.contains(where: { vocabulary.verb(named: $0) != nil || aliases.contains($0) }),
            !words.allSatisfy({ vocabulary.verb(named: $0.lowercased()) != nil })
        else { return nil }
        let titles = Self.titles(in: text)
        guard !titles.isEmpty else { return nil }
        self.text = text
        self.titles = titles
    }

    /// Returns the first word of a line, without the semicolons that end a command; nil for a line
    /// without text, and for a comment.
    private static func firstWord(of line: Substring) -> String? {
        guard let word = line.split(whereSeparator: \.isWhitespace).first, word != "#" else {
            return nil
        }
        return String(word.prefix { $0 != ";" })
    }

    // MARK: Codes

    /// The lines as codes, perhaps with comments, if most of them are ISBNs; else nil.
    var codes: [CodeLine]? {
        let codes = titles.map { CodeLine($0) }
        return codes.count { $0.isbn != nil } * 2 > codes.count ? codes : nil
    }

    // MARK: Titles

    /// Returns the lines of a text as titles: without the marks of a list, and without headings and
    /// rules of Markdown.
    static func titles(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { title(in: $0) }
    }

    private static func title(in line: Substring) -> String? {
        var words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, !first.allSatisfy({ $0 == "#" }) else { return nil }
        if words.count == 1, first.count > 2, Set(first).count == 1,
            "-*_=".contains(first[first.startIndex])
        {
            return nil
        }
        if words.count > 1, isListMark(first) { words.removeFirst() }
        if words.count > 2, words[0] == "[", words[1] == "]" { words.removeFirst(2) }
        if words.count > 1, ["[]", "[x]", "[X]"].contains(words[0]) { words.removeFirst() }
        return words.joined(separator: " ")
    }

    /// Whether a word begins an entry of a list: `-`, `*`, `•`, `12.` or `12)`.
    private static func isListMark(_ word: Substring) -> Bool {
        if ["-", "*", "+", "•", "·", "–", "—"].contains(word) { return true }
        let digits = word.dropLast()
        return (1...5).contains(digits.count) && digits.utf8.allSatisfy(\.isDigit)
            && (word.last == "." || word.last == ")")
    }
}
