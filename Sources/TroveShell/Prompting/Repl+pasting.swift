import TroveCommands
import TroveTerminal

/// Pasted lines: data, and commands of which one fails.
extension Repl {
    /// Offers pasted lines that are not commands as items. Returns the exit status if the shell
    /// must end.
    func run(_ lines: PastedLines) -> ExitStatus? {
        editor?.offer(nil)
        let texts = lines.text.split(whereSeparator: \.isNewline).map(String.init)
        if !texts.contains(where: { runner.parse($0, isLast: false).isSecret }) {
            remember(lines.text)
        }
        TerminalSignals.clearInterrupt()
        return runOne(ParsedLine(command: CommandTable.command(forPasted: lines)))
    }

    /// Keeps the commands of a paste that have not run as one entry of the history, and says how
    /// many ran. An error may correct the first of them; the corrected text is offered.
    func keepRest(
        _ rest: ArraySlice<ParsedLine>, correcting isCorrected: Bool, after done: Int,
        of commands: [ParsedLine]
    ) {
        let lines = rest.filter { !$0.isSecret }.map(\.typed)
        var corrected = isCorrected ? runner.correctedLine : nil
        let total = commands.count { !$0.isEmpty }
        if total > 1, !rest.allSatisfy(\.isEmpty) {
            // The failed command alone is the newest entry already.
            let isKept = lines.count > (isCorrected ? 1 : 0)
            if isKept { remember(lines.joined(separator: "\n")) }
            say(Message.stopped(after: done, of: total, isKept: isKept))
            corrected = corrected.map { ([$0] + lines.dropFirst()).joined(separator: "\n") }
        }
        editor?.offer(corrected)
    }

    /// Adds an entry to the history.
    func remember(_ entry: String) {
        if let warning = editor?.remember(entry) { warn(warning) }
    }
}
