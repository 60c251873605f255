import Testing
import TroveCodecs
import TroveTesting

@testable import TroveModel

@Suite struct PersonNameTests {
    /// A name, and its family name and given name, joined by a bar.
    static let names: [Case<String, String>] = [
        Case("two words", "Frank Herbert", "Herbert|Frank"),
        Case("initials", "J. R. R. Tolkien", "Tolkien|J. R. R."),
        Case("a capitalized particle", "Ursula K. Le Guin", "Le Guin|Ursula K."),
        Case("particles", "Joost van den Vondel", "van den Vondel|Joost"),
        Case("a particle of one language", "Simone de Beauvoir", "de Beauvoir|Simone"),
        Case("a capitalized particle of another", "Daphne Du Maurier", "Du Maurier|Daphne"),
        Case("a capitalized surname", "Dick Van Dyke", "Van Dyke|Dick"),
        Case("a given name like a particle", "Van Morrison", "Morrison|Van"),
        Case("only a family name", "van Gogh", "van Gogh|"),
        Case("joined by a hyphen", "Muhammad al-Khwarizmi", "al-Khwarizmi|Muhammad"),
        Case("inverted", "Herbert, Frank", "Herbert|Frank"),
        Case("inverted, with a particle", "Le Guin, Ursula K.", "Le Guin|Ursula K."),
        Case("inverted without a space", "Herbert,Frank", "Herbert|Frank"),
        Case("a suffix", "Kurt Vonnegut Jr.", "Vonnegut|Kurt"),
        Case("a suffix after a comma", "Kurt Vonnegut, Jr.", "Vonnegut|Kurt"),
        Case("a number", "Walter Jon Williams III", "Williams|Walter Jon"),
        Case("only a suffix", "III", "III|"),
        Case("one word", "Voltaire", "Voltaire|"),
        Case("another script", "三体", "三体|"),
        Case("only a comma", ",", "|"), Case("a comma first", ", Ann", "Ann|"),
        Case("spaces", "  Ann \t Lee ", "Lee|Ann"),
    ]

    @Test(arguments: names) func splits(_ test: Case<String, String>) {
        let (family, given) = PersonName.parts(of: test.input)
        #expect("\(family)|\(given)" == test.expected)
    }

    static let lists: [Case<String, String>] = [
        Case("one", "Ann Lee", "Ann Lee"), Case("one with spaces", " Ann ", " Ann "),
        Case("two", "Ann;Bob", "Ann; Bob"), Case("more spaces", " Ann  ;  Bob ", "Ann; Bob"),
        Case("empty ones", ";Ann;; Bob;", "Ann; Bob"), Case("only semicolons", " ; ;", ""),
        Case("a comma stays", "Lee, Ann;Bob", "Lee, Ann; Bob"),
    ]

    @Test(arguments: lists) func normalizes(_ test: Case<String, String>) throws {
        #expect(PersonName.normalized(test.input) == test.expected)
        let field = Specimen.kind.fields[Specimen.field("finder")]
        #expect(try field.parse(test.input, today: date(2026)) == .text(test.expected))
        // Data of other devices stays as it is.
        #expect(try field.value(from: .string(test.input)) == .text(test.input))
    }

    @Test func aShorterFamilyNameComesFirst() {
        let keys = ["Ann Le", "Ann Le Guin", "Bob Le Guin", "Ann Lea"].map(PersonName.sortKey)
        for (left, right) in zip(keys, keys.dropFirst()) {
            #expect(left.lexicographicallyPrecedes(right))
        }
    }

    @Test func theFastKeyEqualsTheGeneralOne() throws {
        try SeededRandom.run { random in
            let words = [
                "Ann", "K.", "van", "Le", "Du", "de", "Jr.", "III", "PhD", "Md", "Esq.", "Herbert",
                "al-Li", "É", "Lee,", ";", "", "Ibn", "Zu", "El", "della",
            ]
            var count = 0
            for _ in 0..<2000 {
                let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    words.randomElement(using: &random) ?? ""
                }.joined(separator: " ")
                guard let key = PersonName.plainKey(text) else { continue }
                count += 1
                #expect(key == PersonName.generalKey(text), "\(text) \(random.hint)")
            }
            #expect(count > 50)
        }
    }

    @Test func namesSurviveNormalization() throws {
        try SeededRandom.run { random in
            let parts = ["Ann", "van", "Le", ",", ";", "Jr.", " ", "\t", "\u{301}", "三", ""]
            for _ in 0..<500 {
                let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    parts.randomElement(using: &random) ?? ""
                }.joined()
                let normal = PersonName.normalized(text)
                #expect(PersonName.normalized(normal) == normal, "\(text) \(random.hint)")
                #expect(
                    PersonName.names(in: normal) == PersonName.names(in: text),
                    "\(text) \(random.hint)")
                _ = PersonName.sortKey(text)
            }
        }
    }
}
