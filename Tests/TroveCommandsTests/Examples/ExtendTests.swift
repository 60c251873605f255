import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// The verb that CONTRIBUTING adds.
@Suite struct ExtendTests {
    private let context: FakeContext

    init() throws {
        context = try FakeContext("add book Dune", "add gem Ruby")
    }

    /// Runs a line as if the verb were in the table.
    private func run(_ line: String) throws -> Reply {
        let vocabulary = Vocabulary([Extend.name], [{ @Sendable in Extend.syntax.verb }])
        let opening = try Opening(line, vocabulary, in: context.languageContext)
        guard case .verb(var reader) = opening else { throw Spelling.NoCommand() }
        return try CommandTable.command(Extend.self, from: &reader).run(in: context)
    }

    @Test func doesWhatItsExamplesShow() throws {
        #expect(Extend.syntax.verb.synopsis == ["extend REF DATE"])
        for example in Extend.syntax.verb.examples {
            let before = try context.fields(1)["due"] ?? "(none)"
            guard case .changes(let reports) = try run(example.command) else {
                Issue.record("\(example.command) changed nothing")
                continue
            }
            #expect(reports.map(\.item.number) == [1])
            let after = try context.fields(1)["due"] ?? "(none)"
            #expect(example.output == "Changed book 1: Dune\n  due  \(before) → \(after)")
        }
    }

    @Test func theTranscriptShowsItsFirstExample() throws {
        let example = try #require(Extend.syntax.verb.examples.first)
        let transcript = """
            $ Scripts/run --ephemeral -c 'add book Dune' -c '\(example.command)'
            Added book 1: Dune
            \(example.output)
            ```
            """
        #expect(try Repository.text(of: "CONTRIBUTING.md").contains(transcript))
    }

    @Test(arguments: ["extend Ruby 2027", "extend Dune soon", "extend Dune", "extend 9 2027"])
    func rejectsOtherLines(_ line: String) throws {
        #expect(throws: (any Error).self) { try run(line) }
        #expect(try context.fields(1)["due"] == nil)
    }
}
