import TroveCommands
import TroveLanguage
import TroveOptions
import TroveTerminal

/// How the program is called.
enum UsageText {
    /// What a library that is connected to a server reads.
    static let syncVariables = [
        EnvironmentVariable("TROVE_SERVER", "the address for connect"),
        EnvironmentVariable("TROVE_PASSWORD", "the password for signup and login in scripts"),
        EnvironmentVariable(
            "TROVE_DEVICE", "what this device is called; else the machine's name"),
        EnvironmentVariable(
            "TROVE_INVITATION", "the code for signup, where the server asks for one"),
        EnvironmentVariable(
            "TROVE_CA_FILE", "a PEM file with the authorities to trust instead of\nthe system's"),
        EnvironmentVariable("TROVE_INSECURE", "when set, http:// to other machines is allowed"),
    ]

    /// What the online catalogues read.
    static let catalogueVariables = [
        EnvironmentVariable("TROVE_CONTACT", "an email or address that services can write to"),
        EnvironmentVariable(
            "TROVE_GOOGLEBOOKS_KEY", "a key for Google Books, which is asked then"),
        EnvironmentVariable("TROVE_TMDB_KEY", "a key or token for TMDB, which knows films"),
        EnvironmentVariable(
            "TROVE_OPENLIBRARY_URL", "where Open Library is; a mirror, or a stand-in"),
        EnvironmentVariable("TROVE_COVERS_URL", "the same for its covers"),
        EnvironmentVariable("TROVE_GOOGLEBOOKS_URL", "the same for Google Books"),
        EnvironmentVariable("TROVE_TMDB_URL", "the same for TMDB"),
        EnvironmentVariable("TROVE_TMDB_IMAGES_URL", "the same for its pictures"),
    ]

    static let help: TerminalText = """
        trove — a shell for the things you collect: books, gems, films

        trove                     open the shell (on a terminal), or run standard input
        trove SCRIPT…             run files of commands; - is standard input
        trove -c 'list books'     run a command and exit; can be repeated

        \(TerminalText(lines: Options.table.help(column: 26)))

        Environment, for a library that is kept in step with a server:

        \(TerminalText(lines: EnvironmentVariable.help(syncVariables, column: 26)))

        Environment, for online catalogues; settings shows and changes the same:

        \(TerminalText(lines: EnvironmentVariable.help(catalogueVariables, column: 26)))

        Exit status: 0 all commands succeeded, 1 one failed, 2 wrong use, 3 stopped by
        --stop-on-error, 4 the library cannot be used, 130 interrupted, 143 ended by
        SIGTERM, 129 by SIGHUP.
        In the shell, help shows every command.

        """
}

extension ErrorReport {
    /// The words for a command line that cannot be used.
    init(_ failure: CommandLineError) {
        switch failure {
        case .unknown(let option):
            let nearest = Nearest.names(to: option, among: Options.table.names)
            self.init("there is no option \(option)", Phrase.didYouMean(nearest))
        case .missingValue(let option):
            self.init("\(option) needs a value")
        case .badValue(let value, let option, let known):
            self.init(
                "\(option) cannot be \(value)",
                known.isEmpty ? "it takes no value" : "it can be \(Phrase.either(known))")
        case .missingOption(let option, let needed):
            self.init("\(option) needs \(needed)")
        case .contradiction(let first, let second):
            self.init("\(first) and \(second) cannot be used together", "remove one of them")
        }
    }
}
