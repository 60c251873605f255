import Testing
import TroveModel
import TroveSQLite
import TroveStore
import TroveTesting
import TroveWire

/// Kinds and fields that a library defines.
@Suite struct DefinitionTests {
    private let scratch: ScratchDirectory
    private let library: Library

    init() throws {
        scratch = try ScratchDirectory()
        library = try Library(.file(scratch.path("library.db")), kinds: .standard)
    }

    static let vinyl = Kind(
        name: "vinyl", plural: "vinyls",
        fields: [
            Field("title", .text, "the title", rank: 1), Field("artist", .text, "", rank: 2),
        ])

    private func reopened(isReadOnly: Bool = false) throws -> Library {
        try Library(library.location, kinds: .standard, isReadOnly: isReadOnly)
    }

    @Test func aDefinedKindHoldsItemsAndSurvivesReopening() throws {
        try library.define(Definition(Self.vinyl))
        let kind = try library.add("Kind of Blue", to: "vinyl")
        #expect(library.catalog.kinds.all.map(\.name) == ["book", "gem", "movie", "read", "vinyl"])
        for isReadOnly in [false, true] {
            let again = try reopened(isReadOnly: isReadOnly)
            #expect(again.catalog.kinds.index(of: "vinyls") == kind)
            #expect(try again.titles(of: kind) == ["Kind of Blue"])
        }
    }

    /// A definition may come from a server or a file, which can have any name.
    @Test(arguments: [
        "meta", "batches", "changes", "outbox", "conflict", "sqlite_master", "Book", "a\"b", "",
        "book.number", "book.ID", "book.Title", "vinyl.rowid", "vinyl.a.b", "vinyl.",
    ])
    func aNameThatIsNoTableOrColumnIsLeftOut(_ subject: String) throws {
        try library.define(Definition(Self.vinyl))
        let kinds = library.catalog.kinds.stored
        let text = subject.contains(".") ? "field x number" : "kind x\nfield title text"
        try library.define(Definition(subject: subject, text: text))
        #expect(library.catalog.kinds.stored == kinds)
        #expect(library.catalog.kinds.unreadable == [subject])
        let book = try library.add("Dune", to: "book")
        let again = try reopened()
        #expect(try again.titles(of: book) == ["Dune"])
        #expect(again.catalog.kinds.unreadable == [subject])
    }

    /// SQLite has one list of names for tables and indexes.
    @Test func noKindHasTheTableOfTheLibrary() throws {
        let file = try Connection(path: scratch.path("library.db"), access: .readOnly)
        let builtIn = library.catalog.kinds.stored.map(\.storedName)
        let names = try file.texts("SELECT name FROM sqlite_schema").filter {
            !builtIn.contains($0)
        }
        #expect(names.contains("batches"))
        for name in names {
            let text = "kind \(name)\nfield title text"
            let kinds = library.catalog.kinds.defined(
                by: [Definition(subject: name, text: text)], known: [])
            #expect(kinds.index(ofStored: name) == nil, "\(name)")
        }
    }

    /// Users see the numbers of items, so definitions must leave no gaps.
    @Test func definitionsTakeNoNumbersOfItems() throws {
        #expect(try library.takeNumber() == 1)
        try library.define(Definition(Self.vinyl))
        try library.define(Definition(Self.vinyl.fields[1], of: Self.vinyl))
        #expect(try library.takeNumber() == 2)
        try library.begin()
        try library.commit()
        let again = try reopened()
        #expect(try again.takeNumber() == 3)
        try again.define(Definition(Field("year", .text, ""), of: Self.vinyl))
        let kind = try #require(again.catalog.kinds.definitions)
        try again.loadAll(kind)
        let numbers = again.catalog.items.filter { $0.kind == kind }.map(\.number)
        #expect(numbers.count == 3 && Set(numbers).count == 3)
        #expect(numbers.allSatisfy { $0 >= 2_000_000_000 })
    }

    /// Earlier versions gave definitions the numbers of items; these keep them.
    @Test func aDefinitionOfAnEarlierVersionKeepsItsNumber() throws {
        let kind = try #require(library.catalog.kinds.definitions)
        let former = Definition(Self.vinyl)
        let item = Item(
            kind: kind, number: try library.takeNumber(), id: former.id, values: former.values)
        try library.run(.create(item))
        let again = try reopened()
        #expect(again.catalog.kinds.index(of: "vinyl") != nil)
        #expect(try again.takeNumber() == 2)
        try again.define(Definition(Kind(name: "vinyl", plural: "lps", fields: Self.vinyl.fields)))
        #expect(try again.item(numbered: 1)?.id == former.id)
        #expect(try reopened().catalog.kinds.index(of: "lps") != nil)
    }

