package import TroveLanguage

/// Why the name of an alias, a setting or a topic of the help is rejected.
package enum NameProblem {
    case isVerb(String)
    /// The name of an alias that no command line can begin with.
    case aliasIsNotAWord(String)
    /// The first word of an alias, which is not a command.
    case aliasOfUnknownCommand(String, nearest: [String])
    /// The first word of an alias is another alias, for this command.
    case aliasOfAlias(String, command: String)
    /// The command of an alias is in quotes.
    case aliasIsQuoted(Correction)
    /// An alias is written as `NAME=COMMAND`.
    case aliasHasEqualsSign(Correction)
    case noSuchAlias(String, known: [String], isRemoved: Bool)
    case noSuchSetting(String, nearest: [String])
    case badSetting(Settings.Entry, value: String)
    /// A lesson of the tutorial as typed, and the number of lessons.
    case noSuchTutorial(String, count: Int)
    case noSuchHelp(String, nearest: [String])
}

extension NameProblem {
    var code: ErrorCode {
        switch self {
        case .isVerb: "is-command"
        case .aliasIsNotAWord: "alias-is-not-a-word"
        case .aliasOfUnknownCommand: "alias-of-unknown-command"
        case .aliasOfAlias: "alias-of-alias"
        case .aliasIsQuoted: "alias-is-quoted"
        case .aliasHasEqualsSign: "alias-has-equals-sign"
        case .noSuchAlias: "no-such-alias"
        case .noSuchSetting: "no-such-setting"
        case .badSetting: "bad-setting"
        case .noSuchTutorial: "no-such-tutorial"
        case .noSuchHelp: "no-such-help"
        }
    }
}

extension CommandFailure {
    /// Wraps a failure of a name.
    package init(_ problem: NameProblem, at span: Range<Int>? = nil) {
        self.init(.name(problem), at: span)
    }
}
