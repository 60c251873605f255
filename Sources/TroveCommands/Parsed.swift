package import TroveLanguage

/// The result of parsing a line.
package enum Parsed: Sendable {
    /// Only white space or a comment.
    case empty
    case command(any ShellCommand)
    /// The command continues on the next line, because a quote is open or the line ends with a
    /// backslash.
    case incomplete(openQuote: Spanned<Character>?)
}
