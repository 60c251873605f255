import TroveExchange
import TroveLanguage
import TroveLookup
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
        case let error as CommandFailure: self.init(of: error.problem)
        case let error as LibraryError: self.init(of: error)
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
        "isAtTop": "last-state", "isThere": "file-exists", "isTaken": "name-taken",
        "isOutside": "out-of-range", "isOutsideDecimal": "out-of-range",
        "isAbove": "above-total", "isBelow": "below-current",
        "noSuchFile": "no-such-file", "isFolder": "is-folder", "isDirectory": "is-folder",
        "isLibrary": "is-library", "isNot": "not-this-format", "isEmpty": "empty-file",
        "isVerb": "is-command", "isVerbNotFile": "is-command", "isResult": "is-result",
        "isRecord": "is-read-list-entry", "isOfOthers": "conflict-of-others",
        "unfit": "unfit-request", "notTaken": "server-unavailable",
    ]

    private init(of problem: CommandFailure.Problem) {
        switch problem {
        case .violation(let violation, _): self.init(naming: violation.rule)
        case .snapshot(let error): self.init(naming: error)
        case .photo(_, let photo): self.init(of: photo)
        case .cover(_, let failure): self.init(naming: failure)
        case .catalogue(.lookup(let failure, _)): self.init(naming: failure)
        case .catalogue(let problem): self.init(naming: problem)
        case .scan(.barcode(_, let failure)): self.init(naming: failure)
        case .scan(let problem): self.init(naming: problem)
        case .reference(let problem): self.init(naming: problem)
        case .item(let problem): self.init(naming: problem)
        case .undo(let problem): self.init(naming: problem)
        case .script(let problem): self.init(naming: problem)
        case .editing(let problem): self.init(naming: problem)
        case .name(let problem): self.init(naming: problem)
        case .export(.archive(_, let failure)): self.init(naming: failure)
        case .export(let problem): self.init(naming: problem)
        case .past(let problem): self.init(naming: problem)
        case .demo(let problem): self.init(naming: problem)
        case .definition(let problem): self.init(naming: problem)
        case .importing(_, .failed(.read(let failure))): self.init(naming: failure)
        case .importing(_, .failed(let failure)): self.init(naming: failure)
        case .importing(_, let problem): self.init(naming: problem)
        case .sync(let problem): self.init(of: problem)
        default: self.init(naming: problem)
        }
    }

    private init(of problem: SyncProblem) {
        switch problem {
        case .rejected(let rejection): self.init(wire: rejection.code.rawValue)
        case .refused(let refusal): self.init(wire: refusal.code)
        case .token(let failure): self.init(naming: failure)
        default: self.init(naming: problem)
        }
    }

    private init(of problem: PhotoProblem) {
        switch problem {
        case .unreadable(let failure): self.init(naming: failure)
        case .unfit(let failure): self.init(naming: failure)
        case .notKept(let failure): self.init(naming: failure)
        default: self.init(naming: problem)
        }
    }

    private init(of error: LibraryError) {
        if case .snapshot(let error) = error {
            self.init(naming: error)
        } else {
            self.init(naming: error)
        }
    }

    /// Returns the code for a code of the protocol, which is written with underscores.
    private init(wire code: String) {
        self.init(code.isEmpty ? "refused" : code.replacing("_", with: "-"))
    }

    /// Returns the code for an enum's case, by reflection.
    private init(naming value: some Any) {
        let label = Mirror(reflecting: value).children.first?.label
        // A case without associated values has no children, and its description is its name.
        self.init(caseNamed: label ?? String(describing: value))
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
