package import TroveCommands
package import TroveOptions

/// What was asked for on the command line.
package struct Options: Sendable {
    /// Where commands come from: the text itself, or the path of a file.
    package enum Script: Sendable, Equatable {
        case command(String)
        case file(String)
        case standardInput
    }

    /// What to run, in this order; empty means the prompt on a terminal, else standard input.
    package var scripts: [Script] = []
    /// The path of the library's file; nil means the default one.
    package var library: String?
    /// Whether the library is kept in memory alone.
    package var isEphemeral = false
    /// Whether the library's file is never written.
    package var isReadOnly = false
    /// How answers are written to standard output.
    package var output = OutputChoice.table
    /// Whether each command of a script is printed before its output.
    package var echoes = false
    /// Whether confirmations are answered with yes.
    package var saysYes = false
    /// Whether the first command that fails ends everything, with status 3.
    package var stopsOnError = false
    /// Whether commands are only looked at, and none is run.
    package var checksOnly = false
    /// Of standard output and standard error.
    package var color = ColorChoice.auto
    /// Whether pictures are drawn on a terminal.
    package var showsPictures = true
    /// Whether the prompt begins with the commands of `rc.trove`.
    package var readsStartFile = true
    /// Whether to say how the program is called, and do nothing else.
    package var wantsHelp = false
    /// Whether to print the version, and do nothing else.
    package var wantsVersion = false
    /// Whether to print the manual page, and do nothing else.
    package var wantsManual = false
    /// For which shell to print completions, and do nothing else.
    package var completions: ShellCompletion?

    /// All options, in the order in which help lists them.
    static let table = OptionTable<Options>([
        .value("-c", placeholder: "COMMAND", "run it and exit", allowsEmpty: true) {
            (options, command) throws(CommandLineError) in
            options.scripts.append(.command(command))
        },
        .value("-f", placeholder: "FILE", "run the commands of a file", values: .file) {
            (options, path) throws(CommandLineError) in
            options.scripts.append(script(path))
        },
        .file(
            "--library", \.library,
            """
            the library; else $TROVE_LIBRARY, else library.db in the
            folder trove of your XDG data folder
            """),
        .flag("--ephemeral", help: "keep nothing on disk") { $0.isEphemeral = true },
        .flag("--read-only", help: "change nothing") { $0.isReadOnly = true },
        .choice(
            "--output", placeholder: "FORMAT", \.output,
            OutputChoice.allCases.map(\.rawValue).joined(separator: ", ")),
        .flag("--json", help: "the same as --output json") { $0.output = .json },
        .flag("--echo", help: "print each line of the script before its output") {
            $0.echoes = true
        },
        .flag("--yes", help: "answer confirmations with yes") { $0.saysYes = true },
        .flag("--stop-on-error", help: "stop at the first command that fails") {
            $0.stopsOnError = true
        },
        .flag("--check", help: "look for mistakes, run nothing") { $0.checksOnly = true },
        .choice(
            "--color", placeholder: "WHEN", \.color, "auto, always, never; NO_COLOR is honored"),
        .flag("--no-pictures", help: "draw none") { $0.showsPictures = false },
        .flag("--no-rc", help: "do not read rc.trove when the shell starts") {
            $0.readsStartFile = false
        },
        .flag("--help", "-h", help: "show this") { $0.wantsHelp = true },
        .flag("--version", help: "show the version") { $0.wantsVersion = true },
        .flag("--manual", help: "print the manual page, for man") { $0.wantsManual = true },
        .value(
            "--completions", placeholder: "SHELL",
            "print completions for another shell: bash, zsh, fish",
            values: .words(ShellCompletion.allCases.map(\.rawValue))
        ) { (options, text) throws(CommandLineError) in
            options.completions = try ShellCompletion(named: text, by: "--completions")
        },
    ])

    /// Reads the arguments behind the program's name.
    package init(_ arguments: [String]) throws(CommandLineError) {
        try Self.table.parse(arguments, into: &self) { options, path in
            options.scripts.append(Self.script(path))
        }
        if isEphemeral, library != nil { throw .contradiction("--ephemeral", "--library") }
        if isEphemeral, isReadOnly { throw .contradiction("--ephemeral", "--read-only") }
    }

    private static func script(_ path: String) -> Script {
        path == "-" ? .standardInput : .file(path)
    }
}

extension Options {
    /// The colours asked for in a command line that has other mistakes.
    static func color(in arguments: [String]) -> ColorChoice {
        for (index, argument) in arguments.enumerated() {
            if let color = ColorChoice.allCases.first(where: {
                argument == "--color=\($0.rawValue)"
            }) {
                return color
            }
            if argument == "--color", index + 1 < arguments.count {
                return ColorChoice(rawValue: arguments[index + 1]) ?? .auto
            }
        }
        return .auto
    }
}
