package import TroveCommands
import TroveLanguage
package import TroveOptions

/// The options of the command line.
package struct Options: ProgramOptions, Sendable {
    /// A source of commands: the text itself, or the path of a file.
    package enum Script: Sendable, Equatable {
        case command(String)
        case file(String)
        case standardInput

        /// Whether the text itself was given.
        var isCommand: Bool {
            if case .command = self { true } else { false }
        }
    }

    /// The scripts to run, in order; empty means the prompt on a terminal, else standard input.
    package var scripts: [Script] = []
    /// The path of the library file; nil for the default.
    package var library: String?
    /// Whether the library is kept in memory only.
    package var isEphemeral = false
    /// Whether the library file is never written.
    package var isReadOnly = false
    /// The format of standard output; nil for that of the settings.
    package var output: OutputChoice?
    /// Whether each command of a script is printed before its output.
    package var echoes = false
    /// Whether confirmations are answered with yes.
    package var saysYes = false
    /// Whether the first failing command ends the program, with status 3.
    package var stopsOnError = false
    /// Whether commands are only checked, not run.
    package var checksOnly = false
    /// Whether the files are transcripts, to run again and compare.
    package var verifies = false
    /// Whether the scripts are lessons, whose expectations are checked.
    package var checksLessons = false
    /// The path of the recording that `demo` writes; nil plays the lesson.
    package var recording: String?
    /// Whether standard output and standard error use colors.
    package var color = ColorChoice.auto
    /// Whether pictures are drawn on a terminal.
    package var showsPictures = true
    /// Whether the prompt first runs the commands of `rc.trove`.
    package var readsStartFile = true
    /// What to print instead of running.
    package var information = InformationOptions()

    /// All options, in the order of help.
    static let table = OptionTable<Options>(
        of: [
            .value(
                "-c", placeholder: "COMMAND", "run a command and exit; can be repeated",
                allowsEmpty: true
            ) {
                (options, command) throws(CommandLineError) in
                options.scripts.append(.command(command))
            },
            .value(
                "-f", placeholder: "FILE", "run the commands in a file; - is standard input",
                values: .file
            ) {
                (options, path) throws(CommandLineError) in
                options.scripts.append(script(path))
            },
            .file(
                "--library",
                """
                the library file; default: $TROVE_LIBRARY, else
                $XDG_DATA_HOME/trove/library.db
                """
            ) { $0.library = $1 },
            .flag("--ephemeral", help: "keep the library in memory only") { $0.isEphemeral = true },
            .flag("--read-only", help: "reject every command that changes the library") {
                $0.isReadOnly = true
            },
            .choice(
                "--output", placeholder: "FORMAT",
                "format: " + OutputChoice.allCases.map(\.rawValue).joined(separator: ", ")
            ) { $0.output = $1 },
            .flag("--json", help: "the same as --output json") { $0.output = .json },
            .flag("--echo", help: "print each line of a script before its output") {
                $0.echoes = true
            },
            .flag("--yes", help: "answer confirmations with yes") { $0.saysYes = true },
            .flag("--stop-on-error", help: "stop at the first command that fails") {
                $0.stopsOnError = true
            },
            .flag("--check", help: "parse scripts and report errors, without running them") {
                $0.checksOnly = true
            },
            .flag(
                "--verify",
                help: """
                    run the commands of transcripts again, without a library
                    file unless --library is given, and show what differs
                    """
            ) { $0.verifies = true },
            .flag("--demo-check", help: "run lessons and check their expectations") {
                $0.checksLessons = true
            },
            .file("--record", "with demo NAME: record the lesson for asciinema") {
                $0.recording = $1
            },
            .choice(
                "--color", placeholder: "WHEN",
                "colors: auto, always, never; auto respects NO_COLOR"
            ) { $0.color = $1 },
            .flag("--no-pictures", help: "draw no pictures") { $0.showsPictures = false },
            .flag("--no-rc", help: "do not run rc.trove when the shell starts") {
                $0.readsStartFile = false
            },
        ])

    /// Parses the arguments after the program's name.
    package init(_ arguments: [String]) throws(CommandLineError) {
        try Self.table.parse(arguments, into: &self) { options, path in
            options.scripts.append(Self.script(path))
        }
        if isEphemeral, library != nil { throw .contradiction("--ephemeral", "--library") }
        if verifies, checksOnly { throw .contradiction("--verify", "--check") }
        if verifies, scripts.contains(where: \.isCommand) { throw .contradiction("--verify", "-c") }
        if checksLessons, checksOnly { throw .contradiction("--demo-check", "--check") }
        if verifies, checksLessons { throw .contradiction("--verify", "--demo-check") }
        if checksLessons, scripts.isEmpty { throw .missingValue("--demo-check") }
        if recording != nil, demo?.lesson == nil {
            throw .missingOption("--record", needs: "demo NAME")
        }
        if isEphemeral, isReadOnly { throw .contradiction("--ephemeral", "--read-only") }
    }

    /// The paths of the scripts that are files; a script of another source is not a lesson.
    var lessonFiles: [String] {
        scripts.map { script in
            switch script {
            case .file(let path): path
            case .command: "-c"
            case .standardInput: "-"
            }
        }
    }

    /// What `trove demo …` asks for; nil if the first argument is not `demo`.
    var demo: DemoRequest? {
        guard scripts.first == .file("demo") else { return nil }
        let name = lessonFiles.dropFirst().joined(separator: " ")
        return DemoRequest(
            name.isEmpty ? nil : Spanned(name, 0..<0),
            recording: recording.map { Spanned($0, 0..<0) })
    }

    /// What `trove tutorial …` asks for; nil if the first argument is not `tutorial`.
    var tutorial: TutorialRequest? {
        guard scripts.first == .file(CommandTable.tutorial) else { return nil }
        let lessons = lessonFiles.dropFirst().map { Spanned($0, 0..<0) }
        guard !checksOnly || lessons.isEmpty else { return .check(lessons) }
        return lessons.first.map { .start($0) } ?? .list
    }

    /// Sets what the command line says about the session.
    func apply(to settings: inout Settings) {
        if let output { settings.output = output }
        settings.color = color
        settings.pictures = showsPictures
    }

    private static func script(_ path: String) -> Script {
        path == "-" ? .standardInput : .file(path)
    }
}

extension Options {
    /// Returns the color option of a command line that is otherwise invalid.
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
