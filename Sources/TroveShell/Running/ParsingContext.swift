import TroveLanguage
import TroveModel

/// Everything that the meaning of a line depends on.
struct ParsingContext: Sendable {
    /// The commands of the aliases by name.
    let aliases: [String: String]
    /// The kinds and the current kind.
    let language: ArgumentReader.Context
    /// The day that dates are relative to.
    let today: PartialDate

    /// Returns whether every line means the same in another context. May be false although it does.
    func isSame(as other: Self) -> Bool {
        language.kinds === other.language.kinds
            && language.currentKind == other.language.currentKind
            && today == other.today && aliases == other.aliases
    }
}
