import Testing
import TroveTesting

@Suite struct TranscriptTests {
    let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func transcript(
        _ mode: Transcript.Mode, _ substitutions: [Substitution] = []
    ) -> Transcript {
        Transcript(directory: scratch.path("golden"), substitutions: substitutions, mode: mode)
    }

    @Test func recordsAndCompares() throws {
        try transcript(.record).check("one\ntwo\n", against: "a.txt")
        #expect(try scratch.read("golden/a.txt") == "one\ntwo\n")
        try transcript(.compare).check("one\ntwo\n", against: "a.txt")
        #expect(throws: TranscriptMismatch.self) {
            try transcript(.compare).check("one\ntwo", against: "a.txt")
        }
    }

    @Test func comparesBytesAndNotCharacters() throws {
        try transcript(.record).check("\u{E9}", against: "a.txt")
        #expect(throws: TranscriptMismatch.self) {
            try transcript(.compare).check("e\u{301}", against: "a.txt")
        }
    }

    @Test func showsTheDifference() throws {
        let before = (1...20).map { "line \($0)\n" }.joined()
        let after = before.replacing("line 10\n", with: "line ten\u{1B}[0m\n") + "more\n"
        try transcript(.record).check(before, against: "a.txt")
        let error = #expect(throws: TranscriptMismatch.self) {
            try transcript(.compare).check(after, against: "a.txt")
        }
        let text = String(describing: try #require(error))
        #expect(
            text.hasSuffix(
                """
                @@ line 7 @@
                 line 7
                 line 8
                 line 9
                -line 10
                +line ten\\e[0m
                 line 11
                 line 12
                 line 13
                @@ line 18 @@
                 line 18
                 line 19
                 line 20
                +more

                """))
        #expect(text.contains("TROVE_RECORD=1"))
    }

    @Test func reportsAMissingTranscript() throws {
        let error = #expect(throws: TranscriptMismatch.self) {
            try transcript(.compare).check("text\n", against: "absent.txt")
        }
        #expect(error?.expected == nil)
        #expect(String(describing: error).contains("there is no transcript"))
    }

    @Test func substitutesVolatileText() throws {
        let one = "8F14E45F-CEEA-467F-A0E6-2B5C1D8B2C11"
        let two = "00000000-0000-4000-8000-000000000002"
        let output = """
            \(scratch.path)/home at 2026-07-31T10:20:30.123Z
            \(one) \(two) \(one.lowercased()) took 17 ms

            """
        let substitutions: [Substitution] = [
            .path(of: scratch), .identifiers, .times, .pattern("[0-9]+ ms", as: "<ms>"),
        ]
        try transcript(.record, substitutions).check(output, against: "a.txt")
        #expect(
            try scratch.read("golden/a.txt") == """
                <scratch>/home at <time>
                <uuid-1> <uuid-2> <uuid-1> took <ms>

                """)
    }
}
