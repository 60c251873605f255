import Testing
import TroveModel
import TroveTesting

@Suite struct KindMatchTests {
    static let typed: [Case<String, NameMatch>] = [
        Case("whole", "genre", .found(8)), Case("beginning", "gen", .found(8)),
        Case("capitals", "GENRE", .found(8)),
        Case("whole before beginning", "page", .found(11)),
        Case("its longer one", "pages", .found(10)),
        Case("beginning of two", "pag", .ambiguous(["pages", "page"])),
        Case("beginning of three", "d", .ambiguous(["description", "due"])),
        Case("with a dash", "lent-o", .found(21)),
        Case("beginning of both lent", "lent", .ambiguous(["lent-to", "lent-on"])),
        Case("longer than the name", "genres", .unknown), Case("unknown", "hardness", .unknown),
        Case("empty", "", .unknown),
    ]

    @Test(arguments: typed)
    func findsFields(_ test: Case<String, NameMatch>) {
        #expect(Kind.book.match(field: test.input) == test.expected)
    }

    static let kinds: [Case<String, KindIndex?>] = [
        Case("name", "gem", 1), Case("plural", "gems", 1), Case("capitals", "GEMS", 1),
        Case("beginning is not enough", "ge", nil), Case("unknown", "coin", nil),
        Case("empty", "", nil),
    ]

    @Test(arguments: kinds)
    func findsKinds(_ test: Case<String, KindIndex?>) {
        #expect(Kinds.standard.index(of: test.input) == test.expected)
    }

    @Test func findsRoles() {
        #expect(Kind.book.index(ofRole: { $0 == .rating }) == Kind.book.index(ofField: "rating"))
        #expect(Kind.movie.index(ofRole: { $0 == .note }) == Kind.movie.index(ofField: "notes"))
        #expect(Kind.gem.index(ofRole: { $0 == .birthstone }) == 5)
        #expect(Kind.gem.index(ofRole: { $0 == .rating }) == nil)
        #expect(Kind.book.progress.map { [$0.current, $0.total] } == [11, 10])
        #expect(Kind.gem.progress == nil)
        #expect(Kind.gem.uniqueFields == [0] && Kind.book.uniqueFields == [])
    }
}
