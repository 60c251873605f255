import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTesting

/// Undo, redo, loans, shelves and the shell's own verbs, without a program around them.
@Suite struct HistoryTests {
    @Test func undoAndRedoAlternate() throws {
        let context = try FakeContext("add book Dune", "set 1 pages:412")
        try context.run("undo")
        #expect(try context.fields(1)["pages"] == nil)
        try context.run("redo")
        #expect(try context.fields(1)["pages"] == "412")
        try context.run("undo")
        try context.run("undo")
        #expect(try context.library.count() == 0)
        #expect(throws: CommandFailure.self) { try context.run("undo") }
    }

    @Test func anItemIsLentToOnePersonAtATime() throws {
        let context = try FakeContext("add book Dune", "lend Dune to:Bob due:2026-12-24")
        #expect(try context.fields(1)["lent-to"] == "Bob")
        #expect(throws: CommandFailure.self) { try context.run("lend 1 to:Cleo") }
        try context.run("return 1")
        #expect(try context.fields(1)["due"] == nil)
        try context.run("lend 1 to:Cleo")
    }

    @Test func aShelfKeepsItsFirstSpelling() throws {
        let context = try FakeContext("add book Dune", "add book Emma", "shelve 1 on:Attic")
        try context.run("shelve 2 on:attic")
        #expect(try context.fields(2)["shelves"] == "Attic")
        try context.run("unshelve 1 2 from:ATTIC")
        #expect(try context.fields(1)["shelves"] == nil)
        #expect(throws: CommandFailure.self) { try context.run("shelve 1 on:a,b") }
    }

    /// Names, retired kinds and new fields are those of the time, not those of today.
    @Test func thePastHasItsOwnKinds() throws {
        let context = try FakeContext(
            "kind new vinyl", "kind add-field vinyl stars number rank:2",
            "add vinyl Abbey stars:4", "mark before", "kind rename-field vinyl stars points",
            "kind add-field vinyl label text rank:3", "mark between", "kind retire vinyl")
        func listing(_ line: String) throws -> [String] {
            var reply = try context.run(line)
            if case .past(let past, _, _) = reply { reply = past }
            guard case .listing(let listing) = reply, let section = listing.sections.first
            else { return [] }
            let kind = listing.catalog.tables[section.kind].kind
            return [kind.name] + section.columns.map { kind.fields[$0].name }
        }
        #expect(try listing("list") == [])
        #expect(try listing("as-of before list") == ["vinyl", "title", "stars"])
        #expect(try listing("as-of before list vinyl stars>3") == ["vinyl", "title", "stars"])
        #expect(try listing("as-of between list") == ["vinyl", "title", "points", "label"])
        #expect(try listing("as-of 2026-01-01 list") == [])
        #expect(throws: LanguageError.self) { try context.run("as-of before list vinyl points>3") }
        #expect(throws: LanguageError.self) { try context.run("as-of before delete 1") }
        // The first word is not the beginning of a book's title.
        for line in ["add vinyl Kind", "use vinyl"] {
            let error = #expect(throws: LanguageError.self) { try context.run(line) }
            #expect(error?.problem == .retiredKind("vinyl"), "\(line)")
        }
        try context.run("kind set vinyl retired:no")
        #expect(try listing("list vinyl points>3") == ["vinyl", "title", "points", "label"])
    }

    @Test func itIsTheItemUsedLast() throws {
        let context = try FakeContext("add book Dune", "add book Emma", "show 1")
        try context.run("set it pages:5")
        #expect(try context.fields(1)["pages"] == "5")
    }

    @Test func aliasesAndSettingsBelongToTheSession() throws {
        let context = try FakeContext("alias r filter state=reading", "settings output json")
        #expect(context.session.aliases == ["r": "filter state=reading"])
        #expect(context.session.settings.output == .json)
        #expect(throws: CommandFailure.self) { try context.run("alias list show") }
        #expect(throws: CommandFailure.self) { try context.run("alias --r list") }
        #expect(throws: CommandFailure.self) { try context.run("settings output xml") }
        try context.run("alias r --remove")
        #expect(context.session.aliases.isEmpty)
    }

    /// With a file, aliases are kept for later sessions; those of other shells stay.
    @Test func aliasesAreKeptInAFile() throws {
        let scratch = try ScratchDirectory()
        let context = try FakeContext()
        let file = AliasFile(folder: scratch.path("config/trove"))
        context.session.aliasFile = file
        try context.run("alias r filter state=reading")
        try context.run(#"alias odd filter note~"a \"b\" é""#)
        #expect(
            try file.read() == [
                "r": "filter state=reading", "odd": #"filter note~"a \"b\" é""#,
            ])
        let other = try FakeContext()
        other.session.aliasFile = file
        try other.run("alias b list books")
        try context.run("alias r --remove")
        #expect(try file.read().keys.sorted() == ["b", "odd"])
        // A file that is not valid is kept, and the user is told.
        try scratch.write("{", to: "config/trove/aliases.json")
        guard case .sequence(let replies) = try context.run("alias g list gems") else {
            Issue.record("no warning")
            return
        }
        #expect(replies.flatMap(\.warnings).count == 1)
        #expect(context.session.aliases["g"] == "list gems")
        #expect(try scratch.read("config/trove/aliases.json") == "{")
    }

    /// Two shells that keep aliases at once lose none.
    @Test func aliasesOfTwoShellsAreKept() async throws {
        let scratch = try ScratchDirectory()
        let file = AliasFile(folder: scratch.path("config/trove"))
        try await withThrowingTaskGroup { group in
            for shell in ["a", "b"] {
                group.addTask {
                    let context = try FakeContext()
                    context.session.aliasFile = file
                    for number in 0..<30 { try context.run("alias \(shell)\(number) list books") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().count == 60)
    }
}
