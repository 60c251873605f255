import TroveCommands
import TroveLanguage
import TroveOptions
import TroveTerminal

/// How the program is called.
enum UsageText {
    static let help: TerminalText = """
        trove — a shell for the things you collect: books, gems, films

        trove                     open the shell (on a terminal), or run standard input
        trove SCRIPT…             run files of commands; - is standard input
        trove -c 'list books'     run a command and exit; can be repeated
        trove --verify FILE…      run the commands of transcripts again and compare: what
                                  --echo prints, or the blocks of a Markdown file with the
                                  language console or trove; … stands for any text
        trove --demo-check FILE…  run lessons and check their expectations
        trove demo [NAME|FILE]    play a lesson, or list them
        trove tutorial [N|FILE…]  practice lesson N, or list them

        \(TerminalText(lines: Options.table.help(column: 26)))

        Exit status: 0 all commands succeeded, 1 a command failed, 2 usage error, 3 stopped by
        --stop-on-error, 4 the library cannot be used, 129 SIGHUP, 130 SIGINT, 143 SIGTERM.

        man trove describes every command, environment variable and file; trove --manual
        prints that page. In the shell, help lists the commands.

        """
}

extension ErrorReport {
    /// The words for a command line that cannot be used.
    init(_ failure: CommandLineError) {
        switch failure {
        case .unknown(let option):
            let nearest = Nearest.names(to: option, among: Options.table.names)
            self.init("there is no option \(option)", Phrase.didYouMean(nearest))
        case .notUTF8(let shown): self.init("the argument \"\(shown)\" is not UTF-8")
        case .missingOperand(let command, let needed):
            self.init("\(command) needs \(needed)")
        case .missingValue(let option):
            self.init("\(option) needs a value")
        case .unwantedValue(let option):
            self.init("\(option) takes no value")
        case .badValue(let value, let option, let known):
            self.init("\(option) cannot be \(value)", "it can be \(Phrase.either(known))")
        case .missingOption(let option, let needed):
            self.init("\(option) needs \(needed)")
        case .argumentsAreUnknown:
            self.init(
                "the arguments of the program cannot be read",
                "mount /proc, and unset LD_PRELOAD")
        case .contradiction(let first, let second):
            self.init("\(first) and \(second) cannot be used together", "remove one of them")
        }
    }
}
