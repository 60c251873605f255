import TroveLanguage

/// Everything that the meaning of a line depends on.
struct ParsingContext: Sendable {
    /// The commands of the aliases by name.
    let aliases: [String: String]
    /// The kinds and the current kind.
    let language: ArgumentReader.Context

    /// Returns whether every line means the same in another context. May be false even if it does.
    func isSame(as other: Self) -> Bool {
        language.kinds === other.language.kinds
            && language.currentKind == other.language.currentKind && aliases == other.aliases
    }
}
