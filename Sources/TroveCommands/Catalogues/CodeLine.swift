/// A line with a book's code, as in a script after `scan` or in a file of codes.
package struct CodeLine {
    /// The text before a comment, without blanks after it; empty if the line has nothing else.
    package let code: String

    /// Reads a line, in which `#` at the start of a word begins a comment, as in commands.
    package init(_ line: String) {
        let words = line.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }
        code = words.last.map { String(line[..<$0.endIndex]) } ?? ""
    }
}
