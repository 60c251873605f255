import Testing
import TroveCommands
import TroveLanguage
import TroveTesting

/// The examples in help run in the sample library and print what help shows.
@Suite(.timeLimit(.minutes(20))) struct HelpExampleTests {
    /// The starting point of every example.
    static let sampleLibrary = """
        add book "Dune" author:"Frank Herbert" genre:sci-fi pages:412
        add book "The Left Hand of Darkness" author:"Ursula K. Le Guin" genre:sci-fi pages:304 \
        state:reading page:100
        add gem "Ruby" hardness:9 birthstone:july color:red
        add movie "Alien" rating:9 watched:1979

        """

    /// Another program's file, for the examples of `import`.
    static let sampleExport = """
        Title,Author,Bookshelves,Exclusive Shelf,Average Rating
        Kindred,Octavia E. Butler,owned,read,4.3
        Dune,Frank Herbert,,read,4.2
        ,Somebody,,read,3.9

        """

    /// Runs the examples of a verb in order, as a reader would type them.
    @Test(arguments: CommandTable.vocabulary.names)
    func printTheirDocumentedOutput(_ name: String) throws {
        let verb = try #require(CommandTable.vocabulary.verb(named: name))
        // Fixed catalogues answer the examples of searching.
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(catalogues: catalogues)
        try trove.prepare(Self.sampleLibrary)
        _ = try trove.scratch.write(Self.sampleExport, to: "work/goodreads.csv")
        // Help shows the first line of an error, and a typical folder in place of the test's.
        let transcript = verb.examples.map { example in
            let isError = example.output.hasPrefix("error:")
            let lines = ["> " + example.command, example.output] + (isError ? ["…"] : [])
            return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
        }.joined().replacing("/home/ann", with: trove.scratch.path("work"))
        let file = try trove.scratch.write(transcript, to: "examples.txt")
        let run = try trove.program.run(["--library", trove.libraryPath, "--verify", file])
        #expect(run.status == .success, "\(run)")
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
        // Some examples show the verb itself, after the synopsis.
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
