package import TroveLanguage
package import TroveModel

/// A line with a book's code: one that is typed or read after `scan`, or in a file of codes.
package struct CodeLine {
    /// The text before a comment, without blanks around it; empty if the line has nothing else.
    package let text: Spanned<String>
    /// The code; nil if the text is not an ISBN.
    package let isbn: ISBN?

    /// Reads a line, in which `#` at the start of a word begins a comment, as in commands.
    package init(_ line: String) {
        let words = line.split(whereSeparator: \.isWhitespace).prefix { !$0.hasPrefix("#") }
        guard let first = words.first, let last = words.last else {
            text = Spanned("", 0..<0)
            isbn = nil
            return
        }
        let code = line[first.startIndex..<last.endIndex]
        let start = line.utf8.distance(from: line.startIndex, to: first.startIndex)
        text = Spanned(String(code), start..<start + code.utf8.count)
        isbn = ISBN(parsing: text.value)
    }
}
