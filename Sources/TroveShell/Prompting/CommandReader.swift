import TroveCommands
import TroveTerminal

/// Reads lines at the prompt until they form complete commands.
///
/// A class, because the editor calls the shell back while a line is being read.
final class CommandReader {
    /// What the user entered.
    enum Input {
        /// Several if more than one line was pasted; all but the last are complete.
        case commands([ParsedLine])
        /// Pasted lines that are not commands.
        case data(PastedLines)
        case nothing
        case end(ExitStatus)
    }

    private let runner: CommandRunner
    /// The lines of the command before the line being read, with their ends; empty for its first
    /// line.
    private(set) var former = ""
    /// The lines that were read since the first prompt.
    private var source = ""

    /// Whether the line being read has taken back the lines before it.
    private var isJoined = false

    /// Whether the line being read is a part of a command of several lines, or holds all of its
    /// lines.
    var isOfCommand: Bool { isContinuing || isJoined }

    /// Whether the line being read continues the previous one.
    var isContinuing: Bool { !former.isEmpty }

    init(_ runner: CommandRunner) {
        self.runner = runner
    }

    /// Reads a command, with `prompt` before its first line.
    func read(from editor: LineEditor, prompt: TerminalText) -> Input {
        var prompt = prompt
        source = ""
        former = ""
        while true {
            isJoined = false
            switch editor.readLine(prompt: prompt) {
            case .interrupted: return .nothing
            case .endOfInput:
                return source.isEmpty ? .end(.success) : .commands(commands(in: source))
            case .terminated(let signal): return .end(ExitStatus(signal: signal))
            case .line(let typed):
                let isFirst = source.isEmpty && !isJoined
                let line = isFirst ? ShellTranscript.commands(inPasted: typed) ?? typed : typed
                if isFirst,
                    let lines = PastedLines(line, aliases: runner.session.aliases.keys)
                {
                    return .data(lines)
                }
                source += (source.isEmpty ? "" : "\n") + line
                if source.allSatisfy(\.isWhitespace) { return .nothing }
                let commands = commands(in: source)
                guard let last = commands.last, last.isIncomplete else {
                    return .commands(commands)
                }
                prompt = Self.continuationPrompt(last.openQuote)
                former = last.typed + "\n"
            }
        }
    }

    /// Takes back the lines before the one being read, with their ends, to edit them together; nil
    /// if there are none.
    func takeFormer() -> String? {
        guard isContinuing else { return nil }
        defer {
            source = ""
            former = ""
            isJoined = true
        }
        return source + "\n"
    }

    /// Splits lines into commands; only the last can be incomplete.
    private func commands(in source: String) -> [ParsedLine] {
        let commands = EditedLines(source, former: "").commands
        return commands.indices.map { index in
            runner.parse(commands[index].text, isLast: index < commands.count - 1)
        }
    }

    /// Returns a prompt that shows what is still open, as psql does.
    private static func continuationPrompt(_ quote: Character?) -> TerminalText {
        "   …\(quote.map { String($0) } ?? "") "
    }
}