    @Test func aFieldIsAddedToItemsThatExist() throws {
        try library.define(Definition(Self.vinyl))
        let kind = try library.add("Kind of Blue", to: "vinyl")
        try library.define(Definition(Self.vinyl.fields[1], of: Self.vinyl))
        #expect(library.catalog.kinds[kind].fields.map(\.name) == ["title", "artist"])
        try library.loadAll(kind)
        #expect(library.catalog.items.last?.values == [.text("Kind of Blue"), nil])
        let location = Field("location", .text, "where it is")
        try library.define(Definition(location, of: .book))
        #expect(library.catalog.kinds[0].fields.last?.name == "location")
        #expect(library.catalog.kinds[0].fields.last?.isOwn == true)
        #expect(try library.titles(of: kind) == ["Kind of Blue"])
    }

    @Test func undoAndRedoWorkAcrossSessions() throws {
        try library.define(Definition(Self.vinyl))
        let kind = try library.add("Kind of Blue", to: "vinyl")
        let second = try reopened()
        #expect(try second.revert(isRedo: false))
        #expect(try second.revert(isRedo: false))
        #expect(second.catalog.kinds.index(of: "vinyl") == nil)
        #expect(second.catalog.kinds.index(ofStored: "vinyl") == kind)
        let third = try reopened()
        #expect(third.catalog.kinds.index(of: "vinyl") == nil)
        #expect(try third.revert(isRedo: true))
        #expect(try third.revert(isRedo: true))
        #expect(try third.titles(of: kind) == ["Kind of Blue"])
        #expect(try LibraryCheck.findings(in: third) { _ in }.isEmpty)
    }

    @Test func anotherShellFollows() throws {
        let other = try reopened()
        try other.loadAll()
        try library.define(Definition(Self.vinyl))
        let kind = try library.add("Kind of Blue", to: "vinyl")
        try other.refresh()
        #expect(other.catalog.kinds == library.catalog.kinds)
        #expect(try other.titles(of: kind) == ["Kind of Blue"])
        let arrived = other.takeForeignChanges().groups.flatMap(\.first)
        #expect(arrived.map(\.title) == ["vinyl", "Kind of Blue"])
        try other.define(Definition(Self.vinyl.fields[1], of: Self.vinyl))
        try library.refresh()
        #expect(library.catalog.kinds[kind].fields.count == 2)
    }

    /// A kind that another shell has defined meanwhile empties the memory. Hidden values are sent,
    /// too.
    @Test func theFirstLoginSendsAllItems() throws {
        try library.define(Definition(Self.vinyl))
        let size = Field("size", .text, "", isOwn: true)
        try library.define(Definition(size, of: Self.vinyl))
        let kind = try library.add("Kind of Blue", to: "vinyl")
        let field = try #require(library.catalog.kinds[kind].index(ofField: "size"))
        try library.loadAll()
        let item = try #require(library.catalog.items.first { $0.kind == kind })
        try library.begin()
        try library.perform(
            [
                Change(
                    kind: kind, number: item.number, id: item.id,
                    action: .update([
                        Change.FieldChange(field: field, before: nil, after: .text("big"))
                    ]))
            ], Library.authorship)
        try library.commit()
        try library.accountStore.connect(to: "http://a", id: nil)
        try library.loadAll()
        let other = try reopened()
        try other.define(
            Definition(Field("size", .integer(0...9), "", isOwn: true), of: Self.vinyl))
        try library.accountStore.logIn(
            LoginReply(
                token: "trv_1", device: "d1", user: User(id: 1, name: "Ann", email: "a@b"),
                epoch: "e1"), as: "laptop", at: Timestamp(milliseconds: 0))
        let sent = try library.outbox.entries(limit: 100).map(\.operation)
        #expect(sent.filter { $0.kind == "vinyl" }.map(\.fields).joined().contains("big"))
    }

    @Test func aRollbackForgetsTheKind() throws {
        try library.begin()
        try library.perform(
            try library.changes(defining: Definition(Self.vinyl)), Library.authorship)
        #expect(library.catalog.kinds.index(of: "vinyl") != nil)
        library.rollback()
        #expect(library.catalog.kinds == .standard)
        try library.define(Definition(Self.vinyl))
        #expect(try reopened().catalog.kinds.index(of: "vinyl") != nil)
    }

    @Test func aSnapshotBringsItBack() throws {
        try library.define(Definition(Self.vinyl))
        let kind = try library.add("Kind of Blue", to: "vinyl")
        try library.snapshots.save("with", at: Library.authorship.at)
        #expect(try library.revert(isRedo: false))
        #expect(try library.revert(isRedo: false))
        try library.begin()
        let definitions = try library.snapshots.changes(toRestore: "with", .definitions)
        let command = try library.perform(definitions, Library.authorship)
        let items = try library.snapshots.changes(toRestore: "with", .items)
        try library.perform(items, continuing: command, Library.authorship)
        try library.commit()
        #expect(try library.titles(of: kind) == ["Kind of Blue"])
        #expect(try reopened().titles(of: kind) == ["Kind of Blue"])
    }

