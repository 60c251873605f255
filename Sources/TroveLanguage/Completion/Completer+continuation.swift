import TroveModel

/// The text that would complete a line, to be added at its end.
extension Completer {
    /// Returns the rest of the best completion that begins with what is typed; nil if nothing
    /// continues the last word, or if the word is complete.
    ///
    /// - Parameter line: The line, with the cursor at its end. It must not contain an error; see
    ///   `LineHighlighter.spans`.
    /// - Returns: The text to add to the line.
    package func continuation(of line: String) -> String? {
        var completer = self
        completer.widest = .beginning
        completer.limit = Self.continuations
        let result = completer.complete(line, at: line.utf8.count)
        let isBetweenWords =
            line.utf8.last.map { $0 <= 0x20 || "()".utf8.contains($0) } ?? true
        if result.replaced.isEmpty, isBetweenWords { return nil }
        let typed = String(decoding: Array(line.utf8)[result.replaced], as: UTF8.self)
        for suggestion in result.suggestions {
            // Quotes change nothing in a text that needs none.
            let isQuoted = suggestion.insertion.hasPrefix("\"")
            let quoted = isQuoted ? nil : "\"" + suggestion.insertion + "\""
            for text in [suggestion.insertion, suggestion.unquoted, quoted] {
                guard let text, let rest = Self.rest(of: text, after: typed) else { continue }
                // Accepted, a stored value would keep the case that was typed.
                if !text.utf8.starts(with: typed.utf8), Self.setsValue(line) { continue }
                return rest.isEmpty ? nil : rest
            }
        }
        return nil
    }

    /// The number of completions to try. One of them must continue the line as it is typed.
    private static let continuations = 8

    /// Whether a line ends within the value of `name:value`.
    private static func setsValue(_ line: String) -> Bool {
        Lexer.partialTokens(of: line).last?.pair?.operator == .set
    }

    /// Returns what follows a beginning, regardless of case; nil if the text has another one.
    private static func rest(of text: String, after beginning: String) -> String? {
        var rest = Substring(text)
        for character in beginning {
            guard let next = rest.popFirst(),
                next == character || next.lowercased() == character.lowercased()
            else { return nil }
        }
        return String(rest)
    }
}
