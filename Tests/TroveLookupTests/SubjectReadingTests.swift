import Testing
import TroveLookup
import TroveTesting

/// Genre and tags from the subjects of catalogues.
@Suite struct SubjectReadingTests {
    private struct Reading: Sendable {
        var genre: String?
        var tags: [String] = []
    }

    private static let cases: [Case<[String], Reading>] = [
        Case("nothing", [], Reading()),
        Case("a genre", ["Science fiction"], Reading(genre: "sci-fi")),
        Case(
            "parts of a subject", ["Fiction, science fiction, general"], Reading(genre: "sci-fi")),
        Case("a path", ["Fiction / Horror / General"], Reading(genre: "horror")),
        Case("only fiction", ["Fiction", "American fiction"], Reading(genre: "fiction")),
        Case(
            "the most frequent", ["Love stories", "Fantasy", "Fiction, fantasy, epic"],
            Reading(genre: "fantasy")),
        Case(
            "tags", ["Deserts", "Ecology", "deserts", "Families"],
            Reading(tags: ["deserts", "ecology", "families"])),
        Case(
            "what is not about the content",
            [
                "Open Library Staff Picks", "Reading Level-Grade 11", "Large type books",
                "collectionID:EanesChallenge", "nyt:mass_market=2019", "Fiction in English",
                "Accessible book", "Protected DAISY", "award:hugo_award", "Dune (Imaginary place)",
                "A subject that has far too many words", "(FAST) Deserts",
            ], Reading()),
        Case(
            "at most five", ["Ants", "Bees", "Cats", "Dogs", "Elks", "Foxes"],
            Reading(tags: ["ants", "bees", "cats", "dogs", "elks"])),
        Case("other scripts", ["Désert", "砂漠の民"], Reading(tags: ["désert", "砂漠の民"])),
    ]

    @Test(arguments: cases)
    private func readsSubjects(_ test: Case<[String], Reading>) {
        let read = SubjectReading(test.input)
        #expect(read.genre == test.expected.genre)
        #expect(read.tags == test.expected.tags)
    }
}
