import Testing
import TroveTesting

/// Text wider than the terminal breaks between words, never inside them.
@Suite(.timeLimit(.minutes(20))) struct WrappingTests {
    private static let note =
        "The first paragraph tells of a desert planet and of the spice that is found nowhere else."

    private func trove() throws -> Trove {
        let trove = try Trove()
        try trove.prepare(
            """
            add book Dune author:"Frank Herbert" note:"\(Self.note)\\n\\nThe second one.\\n  - moved in"
            """)
        return trove
    }

    /// Returns the words of a text, ignoring line breaks.
    private func words(_ rows: [String]) -> [String] {
        rows.flatMap { $0.split(separator: " ").map(String.init) }
    }

    @Test func aPipeGetsUnwrappedText() throws {
        let run = try trove().program.run(["-c", "show 1"]).requiring()
        #expect(
            run.text == """
                book 1: Dune
                  author  Frank Herbert
                  state   wish (want to have)
                  added   2026-11-20
                  note    \(Self.note)

                          The second one.
                            - moved in

                """)
    }

    @Test(arguments: [20, 40, 60, 80]) func aNoteIsIndentedBelowItsField(columns: Int) throws {
        let session = try trove().openTrove(
            ["--no-pictures"], size: WindowSize(columns: columns, rows: 40))
        let rows = try session.run("show 1")
        let start = try #require(rows.firstIndex { $0.hasPrefix("  note    ") })
        let note = rows[start...].map { String($0.dropFirst(10)) }
        let blank = try #require(note.firstIndex(of: ""))
        #expect(words(Array(note[..<blank])).joined(separator: " ") == Self.note)
        #expect(
            words(Array(note[(blank + 1)...])) == ["The", "second", "one.", "-", "moved", "in"])
        #expect(rows[(start + 1)...].allSatisfy { $0.isEmpty || $0.hasPrefix("          ") })
    }

    @Test(arguments: [
        "help", "help list", "help book", "help keys", "help prompt", "whoami", "list zzz", "ad",
    ])
    func messagesBreakBetweenWords(_ command: String) throws {
        let trove = try trove()
        let whole = try trove.program.run(["-c", command], errors: .merged)
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 200))
        let rows = try session.run(command)
        // Only scripts print the position of an error and the failed command, and only the prompt
        // offers a correction.
        let known = Set(words(whole.lines))
            .union(["error:"]).union(words(["↑ recalls the corrected line"]))
        // A word too long for any row may break anywhere.
        let broken = words(rows).filter { word in
            !known.contains(word) && !known.contains { $0.count > 38 && $0.contains(word) }
        }
        #expect(broken.isEmpty, "\(rows.joined(separator: "\n"))")
    }

    /// The meanings stand in a column of their own; a name that is wider than its column has its
    /// own row.
    @Test func meaningsAreAlignedOnANarrowTerminal() throws {
        let session = try trove().openTrove(size: WindowSize(columns: 40, rows: 200))
        let rows = try session.run("help prompt")
        let shown = rows.joined(separator: "\n")
        #expect(shown.contains("\n  [read-only]       the library cannot\n"), "\(shown)")
        #expect(
            shown.contains("\n  [online, 1 rejected]\n                    the server rejected\n"),
            "\(shown)")
        let keys = try session.run("help keys")
        #expect(keys.contains("  Alt-U             Word in upper case"), "\(keys)")
    }

    @Test func aLongQuestionBreaksBetweenWords() throws {
        let trove = try trove()
        let title = "A Very Long Title of Words That Will Not Fit Into a Single Row"
        try trove.prepare("add book \"\(title)\"")
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 20))
        try session.enter("delete 2")
        try session.waitUntil(cursorFollows: "[y/N] ")
        #expect(
            session.screen.split(separator: "\n").contains {
                $0.hasSuffix("Words That Will") || $0.contains("Will Not Fit")
            }, "\(session.screen)")
        try session.enter("y")
        try session.waitForTrove()
        #expect(session.screen.contains("Deleted book 2"))
    }
}
