import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// Every verb in every output format, with hostile text in all that it shows and all that is typed:
/// nothing that reaches a terminal acts on it. A new verb and a new format are tried without being
/// named here.
@Suite(.timeLimit(.minutes(20))) struct HostileVerbTests {
    /// Each verb over a pipe in all formats, and on a terminal in two of them.
    @Test(arguments: CommandTable.vocabulary.names)
    func showsNothingActive(_ name: String) throws {
        let verb = try #require(CommandTable.vocabulary.verb(named: name))
        try SeededRandom.run { random in
            let world = try HostileWorld(using: &random)
            let library = try world.trove.libraryFiles()
            let commands = world.commands(of: verb)
            let onTerminal = OutputChoice.allCases.randomElement(using: &random) ?? .table
            for format in OutputChoice.allCases {
                try world.trove.putLibrary(library)
                try Self.tryOverPipe(commands, format, in: world.trove, random.hint)
                guard format == .table || format == onTerminal else { continue }
                try world.trove.putLibrary(library)
                try Self.tryOnTerminal(commands, format, in: world.trove, random.hint)
            }
        }
    }

    /// Runs commands over a pipe, and looks at what standard output and standard error got.
    ///
    /// Tabs are allowed, because `echo` keeps those that the user types; `HostileFormatTests` looks
    /// for them in cells.
    static func tryOverPipe(
        _ commands: [String], _ format: OutputChoice, in trove: Trove, _ hint: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let options = ["--output", format.rawValue, "--yes"]
        // CSV and TSV keep every character in a pipe, and so does a file that `export -` writes. A
        // changed setting would choose another format for the commands after it.
        let isData = format == .csv || format == .tsv
        let commands = commands.filter {
            isData || !$0.hasPrefix("export - ") && !$0.hasPrefix("settings output ")
        }
        let run = try trove.program.run(options + commands.flatMap { ["-c", $0] })
        if case .signaled = run.status { Issue.record("\(hint)\n\(run)") }
        let faults = isData ? [] : OutputInspection.faults(in: run.output, allowsTabs: true)
        #expect(
            faults == [], "\(hint)\n\(format), standard output\n\(run)",
            sourceLocation: sourceLocation)
        #expect(String(validating: run.output, as: UTF8.self) != nil, "\(hint)")
        #expect(
            OutputInspection.faults(in: run.errors, allowsTabs: true) == [],
            "\(hint)\n\(format), standard error\n\(run)", sourceLocation: sourceLocation)
        if format == .json || format == .jsonl {
            #expect(
                OutputInspection.jsonFaults(in: run.output) == [], "\(hint)",
                sourceLocation: sourceLocation)
        }
    }

    /// Runs commands on a terminal, where Trove sets colors and shows progress.
    static func tryOnTerminal(
        _ commands: [String], _ format: OutputChoice, in trove: Trove, _ hint: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let options = ["--output", format.rawValue, "--yes", "--no-pictures"]
        let session = try trove.program.openTerminal(options + commands.flatMap { ["-c", $0] })
        // The end of the input, for verbs that read it.
        for _ in 0..<commands.count { try session.press(.ctrl("d")) }
        try session.waitForExit()
        #expect(
            OutputInspection.terminalFaults(in: session.output, allowsTabs: true) == [],
            "\(hint)\n\(format), terminal", sourceLocation: sourceLocation)
    }
}
