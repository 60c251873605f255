import TroveLanguage
import TroveStore
import TroveTerminal

extension ErrorReport {
    /// Words the failures of commands about the past.
    static func message(for problem: PastProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .noSuchPlace(let text, let marks):
            return (
                "\"\(text.prefix(60))\" is neither a time nor a mark",
                Phrase.didYouMean(Nearest.names(to: text, among: marks).map { "\($0)" })
                    ?? "a time is 2026-11-01, 2026-11-01T14:00, yesterday or \"3 days ago\"; `mark` lists the marks"
            )
        case .isInFuture(let text):
            return ("\(text) is in the future", "use a time in the past, or the name of a mark")
        case .markExists(let mark):
            return (
                "there is already a mark called \(mark.name), set \(LocalTime(mark.at))",
                "`mark \(Quoting.argument(mark.name)) --move` moves it here; or choose another name"
            )
        case .noSuchMark(let name, let marks):
            return (
                "there is no mark \(name.prefix(60))",
                Phrase.didYouMean(Nearest.names(to: name, among: marks).map { "\($0)" })
                    ?? "`mark` lists the marks"
            )
        case .badMarkName(let name):
            return (
                "\"\(name.prefix(60))\" cannot be the name of a mark",
                "use a name of at most 100 bytes that is not a time, such as before-cleanup"
            )
        }
    }
}
