import Testing
import TroveCodecs
import TroveModel
import TroveStore
import TroveSync
import TroveWire

/// What the operations of a change say about the version that its user saw, while earlier
/// operations on the item wait.
struct SeenVersionTests {
    let rig: EngineRig
    let book: KindIndex

    /// The device knows a book of version 6. It has replaced the title, which waits, and has
    /// learned since that the phone changed all fields.
    init() throws {
        rig = try EngineRig()
        book = try #require(rig.library.catalog.kinds.index(of: "book"))
        try learn(6, #"{"title":"Dune","note":"Old","pages":400,"page":10}"#)
        try change(("title", .text("Mine")))
        try learn(7, #"{"title":"Theirs","note":"New","pages":500,"page":20}"#)
    }

    private func learn(_ version: Int, _ fields: String) throws {
        let members = try JSON(parsing: Array(fields.utf8)).members ?? []
        _ = try rig.library.shadow.apply(
            ChangesReply(
                since: Version(version - 1),
                entries: [
                    Entry(
                        kind: "book", id: EngineRig.id(50), version: Version(version),
                        isDeleted: false, fields: members, by: "phone")
                ], next: Cursor(epoch: "e1", sequence: Version(version), mark: 0xA),
                hasMore: false, acknowledged: 0),
            to: rig.library.account?.device, at: rig.now.time)
    }

    /// Changes fields of the book, as its user sees it.
    private func change(_ values: (field: String, value: Value)...) throws {
        try rig.library.loadAll()
        let item = try #require(rig.library.catalog.items.first)
        let kind = rig.library.catalog.kinds[book]
        let changes = try values.map { name, value in
            let field = try #require(kind.index(ofField: name))
            return Change.FieldChange(field: field, before: item.values[field], after: value)
        }
        try rig.library.perform(
            [Change(kind: book, number: item.number, id: item.id, action: .update(changes))],
            rig.authorship)
        try rig.library.commit()
    }

    /// The operations after the first: their base and the names of their fields.
    private func laterOperations() throws -> [String] {
        try rig.library.outbox.entries(limit: 10).dropFirst().map { entry in
            let fields = try JSON(parsing: Array(entry.operation.fields.utf8)).members ?? []
            return "\(entry.operation.base.rawValue) \(fields.map(\.name).joined(separator: " "))"
        }
    }

    /// The user saw the phone's note, but their own title. A note that was sent on version 6 would
    /// lose to the one that it replaces.
    @Test func eachFieldHasTheVersionThatWasSeen() throws {
        try change(("title", .text("Again")), ("note", .text("Mine")))
        #expect(try laterOperations() == ["6 title", "7 note"])
    }

    @Test func fieldsOfOneVersionAreOneOperation() throws {
        try change(("note", .text("Mine")), ("pages", .integer(300)), ("page", .integer(30)))
        #expect(try laterOperations() == ["7 note pages page"])
    }

    /// With another page alone, the server would refuse one of two operations: 450 of 400 pages.
    @Test func fieldsOfARuleStayTogether() throws {
        try change(("page", .integer(30)))
        try learn(8, #"{"title":"Theirs","note":"New","pages":400,"page":20}"#)
        try change(("note", .text("Mine")), ("pages", .integer(600)), ("page", .integer(450)))
        #expect(try laterOperations() == ["7 page", "7 pages page", "8 note"])
    }
}
