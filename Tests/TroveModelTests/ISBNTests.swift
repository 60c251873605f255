import Testing
import TroveModel
import TroveTesting

@Suite struct ISBNTests {
    private static let readable: [Case<String, String>] = [
        Case("thirteen digits", "9780441172719", "9780441172719"),
        Case("ten digits", "0441172717", "9780441172719"),
        Case("hyphens", "978-0-441-17271-9", "9780441172719"),
        Case("blanks", "0 441 17271 7", "9780441172719"),
        Case("an X", "080442957X", "9780804429573"),
        Case("a small x", "0-8044-2957-x", "9780804429573"),
        Case("nine digits of before 1970 with an X", "8044-2957-X", "9780804429573"),
        Case("X after zeros", "043942089X", "9780439420891"),
        Case("979", "9798887150000", "9798887150000"),
        Case("979 of Korea", "979-11-5610-000-3", "9791156100003"),
        Case(
            "typographic hyphens", "978\u{2010}0\u{2011}441\u{2013}17271\u{2015}9", "9780441172719"),
        Case("a minus sign and hard blanks", "978\u{2212}0\u{A0}441\u{A0}17271 9", "9780441172719"),
        Case("as Excel writes it", "=\"0441172717\"", "9780441172719"),
        Case("in brackets", "[0441172717]", "9780441172719"),
        Case("with its name", "ISBN 0441172717", "9780441172719"),
        Case("with its name and a colon", "isbn: 9780441172719", "9780441172719"),
        Case("with a long name", "ISBN-13: 978-0441172719", "9780441172719"),
        Case("with the other long name", "ISBN-10 0441172717", "9780441172719"),
        Case("with its name and no blank", "ISBN9780441172719", "9780441172719"),
        Case("nine digits of before 1970", "441172717", "9780441172719"),
        Case("what a scanner says of the code", "]E09780441172719", "9780441172719"),
        Case("a price code of five digits", "978044117271950799", "9780441172719"),
        Case("a price code of two digits", "978044117271912", "9780441172719"),
        Case("the check digit zero", "9783161484100", "9783161484100"),
    ]

    @Test(arguments: readable)
    func isParsed(_ test: Case<String, String>) {
        #expect(ISBN(parsing: test.input)?.thirteen == test.expected)
    }

    private static let unreadable: [Case<String, Bool>] = [
        Case("nothing", "", false), Case("a word", "Dune", false),
        Case("a wrong check digit", "9780441172710", false),
        Case("a wrong check digit of ten", "0441172718", false),
        Case("two digits changed places", "9780441172791", false),
        Case("another article", "4006381333931", false), Case("music", "9790260000438", false),
        Case("an X in the middle", "08044X2957", false),
        Case("an X of thirteen", "978080442957X", false),
        Case("a digit behind the X", "080442957X1", false),
        Case("twelve digits", "978044117271", false),
        Case("fourteen digits", "97804411727190", false),
        Case("an ASIN", "B000FA5SZG", false), Case("Arabic digits", "٩٧٨٠٤٤١١٧٢٧١٩", false),
        Case("a word that begins as the name does", "IS 0441172717", false),
        Case("much too long", String(repeating: "9780441172719 ", count: 9), false),
    ]

    @Test(arguments: unreadable)
    func isRejected(_ test: Case<String, Bool>) {
        #expect(ISBN(parsing: test.input) == nil)
    }

    @Test func tenAndThirteenAreEqual() {
        #expect(ISBN(parsing: "220339644X") == ISBN(parsing: "978-2-203-39644-9"))
    }

    @Test(arguments: [
        Case("usual", "9780306406157", "0306406152"), Case("an X", "9780975229804", "097522980X"),
        Case("leading zeros", "9780000000002", "0000000000"),
    ])
    func hasTenDigits(_ test: Case<String, String>) throws {
        #expect(try #require(ISBN(parsing: test.input)).ten == test.expected)
    }

    @Test func hasNoTenDigitsIf979() throws {
        #expect(try #require(ISBN(parsing: "9798887150000")).ten == nil)
    }

    /// Every ISBN-10 survives the conversion to an ISBN-13 and back.
    @Test func convertsBothWays() throws {
        var random = SeededRandom.fromEnvironment()
        for _ in 0..<2_000 {
            let digits = (0..<9).map { _ in Int.random(in: 0...9, using: &random) }
            let sum = zip(digits, (2...10).reversed()).reduce(0) { $0 + $1.0 * $1.1 }
            let check = (11 - sum % 11) % 11
            let ten = digits.map(String.init).joined() + (check == 10 ? "X" : "\(check)")
            let isbn = try #require(ISBN(parsing: ten), "\(ten), seed \(random.seed)")
            #expect(isbn.ten == ten, "seed \(random.seed)")
        }
    }

    // MARK: Hyphens

    private static let hyphens: [Case<String, String>] = [
        Case("English", "9780441172719", "978-0-441-17271-9"),
        Case("the other English group", "9781501142970", "978-1-5011-4297-0"),
        Case("a short registrant", "9780198520115", "978-0-19-852011-5"),
        Case("French", "9782070612758", "978-2-07-061275-8"),
        Case("German", "9783161484100", "978-3-16-148410-0"),
        Case("Japanese", "9784101001012", "978-4-10-100101-2"),
        Case("a group of five digits", "9789994500017", "978-99945-0-001-7"),
        Case("979 of France", "9791032305690", "979-10-323-0569-0"),
        Case("979 of the United States", "9798887150000", "979-8-88715-000-0"),
        Case("no such group", "9786700000007", "9786700000007"),
    ]

    @Test(arguments: hyphens)
    func hasHyphens(_ test: Case<String, String>) throws {
        let isbn = try #require(ISBN(parsing: test.input))
        #expect(isbn.hyphenated == test.expected)
    }

    /// The hyphens do not change the number, and leave no part empty.
    @Test func hyphensKeepTheNumber() throws {
        try SeededRandom.run { random in
            for _ in 0..<2_000 {
                let nine = (0..<9).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
                guard let isbn = (0...9).lazy.compactMap({ ISBN(parsing: "978\(nine)\($0)") }).first
                else { continue }
                let text = isbn.hyphenated
                #expect(ISBN(parsing: text) == isbn, "\(random.hint)")
                let parts = text.split(separator: "-", omittingEmptySubsequences: false)
                #expect(parts.count == 1 || parts.count == 5, "\(random.hint)")
                #expect(!parts.contains(""), "\(random.hint)")
            }
        }
    }

    @Test func isShownWithHyphensInItsField() throws {
        let place = try #require(Kind.book.index(ofRole: .isbn))
        let field = Kind.book.fields[place]
        #expect(field.shown(.text("9780441172719")) == "978-0-441-17271-9")
        #expect(field.shown(.text("not a number")) == "not a number")
    }
}
