import Testing
import TroveModel
import TroveStore
import TroveTesting

/// Boundary values, through the rows of the file and through the log.
@Suite struct ValueRoundTripTests {
    static let values: [Case<String, Value>] = [
        Case("empty text", "remark", .text("")), Case("blank text", "remark", .text(" ")),
        Case("quotes", "remark", .text(#"'"\"#)),
        Case("lone combining mark", "remark", .text("\u{301}")),
        Case("decomposed", "remark", .text("e\u{301}")),
        Case("byte order mark", "remark", .text("\u{FEFF}a")),
        Case("noncharacter", "remark", .text("\u{FFFF}\u{10FFFF}")),
        Case("a number as text", "remark", .text("007")),
        Case("JSON as text", "remark", .text("[1,null]")),
        Case("long", "remark", .text(String(repeating: "三体 ", count: 9000))),
        Case("a choice like a number", "genus", .text("1e3")),
        Case("smallest", "count", .integer(-1000)), Case("zero", "count", .integer(0)),
        Case("thousandth", "weight", .decimal(FixedDecimal(thousandths: 1))),
        Case("negative decimal", "weight", .decimal(FixedDecimal(thousandths: -99_999))),
        Case("whole decimal", "weight", .decimal(FixedDecimal(7))),
        Case("third place", "weight", .decimal(FixedDecimal(thousandths: 8115))),
        Case("first year", "found", .date(PartialDate(packed: 1 << 9))),
        Case("last day", "found", .date(PartialDate(packed: 9999 << 9 | 12 << 5 | 31))),
        Case("month", "season", .month(.december)), Case("state", "grade", .text("cut")),
        Case("set of one", "tags", .set(["a"])), Case("set", "tags", .set(["a b", "c"])),
        Case("field with quotes", "order by \"x\"", .text("x")),
    ]

    @Test(arguments: values)
    func survivesARoundTrip(_ test: Case<String, Value>) throws {
        let field = try #require(Specimen.kind.index(ofField: test.input))
        let scratch = try ScratchDirectory()
        let location = Library.Location.file(scratch.path("library.db"))
        let library = try Library(location, kinds: Specimen.kinds)
        var item = Item(
            kind: 0, number: 1, id: .of(1), values: Specimen.kind.fields.map { _ in nil })
        item.values[0] = .text("thing")
        let bare = item
        item.values[field] = test.expected
        let changes = [
            Change.create(bare), try #require(Change.update(from: bare, to: item.values)),
        ]
        for change in changes { try library.run(change) }

        let reopened = try Library(location, kinds: Specimen.kinds)
        let read = try #require(try reopened.everything().first)
        #expect(Self.bytes(read.values[field]) == Self.bytes(test.expected))
        #expect(read == item)
        #expect(try reopened.history.commands(limit: 9).flatMap(\.changes) == changes.reversed())
        try reopened.run(.delete(item))
        let deletion = try #require(try reopened.history.commands(limit: 1).first?.changes.first)
        guard case .delete(let values) = deletion.action else { throw Missing() }
        #expect(Self.bytes(values[field]) == Self.bytes(test.expected))
    }

    /// Canonically equivalent texts are equal as strings; here every byte counts.
    private static func bytes(_ value: Value?) -> [UInt8]? { value.map { Array("\($0)".utf8) } }

    struct Missing: Error {}
}
