import Testing
import TroveLanguage
import TroveTesting

/// The examples in the help: each runs in the sample library and prints what the help says.
@Suite(.timeLimit(.minutes(10))) struct HelpExampleTests {
    /// An example of one verb.
    struct Example: Sendable, CustomTestStringConvertible {
        let verb: String
        let command: String
        let output: String

        var testDescription: String { "\(verb): \(command)" }
    }

    /// What every example starts from.
    static let sampleLibrary = """
        add book "Dune" author:"Frank Herbert" genre:sci-fi pages:412
        add book "The Left Hand of Darkness" author:"Ursula K. Le Guin" genre:sci-fi pages:304 \
        state:reading page:100
        add gem "Ruby" hardness:9 birthstone:july color:red
        add movie "Alien" rating:9 watched:1979

        """

    static let examples = VerbTable.all.flatMap { verb in
        verb.examples.map { Example(verb: verb.name, command: $0.command, output: $0.output) }
    }

    @Test(arguments: examples)
    func printsWhatTheHelpSays(_ example: Example) throws {
        let trove = try Trove()
        try trove.prepare(Self.sampleLibrary)
        let run = try trove.program.run(["-c", example.command])
        guard !example.output.hasPrefix("error:") else {
            let error = run.errorText.split(separator: "\n").first ?? ""
            #expect(error.replacing(#/^-c:\d+:\d+: /#, with: "") == example.output)
            #expect(run.text == "")
            #expect(run.status == .exited(1))
            return
        }
        // The help leaves out the line end, and an example that prints nothing says nothing.
        #expect(run.text == (example.output.isEmpty ? "" : example.output + "\n"))
        #expect(run.errorText == "")
        #expect(run.status == .success)
    }

    @Test(arguments: VerbTable.all.map(\.name))
    func everyVerbHasTwoDifferentExamplesInItsHelp(_ name: String) throws {
        let verb = try #require(VerbTable.verb(named: name))
        #expect(verb.examples.count >= 2)
        let help = try Trove().program.run(["-c", "help \(name)"]).requiring()
        for example in verb.examples {
            #expect(help.lines.contains("  " + example.command))
            for line in example.output.split(separator: "\n") {
                #expect(help.lines.contains("    " + line))
            }
        }
        // Some of them show the verb itself, and the synopsis comes first.
        #expect(verb.examples.contains { $0.command.hasPrefix(name) })
        #expect(help.lines.first == verb.synopsis.first)
    }

    @Test func theOverviewHasEveryVerb() throws {
        let help = try Trove().program.run(["-c", "help"]).requiring()
        for verb in VerbTable.all {
            let line = help.lines.first { $0.hasPrefix("  \(verb.name) ") }
            #expect(line?.hasSuffix("  \(verb.summary)") == true, "\(verb.name)")
        }
    }
}
