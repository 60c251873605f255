package import TroveModel

/// Why a kind or a field cannot be defined.
package enum DefinitionProblem: Sendable {
    /// A mistake in the words of the command.
    case text(KindTextError.Problem)
    /// A mistake in a file: its path as typed, the mistake, and the line.
    case file(String, KindTextError, line: String)
    /// A file that is not UTF-8.
    case notUTF8(String)
    /// A file without a kind.
    case isEmpty(String)
    /// A name that no kind has, and similar ones.
    case noSuchKind(String, nearest: [String])
    /// A name that no field of the kind has, and similar ones.
    case noSuchField(String, kind: String, nearest: [String])
    /// The name of a kind that is retired.
    case isRetired(String)
    /// The name of a field of the kind that is retired.
    case isRetiredField(String, kind: String)
    /// A kind or a field that is built in, which cannot change.
    case isBuiltIn(String)
    /// A change of a stored name, which stays: the name of the kind or the field.
    case hasFixedName(String, isField: Bool)
    /// The title of a kind, which cannot be hidden.
    case isTitle(String)
    /// A field that another field or the kind refers to.
    case isUsed(String, kind: String)
    /// A definition that is longer than a server accepts.
    case isTooLong(Definition)
    /// More kinds and fields than a server accepts.
    case tooMany
}

extension DefinitionProblem {
    var code: ErrorCode {
        switch self {
        case .text(let problem): problem.code
        case .file(_, let error, _): error.problem.code
        case .notUTF8: "not-utf8"
        case .isEmpty: "empty-file"
        case .noSuchKind: "no-such-kind"
        case .noSuchField: "no-such-field"
        case .isRetired, .isRetiredField: "retired"
        case .isBuiltIn: "built-in"
        case .hasFixedName: "stored-name"
        case .isTitle: "is-title"
        case .isUsed: "used"
        case .isTooLong: "too-long"
        case .tooMany: "too-many-definitions"
        }
    }

    /// Whether the library is the reason, so that it may disappear without a change of the file.
    var isOfLibrary: Bool {
        if case .tooMany = self { true } else { false }
    }

    /// Whether this is a mistake regardless of what the library defines.
    var isCertain: Bool {
        switch self {
        case .text(let problem): problem.isCertain
        case .file(_, let error, _): error.problem.isCertain
        case .notUTF8, .isEmpty, .isTooLong, .hasFixedName: true
        case .noSuchKind, .noSuchField, .isRetired, .isRetiredField, .isBuiltIn, .isTitle, .isUsed,
            .tooMany:
            false
        }
    }
}

extension KindTextError.Problem {
    fileprivate var isCertain: Bool {
        switch self {
        case .isTaken, .notFirst, .secondLadder, .roleTaken, .noSuchField, .tooManyFields: false
        default: true
        }
    }
}
