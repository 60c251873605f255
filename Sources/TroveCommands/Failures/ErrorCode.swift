import TroveLanguage
import TroveModel
import TroveStore
import TroveWire

/// The stable name of an error, for lessons and for programs: `no-such-item`.
///
/// It is the name of the case of the error in kebab case, without a leading `is`: `isLent` becomes
/// `lent`. A few names are replaced, so that several cases share a code or a code is clearer.
package struct ErrorCode: Sendable, Hashable, CustomStringConvertible {
    /// The code.
    package let text: String

    /// The code.
    package var description: String { text }

    /// Creates a code from its text.
    package init(_ text: String) {
        self.text = text
    }

    /// Returns the code of an error that a command throws.
    package init(of error: any Error) {
        switch error {
        case let error as LanguageError: self.init(naming: error.problem)
        case let error as CommandFailure: self.init(naming: error.problem)
        case let error as LibraryError: self.init(naming: error)
        case let error as UnusableEdit: self.init(of: error.reason)
        case is EditErrors: self.init("edit-errors")
        default: self.init("other")
        }
    }

    /// Returns the code for a case of an enum of errors, by its name in the source.
    package init(caseNamed name: String) {
        self.init(Self.replacements[name] ?? Self.kebab(name))
    }

    /// The codes that do not follow from the names of their cases.
    package static let replacements = [
        "noSuchNumber": "no-such-item", "noSuchTitle": "no-such-item",
        "namesKind": "no-such-item",
        "misspelledKind": "unknown-kind", "isAtTop": "last-state", "isThere": "file-exists",
        "isTaken": "name-taken", "isShared": "name-taken",
        "isRange": "not-a-whole-number",
        "isOutside": "out-of-range", "isOutsideDecimal": "out-of-range",
        "isAbove": "above-total", "isBelow": "below-current",
        "noSuchFile": "no-such-file", "isFolder": "is-folder", "isDirectory": "is-folder",
        "isLibrary": "is-library", "isNot": "not-this-format",
        "isEmpty": "empty-file",
        "isVerb": "is-command", "isVerbNotFile": "is-command", "isResult": "is-result",
        "isRecord": "is-read-list-entry", "isOfOthers": "conflict-of-others",
        "foreignComparison": "doubled-equals", "fieldInTitle": "field-before-title",
        "unfit": "unfit-request", "notTaken": "server-unavailable",
    ]

    /// Returns the code of an error of the protocol, which is written with underscores.
    private init(wire code: String) {
        self.init(code.isEmpty ? "refused" : code.replacing("_", with: "-"))
    }

    /// Returns the code of the innermost reason, found by reflection.
    private init(naming value: Any) {
        switch value {
        case let violation as RuleViolation: self.init(naming: violation.rule)
        case let rejection as Rejection: self.init(wire: rejection.code.rawValue)
        case let refusal as ServerRefusal: self.init(wire: refusal.code)
        default:
            let payload = Mirror(reflecting: value).children.first
            if let reason = payload.flatMap({ Self.reason(in: $0.value) }) {
                self.init(naming: reason)
            } else {
                // A case without associated values is described by its name.
                self.init(caseNamed: payload?.label ?? String(describing: value))
            }
        }
    }

    /// Returns the associated value of a case that is a reason itself: an enum of failures, or a
    /// broken rule. The reason for a failed connection is not one.
    private static func reason(in payload: Any) -> Any? {
        let mirror = Mirror(reflecting: payload)
        let values = mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [payload]
        return values.first { value in
            let name = String(describing: type(of: value))
            let isEnum = Mirror(reflecting: value).displayStyle == .enum
            return value is RuleViolation || value is Rejection || value is ServerRefusal
                || isEnum && name != "HTTPFailure"
                    && ["Problem", "Failure", "Error"].contains(where: name.hasSuffix)
        }
    }

    /// Writes a name in lower case with dashes: `isNotUTF8` becomes `not-utf8`.
    private static func kebab(_ name: String) -> String {
        let letters = Array(name)
        var text = ""
        for (index, letter) in letters.enumerated() {
            let next = index + 1 < letters.count ? letters[index + 1] : " "
            let previous = index > 0 ? letters[index - 1] : " "
            let begins =
                letter.isUppercase
                && (previous.isLowercase || next.isLowercase && previous.isUppercase)
            if begins, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
        return text.hasPrefix("is-") ? String(text.dropFirst(3)) : text
    }
}
