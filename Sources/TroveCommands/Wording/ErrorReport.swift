package import TroveLanguage
import TroveSystem
package import TroveTerminal

/// An error message: what is wrong, where, and what to do about it.
package struct ErrorReport {
    /// What is wrong.
    package let text: TerminalText
    /// What the user can do, with commands in backticks; nil if there is no useful advice.
    package let advice: TerminalText?
    /// The place in the command, in bytes of UTF-8.
    package let span: Range<Int>?
    /// Whether the command may contain a password, so that it must not be shown.
    package let isSecret: Bool
    /// The replacement that probably makes the command what was meant; nil if there is none.
    package let correction: Correction?
    /// Whether the advice is followed by the corrected command.
    package let showsCorrection: Bool
    /// The stable name of the error; nil for a message that is not about a command.
    package let code: ErrorCode?

    /// Creates a message; `isSecret` keeps the command out of it.
    package init(
        _ text: TerminalText, _ advice: TerminalText? = nil, at span: Range<Int>? = nil,
        isSecret: Bool = false, correction: Correction? = nil, showsCorrection: Bool = false,
        code: ErrorCode? = nil
    ) {
        self.text = text
        self.advice = advice
        self.span = span
        self.isSecret = isSecret
        self.correction = isSecret ? nil : correction
        self.showsCorrection = showsCorrection && self.correction != nil
        self.code = code
    }
}

extension ErrorReport {
    /// Returns the error for a command that begins `distance` bytes later.
    package func moved(by distance: Int) -> ErrorReport {
        func moved(_ span: Range<Int>) -> Range<Int> {
            span.lowerBound + distance..<span.upperBound + distance
        }
        return ErrorReport(
            text, advice, at: span.map(moved), isSecret: isSecret,
            correction: correction.map { Correction(moved($0.span), $0.replacement) },
            showsCorrection: showsCorrection, code: code)
    }

    /// Returns the error for a line of a script that is not UTF-8. `span` covers the first invalid
    /// character.
    package static func notUTF8(at span: Range<Int>) -> ErrorReport {
        ErrorReport(
            "this line is not UTF-8",
            "save the file as UTF-8; the command with this line was skipped",
            at: span, code: ErrorCode("not-utf8"))
    }

    /// The error for a line of a script that is longer than the limit.
    package static let lineTooLong = ErrorReport(
        "this line is too long", "the command with this line was skipped",
        code: ErrorCode("line-too-long"))

    /// Returns the error for a library, or another database, in place of a script; `-` is standard
    /// input.
    package static func isDatabase(_ file: String) -> ErrorReport {
        let (name, option) =
            file == "-" ? ("standard input", "FILE") : (file, Quoting.argument(file))
        return ErrorReport(
            "\(name) is a library, not a script", "`trove --library \(option)` opens it",
            code: ErrorCode("is-library"))
    }

    /// Returns the error for a script that cannot be read; `number` is the value of `errno`.
    package static func cannotRead(_ file: String, _ number: Int32) -> ErrorReport {
        ErrorReport(
            "\(file) cannot be read: \(SystemCall.strerror(number))", code: ErrorCode("unreadable"))
    }
}

/// Lists of names in a sentence.
package enum Phrase {
    /// `a`, `a or b`, `a, b or c`
    package static func either(_ names: [String]) -> TerminalText {
        guard let last = names.last, names.count > 1 else { return TerminalText(names.first ?? "") }
        return "\(list(names.dropLast())) or \(last)"
    }

    /// `a book`, `an album`
    package static func one(_ name: String) -> TerminalText {
        // In "a unit" and "a use", the u sounds like you.
        let isVowel =
            name.first.map { "aeiou".contains($0.lowercased()) } ?? false
            && !["uni", "us", "ut", "eu"].contains { name.lowercased().hasPrefix($0) }
        return "\(isVowel ? "an" : "a") \(name)"
    }

    /// `a, b, c`
    package static func list(_ names: some Sequence<String>) -> TerminalText {
        names.map { TerminalText($0) }.joined(separator: ", ")
    }

    /// Returns `did you mean a or b?`, or nil if there are no names.
    package static func didYouMean(_ names: [String]) -> TerminalText? {
        names.isEmpty ? nil : "did you mean \(either(names.map(typed)))?"
    }

    /// Returns an argument as it is typed; in backticks if it ends with an operator, so that it
    /// does not run into the punctuation of the sentence.
    private static func typed(_ argument: String) -> String {
        argument.last.map { "=:~".contains($0) } == true ? "`\(argument)`" : argument
    }
}
