import Testing
import TroveTesting

/// A kind defined in one file is listed, filtered, stored and exported like the others.
@Suite struct FifthKindTests {
    private static let added = [
        #"add coin "Bronze penny" year:1971 metal:copper notes:"Ann's first""#,
        "add coin Florin year:1849 metal:silver grade:fine found:2026-03 trays:top,left worth:2.5",
        "use coins", "add Sovereign year:1901 metal:gold",
    ]

    /// The output of the commands above.
    private static let greeting = """
        Added coin 1: Bronze penny
        Added coin 2: Florin
        `add` now adds coins.
        Added coin 3: Sovereign

        """

    static let commands: [Case<[String], String>] = [
        Case(
            "list", ["list coins"],
            """
            3 coins
            #  name          year  metal   grade  found
            1  Bronze penny  1971  copper  poor   2026-11-20
            2  Florin        1849  silver  fine   2026-03
            3  Sovereign     1901  gold    poor   2026-11-20

            """),
        Case(
            "filter a choice", ["filter metal=copper|gold columns:name"],
            """
            2 coins
            #  name
            1  Bronze penny
            3  Sovereign

            """),
        Case(
            "filter by the ladder", ["filter grade>=fine columns:name,grade"],
            """
            1 coin
            #  name    grade
            2  Florin  fine

            """),
        Case(
            "filter a date", ["filter found<2026-11 columns:name"],
            """
            1 coin
            #  name
            2  Florin

            """),
        Case(
            "filter a set", ["filter trays=left columns:name,trays"],
            """
            1 coin
            #  name    trays
            2  Florin  left, top

            """),
        Case(
            "find", ["find FIRST"],
            """
            1 coin
            #  name          year  metal   grade  found
            1  Bronze penny  1971  copper  poor   2026-11-20

            """),
        Case(
            "sort", ["list coins sort:-year limit:2 columns:name,year"],
            """
            2 coins, and there are more
            #  name          year
            1  Bronze penny  1971
            3  Sovereign     1901

            """),
        Case(
            "count", ["count coins metal!=gold", "count"],
            """
            2
            3

            """),
        Case(
            "show", ["show Florin"],
            """
            coin 2: Florin
              year   1849
              metal  silver
              grade  fine (worn but whole)
              found  2026-03
              worth  2.5
              trays  left, top

            """),
        Case(
            "advance", ["advance 1 2", "advance 1 to:mint"],
            """
            Changed coin 1: Bronze penny
              grade  poor → fine
            Changed coin 2: Florin
              grade  fine → mint
            Changed coin 1: Bronze penny
              grade  fine → mint

            """),
        Case(
            "set", ["set Florin metal:gold trays: year:1850"],
            """
            Changed coin 2: Florin
              year   1849 → 1850
              metal  silver → gold
              trays  left, top → (none)

            """),
        Case(
            "rate and note", ["rate 3 7.25", "note it from Ann"],
            """
            Changed coin 3: Sovereign
              worth  (none) → 7.25
            Changed coin 3: Sovereign
              notes  (none) → from Ann

            """),
        Case(
            "delete and undo", ["delete 2 --yes", "undo", "redo", "count coins"],
            """
            Deleted coin 2: Florin
            Undone: deleted coin 2: Florin
            Redone: deleted coin 2: Florin
            2

            """),
        Case(
            "log", ["set 1 year:1970", "log 1"],
            """
            Changed coin 1: Bronze penny
              year  1971 → 1970
            2026-11-20 12:00  ann  changed coin 1: Bronze penny, year 1971 → 1970
            2026-11-20 12:00  ann  added coin 1: Bronze penny

            """),
        Case(
            "CSV", ["settings output csv", "list coins"],
            """
            output
            csv
            number,kind,name,year,metal,grade,found,worth,trays,notes
            1,coin,Bronze penny,1971,copper,poor,2026-11-20,,,Ann's first
            2,coin,Florin,1849,silver,fine,2026-03,2.5,"left, top",
            3,coin,Sovereign,1901,gold,poor,2026-11-20,,,

            """),
    ]

    @Test(arguments: commands)
    func worksLikeTheOthers(_ test: Case<[String], String>) async throws {
        let run = try await KindProgram.run(Self.added + test.input)
        #expect(run.errors == "")
        #expect(run.output == Self.greeting + test.expected)
    }

    /// The position of the error, and the words that it must contain.
    static let refused: [Case<String, [String]>] = [
        Case(
            "a name that is taken", "add coin florin", ["-c:1:10: error: ", "coin 2", "florin"]),
        Case(
            "no whole number", "add coin x year:old",
            ["-c:1:17: error: year", "whole number", "1 to 2100"]),
        Case("outside", "add coin x year:2101", ["-c:1:17: error: year", "1 to 2100", "2101"]),
        Case("no state", "set 1 grade:shiny", ["-c:1:13: error: ", "shiny", "poor, fine or mint"]),
        Case("a step back", "set 2 grade:poor", ["error: grade", "fine", "poor", "undo"]),
        Case("a decimal", "rate 2 11", ["-c:1:8: error: worth", "0 to 10"]),
        Case("a field it does not have", "set 1 genre:x", ["-c:1:7: error: ", "coin", "genre"]),
        Case(
            "nearly its field", "list coins mettal=gold",
            ["-c:1:12: error: ", "did you mean metal?"]),
        Case("what it cannot do", "page 1 3", ["error: ", "page", "coin"]),
        Case("nearly its kind", "use coyn", ["-c:1:5: error: ", "did you mean coin?"]),
    ]

    @Test(arguments: refused)
    func keepsItsRules(_ test: Case<String, [String]>) async throws {
        let run = try await KindProgram.run(Self.added + [test.input, "count coins"], status: 1)
        #expect(run.output == Self.greeting + "3\n")
        for words in test.expected { #expect(run.errors.contains(words), "\(words)") }
    }

    @Test func isKeptInTheFile() async throws {
        let scratch = try ScratchDirectory()
        let options = ["--library", scratch.path("library.db")]
        func list(after commands: String...) async throws -> [Substring] {
            let run = try await KindProgram.run(
                commands + ["list coins columns:name,year,trays"], options: options)
            #expect(run.errors == "")
            return run.output.split(separator: "\n").filter { $0.first?.isNumber == true }
                .dropFirst().map(\.self)
        }
        let saved = try await KindProgram.run(
            Self.added + ["snapshot save one", "delete 1 --yes"], options: options)
        #expect(saved.errors == "")
        let penny = "1  Bronze penny  1971"
        #expect(try await list() == ["2  Florin     1849  left, top", "3  Sovereign  1901"])
        let all = [Substring(penny), "2  Florin        1849  left, top", "3  Sovereign     1901"]
        #expect(try await list(after: "snapshot restore one --yes") == all)
        #expect(try await list(after: "undo", "undo") == all)
        #expect(try await list(after: "undo") == Array(all.prefix(2)))
    }

    @Test func isWrittenAsJSON() async throws {
        let run = try await KindProgram.run(
            [
                "add coin Florin year:1849 found:2026-03 trays:top,left worth:2.5", "list coins",
                "count coins",
            ],
            options: ["--ephemeral", "--json"])
        let florin = """
            [{"number":1,"id":"01a1f8d3-ea00-735a-8097-314d939736f8","kind":"coin","name":"Florin",\
            "year":1849,"grade":"poor","found":"2026-03","worth":2.5,"trays":["left","top"]}]

            """
        let added = florin.dropFirst().replacing("]}]", with: "]}")
        let count = #"[{"kind":"coin","count":1}]"#
        #expect(run.output == "\(added)\(florin)\(count)\n")
    }
}
