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
    /// A kind or a field that is built in, which cannot change.
    case isBuiltIn(String)
    /// The title of a kind, which cannot be hidden.
    case isTitle(String)
    /// A field that another field or the kind refers to.
    case isUsed(String, kind: String)
}
