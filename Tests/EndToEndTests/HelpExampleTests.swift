import Testing
import TroveCommands
import TroveLanguage
import TroveTesting

/// The examples in the help: they run in the sample library and print what the help says.
@Suite(.timeLimit(.minutes(20))) struct HelpExampleTests {
    /// What every example starts from.
    static let sampleLibrary = """
        add book "Dune" author:"Frank Herbert" genre:sci-fi pages:412
        add book "The Left Hand of Darkness" author:"Ursula K. Le Guin" genre:sci-fi pages:304 \
        state:reading page:100
        add gem "Ruby" hardness:9 birthstone:july color:red
        add movie "Alien" rating:9 watched:1979

        """

    /// A file of another program, for the examples of `import`.
    static let sampleExport = """
        Title,Author,Bookshelves,Exclusive Shelf,Average Rating
        Kindred,Octavia E. Butler,owned,read,4.3
        Dune,Frank Herbert,,read,4.2
        ,Somebody,,read,3.9

        """

    /// The examples of a verb, one after the other, as somebody who reads them would type them.
    @Test(arguments: CommandTable.vocabulary.names)
    func printWhatTheHelpSays(_ name: String) throws {
        let verb = try #require(CommandTable.vocabulary.verb(named: name))
        // The examples of searching are answered by a catalogue that is always the same.
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(catalogues: catalogues)
        try trove.prepare(Self.sampleLibrary)
        _ = try trove.scratch.write(Self.sampleExport, to: "work/goodreads.csv")
        let run = try trove.program.run(verb.examples.flatMap { ["-c", $0.command] })
        let outputs = verb.examples.map(\.output)
        let failures = outputs.filter { $0.hasPrefix("error:") }
        // The help leaves out the line end, and an example that prints nothing says nothing.
        let answers = outputs.filter { !$0.isEmpty && !$0.hasPrefix("error:") }
        // The help takes a usual place for the folder that the examples run in.
        let text = run.text.replacing(trove.scratch.path("work"), with: "/home/ann")
        #expect(text == answers.map { $0 + "\n" }.joined())
        let errors = run.errorText.split(separator: "\n")
            .filter { $0.contains(#/^-c:\d+:\d+: error: /#) }
            .map { $0.replacing(#/^-c:\d+:\d+: /#, with: "") }
        #expect(errors.map(String.init) == failures)
        #expect(run.status == (failures.isEmpty ? .success : .exited(1)))
    }

    @Test(arguments: CommandTable.vocabulary.names)
    func everyVerbHasTwoDifferentExamplesInItsHelp(_ name: String) throws {
        let verb = try #require(CommandTable.vocabulary.verb(named: name))
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
        for verb in CommandTable.vocabulary.all {
            let line = help.lines.first { $0.hasPrefix("  \(verb.name) ") }
            #expect(line?.hasSuffix("  \(verb.summary)") == true, "\(verb.name)")
        }
    }
}
