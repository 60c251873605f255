import TroveLanguage
import TroveStore

/// The stable name of an error, for lessons and for programs: `no-such-item`. Several errors may
/// share one.
///
/// A code that was published stays, whatever the case of its error is called.
package struct ErrorCode: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The code.
    package let text: String

    /// The code.
    package var description: String { text }

    /// Creates a code from its text.
    package init(_ text: String) {
        self.text = text
    }

    /// Creates a code from a literal.
    package init(stringLiteral text: String) {
        self.init(text)
    }

    /// Creates the code of an error of the protocol, which is written with underscores.
    init(wire code: String) {
        self.init(code.isEmpty ? "refused" : code.replacing("_", with: "-"))
    }

    /// Returns the code of an error that a command throws: that of its innermost reason.
    package init(of error: any Error) {
        self =
            switch error {
            case let error as LanguageError: error.problem.code
            case let error as CommandFailure: error.problem.code
            case let error as LibraryError: error.code
            case let error as UnusableEdit: ErrorCode(of: error.reason)
            case is EditErrors: "edit-errors"
            default: "other"
            }
    }
}
