import Testing
import TroveCommands
import TroveModel
import TroveStore
import TroveTerminal
import TroveTesting

/// Conditions in the place of references, without a program around them.
@Suite struct SelectionTests {
    private func library() throws -> FakeContext {
        try FakeContext(
            "add book Dune author:\"Frank Herbert\" genre:scfi pages:412",
            "add book Emma genre:novel pages:474",
            "add book Solaris genre:scfi state:reading",
            "add movie Alien rating:9", "add gem Ruby hardness:9")
    }

    /// The first question that is also about the read list reads it from the file.
    @Test func theReadListStaysInTheFile() throws {
        let scratch = try ScratchDirectory()
        let context = try FakeContext(at: scratch.path("library.db"))
        try context.run("add book Dune author:\"Frank Herbert\" state:finished")
        try context.run("add book Emma author:\"Jane Austen\" state:finished")
        try context.run("add book Whales author:\"Frank Herbert\"")
        _ = try context.commit()
        // Memory has nothing of what another program has written.
        let other = try FakeContext(at: scratch.path("library.db"))
        let reads = try #require(other.kinds.index(of: "reads"))
        while try other.library.loadSlice() {}
        for isLoaded in [false, true] {
            guard case .listing(let listing) = try other.run("filter author~frank") else {
                continue
            }
            let numbers = listing.sections.map { section in
                section.rows.map { listing.catalog.tables[section.kind].number(at: $0) }
            }
            #expect(numbers == [[1, 5], [2]])
            #expect(other.library.isLoaded(reads) == isLoaded)
        }
    }

