import Testing
import TroveCommands
import TroveLanguage
import TroveStandIn
import TroveTesting

/// The examples in help run in a sample library and print what help shows.
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
        let sample = try verb.group == .sync ? syncSample(name) : localSample()
        let trove = sample.trove
        // Help shows the first line of an error, and a typical folder in place of the test's.
        let transcript = verb.examples.map { example in
            let isError = example.output.hasPrefix("error:")
            let lines = ["> " + example.command, example.output] + (isError ? ["…"] : [])
            return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
        }.joined().replacing("/home/ann", with: trove.scratch.path("work"))
            .replacing("http://localhost:7391", with: sample.world?.server.url ?? "")
        let file = try trove.scratch.write(transcript, to: "examples.txt")
        let run = try trove.program.run(["--library", trove.libraryPath, "--verify", file])
        #expect(run.status == .success, "\(run)")
    }

    /// The library in which examples run, and what must stay open meanwhile.
    private struct Sample {
        let trove: Trove
        var catalogues: CatalogueStandIn?
        var world: SyncWorld?
    }

    /// A local library. Fixed catalogues answer the examples of searching.
    private func localSample() throws -> Sample {
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(catalogues: catalogues)
        try trove.prepare(Self.sampleLibrary)
        _ = try trove.scratch.write(Self.sampleExport, to: "work/goodreads.csv")
        return Sample(trove: trove, catalogues: catalogues)
    }

    /// A library with a server: for the verbs that begin with one, before their first example; for
    /// others, with an account, a second device and a conflict.
    private func syncSample(_ verb: String) throws -> Sample {
        let world = try SyncWorld()
        let laptop = try SyncWorld.device("laptop")
        let connect = "connect \(world.server.url)\n"
        for (file, password) in [("password", SyncWorld.password), ("new", "a better password")] {
            _ = try laptop.scratch.write("\(password)\n", to: "work/\(file).txt")
        }
        switch verb {
        case "connect": try laptop.prepare(Self.sampleLibrary)
        case "signup": try laptop.prepare(Self.sampleLibrary + connect)
        case "login":
            let phone = try world.connected("phone")
            try phone.prepare(Self.sampleLibrary + "signup \(SyncWorld.email) name:Ann\n")
            try laptop.prepare(connect)
        default:
            let account = "signup \(SyncWorld.email) name:Ann\n"
            try laptop.prepare(Self.sampleLibrary + connect + account)
            let phone = try world.loggedIn("phone")
            guard ["conflicts", "resolve"].contains(verb) else { break }
            for device in [laptop, phone] { try device.prepare("policy book update queue") }
            try laptop.prepare("net off\nset Dune genre:sf")
            try phone.prepare("set Dune genre:classic\nsync")
            try laptop.prepare("sync")
        }
        return Sample(trove: laptop, world: world)
    }

    @Test(arguments: CommandTable.vocabulary.names)
    func theHelpShowsTheExamples(_ name: String) throws {
        let verb = try #require(CommandTable.vocabulary.verb(named: name))
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
