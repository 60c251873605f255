/// An error as it is told: what is wrong, where, and what to do about it.
struct ErrorReport {
    let text: String
    /// What to do, in a sentence; nil where nothing sensible can be said.
    let advice: String?
    /// Where in the command, in bytes of UTF-8.
    let span: Range<Int>?
    /// Whether a password may stand in the command, so that it is not shown.
    let isSecret: Bool

    init(
        _ text: String, _ advice: String? = nil, at span: Range<Int>? = nil, isSecret: Bool = false
    ) {
        self.text = text
        self.advice = advice
        self.span = span
        self.isSecret = isSecret
    }
}

extension ErrorReport {
    static func notUTF8(at span: Range<Int>) -> ErrorReport {
        ErrorReport(
            "this line is not UTF-8", "save the file as UTF-8; nothing of the line was used",
            at: span)
    }

    static let lineTooLong = ErrorReport("this line is too long", "nothing of it was used")

    static func cannotRead(_ file: String, _ number: Int32) -> ErrorReport {
        ErrorReport("\(file) cannot be read: \(SystemError.text(number))")
    }
}

/// How lists of names are told.
enum Phrase {
    /// `a`, `a or b`, `a, b or c`
    static func either(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    /// `Did you mean a or b?`, nil where nothing was near.
    static func didYouMean(_ names: [String]) -> String? {
        names.isEmpty ? nil : "did you mean \(either(names))?"
    }
}