    @Test func oneUndoRevertsAllChanges() throws {
        let context = try library()
        try context.run("set books where genre=scfi genre:sci-fi --yes")
        #expect(
            try [1, 2, 3].map { try context.fields($0)["genre"] } == ["sci-fi", "novel", "sci-fi"])
        try context.run("undo")
        #expect(
            try [1, 2, 3].map { try context.fields($0)["genre"] } == ["scfi", "novel", "scfi"])
    }

    /// Every verb that changes items takes a condition, and asks before it changes several.
    @Test(arguments: [
        "set where genre=scfi pages:3", "delete where genre=scfi", "advance where genre=scfi",
        "rate books where genre=scfi 4", "note where genre=scfi good",
        "tag where genre=scfi with:a", "shelve where genre=scfi on:a",
        "lend where genre=scfi to:Bob", "page where genre=scfi 3",
    ])
    func severalItemsNeedAConfirmation(_ line: String) throws {
        let context = try library()
        let before = try [1, 2, 3].map { try context.fields($0) }
        let failure = #expect(throws: CommandFailure.self) { try context.run(line) }
        let problem = failure?.problem
        guard case .reference(.selectionNeedsConfirmation(_, let items))? = problem else {
            Issue.record("\(line): \(String(describing: problem))")
            return
        }
        #expect(items.map(\.number) == [1, 3])
        #expect(try [1, 2, 3].map { try context.fields($0) } == before)

        let user = FakeUser(saysYes: false)
        context.user = user
        #expect(throws: CommandFailure.self) { try context.run(line) }
        let isDeletion = line.hasPrefix("delete")
        #expect(
            user.questions == [
                isDeletion ? "Delete these 2 items? [y/N] " : "Change these 2 items? [y/N] "
            ])
        #expect(try [1, 2, 3].map { try context.fields($0) } == before)

        user.saysYes = true
        try context.run(line)
        #expect(user.questions.count == 2)
        #expect(try context.fields(1) != before[0])
        #expect(try context.fields(2) == before[1])
        #expect(try context.fields(3) != before[2])
        context.user = nil
        try context.run("undo")
        #expect(try [1, 2, 3].map { try context.fields($0) } == before)
        try context.run(line + " --yes")
        #expect(try context.fields(3) != before[2])
    }

    @Test func oneItemNeedsNoConfirmation() throws {
        let context = try library()
        try context.run("set where genre=novel genre:classics")
        #expect(try context.fields(2)["genre"] == "classics")
        #expect(context.session.it == 2)
    }

    @Test(arguments: ["off", "on"]) func theSettingForQuestionsApplies(_ value: String) throws {
        let context = try library()
        try context.run("settings confirm \(value)")
        if value == "on" {
            #expect(throws: CommandFailure.self) { try context.run("tag where genre=scfi with:a") }
        } else {
            try context.run("tag where genre=scfi with:a")
        }
        #expect(try context.fields(3)["tags"] == (value == "on" ? nil : "a"))
    }

    @Test(arguments: [
        "set where genre=zzz genre:x", "delete gems where hardness<2", "edit where genre=zzz",
    ])
    func noMatchIsNoError(_ line: String) throws {
        let context = try library()
        let failure = #expect(throws: CommandFailure.self) { try context.run(line) }
        let reply = failure?.reply
        #expect(reply != nil)
        #expect((reply?.warnings.isEmpty == false) == line.contains("zzz"))
    }

    @Test func anUnknownValueAmongOthersWarns() throws {
        let context = try library()
        try context.run("set where genre=novel|zzz genre:x")
        #expect(context.said.flatMap(\.warnings).count == 1)
        #expect(try context.fields(2)["genre"] == "x")
    }

    @Test func aRuleThatOneItemBreaksChangesNone() throws {
        let context = try library()
        #expect(throws: CommandFailure.self) {
            try context.run("set books where pages>0 page:450 --yes")
        }
        #expect(try context.fields(2)["page"] == nil)
        #expect(throws: CommandFailure.self) {
            try context.run("lend gems where hardness=9 to:Bob")
        }
    }

    @Test func aVerbForOneItemTakesOneMatch() throws {
        let context = try library()
        context.user = FakeUser()
        let failure = #expect(throws: CommandFailure.self) {
            try context.run("edit where genre=scfi")
        }
        guard case .reference(.takesOneItem("edit", let items))? = failure?.problem else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(items.count == 2)
    }

    @Test func withoutAKindEveryKindWithTheFieldIsSearched() throws {
        let context = try library()
        try context.run("rate 1 4")
        try context.run("tag where rating>3 with:good --yes")
        #expect(try [1, 2, 4].map { try context.fields($0)["tags"] } == ["good", nil, "good"])
        // A state of books does not exclude films with an error.
        try context.run("tag where state=reading with:now")
        #expect(try context.fields(3)["tags"] == "now")
    }

    // MARK: Tags and notes

    @Test func tagsKeepTheirFirstSpelling() throws {
        let context = try library()
        try context.run("tag 1 with:Sea")
        try context.run("tag 2 4 5 with:sea,sand")
        #expect(try context.fields(5)["tags"] == "Sea, sand")
        try context.run("untag 1-5 with:SEA")
        #expect(
            try [1, 2, 4, 5].map { try context.fields($0)["tags"] } == [
                nil, "sand", "sand", "sand",
            ])
        guard case .changes(let reports) = try context.run("untag 1 2 with:sand") else {
            Issue.record("no changes")
            return
        }
        #expect(reports.map { $0.change != nil } == [false, true])
        #expect(
            reports[0].note?.rendered
                == "Nothing changed: book 1: Dune does not have the tag \"sand\"")
    }

    @Test func setChangesTheTagsOfEachItem() throws {
        let context = try library()
        try context.run("set 1 tags:a,b")
        try context.run("set 1-3 tags:+c,-a")
        #expect(try [1, 2, 3].map { try context.fields($0)["tags"] } == ["b, c", "c", "c"])
        try context.run("add book New tags:+x,-y")
        #expect(try context.fields(6)["tags"] == "x")
    }

    @Test func aNoteGrowsByLines() throws {
        let context = try library()
        try context.run("note 1 --append first")
        try context.run("note 1 second --append")
        #expect(try context.fields(1)["note"] == "first\nsecond")
        try context.run("note 1 third")
        #expect(try context.fields(1)["note"] == "third")
    }
}