    /// A retired field keeps its values, and a renamed one its column.
    @Test func nothingIsLost() throws {
        try library.define(Definition(Self.vinyl))
        try library.define(Definition(Self.vinyl.fields[1], of: Self.vinyl))
        let kind = try #require(library.catalog.kinds.index(of: "vinyl"))
        let item = Item(
            kind: kind, number: try library.takeNumber(), id: .of(90),
            values: [.text("Kind of Blue"), .text("Miles Davis")])
        try library.run(.create(item))
        var field = library.catalog.kinds[kind].fields[1].changed(name: "performer")
        field = field.changed(isRetired: true)
        try library.define(Definition(field, of: Self.vinyl))
        #expect(library.catalog.kinds[kind].shownFields.map(\.name) == ["title"])
        field = field.changed(isRetired: false)
        try library.define(Definition(field, of: Self.vinyl))
        #expect(library.catalog.kinds[kind].shownFields.map(\.name) == ["title", "performer"])
        #expect(try library.item(numbered: item.number)?.values == item.values)
        #expect(try LibraryCheck.findings(in: reopened()) { _ in }.isEmpty)
    }

    /// Devices that define a field with different types take each other's definition. Meanwhile a
    /// value of the other type is hidden, and may be replaced. That is no damage.
    @Test func aHiddenValueCanBeReplaced() throws {
        try library.define(Definition(Self.vinyl))
        let speed = Field("artist", .integer(1...99), "")
        func give(_ value: Value) throws {
            let kind = try #require(library.catalog.kinds.index(of: "vinyl"))
            let item = try #require(try library.everything().last { $0.kind == kind })
            try library.run(
                #require(Change.update(from: item, to: [.text(item.title), value])))
        }
        try library.define(Definition(Self.vinyl.fields[1], of: Self.vinyl))
        _ = try library.add("Kind of Blue", to: "vinyl")
        try give(.text("Miles Davis"))
        try library.define(Definition(speed, of: Self.vinyl))
        try give(.integer(33))
        try library.define(Definition(Self.vinyl.fields[1], of: Self.vinyl))
        #expect(try LibraryCheck.findings(in: reopened()) { _ in }.isEmpty)
    }

    /// A newer version may write definitions that this one cannot read.
    @Test func anUnreadableDefinitionIsKeptAndHidden() throws {
        try library.define(Definition(subject: "orbit", text: "orbit 3 of 4"))
        try library.define(Definition(Self.vinyl))
        try library.define(Definition(subject: "vinyl.spin", text: "field spin quaternion"))
        let kinds = try reopened().catalog.kinds
        #expect(kinds.unreadable == ["orbit", "vinyl.spin"])
        #expect(kinds.all.last?.name == "vinyl")
        #expect(kinds.all.last?.shownFields.map(\.name) == ["title"])
    }

    /// Another device may give a field another type; values of the old one read as none.
    @Test func aValueThatNoLongerFitsReadsAsNone() throws {
        try library.define(Definition(Self.vinyl))
        try library.define(Definition(Field("year", .text, ""), of: Self.vinyl))
        let kind = try #require(library.catalog.kinds.index(of: "vinyl"))
        let values: [Value?] = [.text("Kind of Blue"), .text("fifties")]
        try library.run(.create(Item(kind: kind, number: 9, id: .of(9), values: values)))
        try library.define(Definition(Field("year", .integer(0...2999), ""), of: Self.vinyl))
        #expect(try library.item(numbered: 9)?.values == [values[0], nil])
        try library.define(Definition(Field("year", .text, ""), of: Self.vinyl))
        #expect(try library.item(numbered: 9)?.values == values)
    }
}

extension Library {
    /// Gives the library a definition.
    fileprivate func define(_ definition: Definition) throws {
        try begin()
        try perform(try changes(defining: definition), Library.authorship)
        try commit()
    }

    /// Returns the change that gives the library a definition.
    fileprivate func changes(defining definition: Definition) throws -> [Change] {
        let kind = try #require(catalog.kinds.definitions)
        try loadAll(kind)
        let former = catalog.items.first {
            $0.kind == kind && $0.values[0] == .text(definition.subject)
        }
        if let former {
            return Change.update(from: former, to: definition.values).map { [$0] } ?? []
        }
        let number = try number(ofDefinition: definition.id)
        return [
            .create(
                Item(kind: kind, number: number, id: definition.id, values: definition.values))
        ]
    }

    /// Adds an item to a kind, and returns the kind.
    fileprivate func add(_ title: String, to name: String) throws -> KindIndex {
        let kind = try #require(catalog.kinds.index(of: name))
        let fields = catalog.kinds[kind].fields.count
        let values: [Value?] = [.text(title)] + Array(repeating: nil, count: fields - 1)
        let number = try takeNumber()
        try run(.create(Item(kind: kind, number: number, id: .of(number), values: values)))
        return kind
    }

    fileprivate func titles(of kind: KindIndex) throws -> [String] {
        try loadAll(kind)
        return catalog.items.filter { $0.kind == kind }.map(\.title)
    }
}
