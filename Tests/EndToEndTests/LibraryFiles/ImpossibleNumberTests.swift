import Testing
import TroveTesting

/// Library files with invalid numbers and parts: they are rejected with a message, or shown, and
/// never crash the program.
@Suite(.timeLimit(.minutes(20)), .enabled(if: Tools.hasSQLite)) struct ImpossibleNumberTests {
    /// A modification of a library.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        /// Whether the file becomes unusable; otherwise the number is only shown. Nil if no command
        /// without a server reads it.
        let isRefused: Bool?

        init(_ description: String, _ sql: String, isRefused: Bool? = true) {
            testDescription = description
            self.sql = sql
            self.isRefused = isRefused
        }
    }

    private static let largest = "9223372036854775807"
    private static let smallest = "-9223372036854775807 - 1"

    private static func connected(_ key: String, _ value: String) -> String {
        """
        INSERT OR REPLACE INTO meta VALUES ('sync_server', 'http://127.0.0.1:9'),
            ('sync_device', '019a9000-0000-7000-8000-000000000000'), ('sync_user_id', '1'),
            ('sync_epoch', '019a9000-0000-7000-8000-000000000001'), ('sync_sequence', '1'),
            ('sync_mark', '1'), ('sync_next_n', '2'), ('\(key)', '\(value)')
        """
    }

    private static func queued(n: String, number: String, base: String, at: String) -> String {
        connected("sync_sequence", "1") + """
            ; INSERT INTO outbox VALUES (\(n), 0, 'update', 'book', (SELECT id FROM book LIMIT 1),
                \(number), \(base), '{"title":"X"}', \(at))
            """
    }

    private static func shadow(number: String, version: String) -> String {
        queued(n: "1", number: "1", base: "0", at: "0") + """
            ; INSERT INTO shadow VALUES ((SELECT id FROM book LIMIT 1), 'book', \(number),
                \(version), 0, '{"title":"X"}', '')
            """
    }

    static let cases = [
        Case("a format below zero", "PRAGMA user_version = -1"),
        Case("the smallest format", "PRAGMA user_version = -2147483648"),
        Case("the largest format", "PRAGMA user_version = 2147483647"),
        Case("the largest next number", "UPDATE meta SET value = \(largest)"),
        Case("the smallest next number", "UPDATE meta SET value = \(smallest)"),
        Case("the largest change", "UPDATE changes SET seq = \(largest) WHERE seq = 3"),
        Case(
            "the smallest change", "UPDATE changes SET seq = \(smallest) WHERE seq = 1",
            isRefused: false),
        Case(
            "a change of the smallest command", "UPDATE changes SET command = \(smallest)",
            isRefused: false),
        Case(
            "a change that reverts the largest", "UPDATE changes SET reverts = \(largest)",
            isRefused: false),
        Case("the earliest change", "UPDATE changes SET at = \(smallest)", isRefused: false),
        Case("the latest change", "UPDATE changes SET at = \(largest)", isRefused: false),
        Case("a change of the largest thing", "UPDATE changes SET number = \(largest)"),
        Case("the largest thing", "UPDATE book SET number = \(largest) WHERE number = 2"),
        Case("a thing of 33 bits", "UPDATE book SET number = 4294967297 WHERE number = 2"),
        Case("the largest page", "UPDATE book SET page = \(largest)"),
        Case("the largest operation", connected("sync_next_n", largest)),
        Case("the smallest operation", connected("sync_next_n", "-9223372036854775808")),
        Case("the largest place", connected("sync_sequence", largest)),
        Case("the smallest place", connected("sync_sequence", "-9223372036854775808")),
        Case(
            "the earliest contact", connected("sync_contact", "-9223372036854775808"),
            isRefused: false),
        Case("the latest contact", connected("sync_contact", largest), isRefused: false),
        Case(
            "the largest checkpoint", connected("sync_checkpoints", "\(largest):1"),
            isRefused: false),
        Case("the largest reach", connected("sync_reached", "\(largest):1"), isRefused: false),
        Case("an operation of the largest n", queued(n: largest, number: "1", base: "0", at: "0")),
        Case(
            "an operation of the largest thing", queued(n: "1", number: largest, base: "0", at: "0")
        ),
        Case(
            "an operation on the smallest version",
            queued(n: "1", number: "1", base: smallest, at: "0")),
        Case(
            "the earliest operation", queued(n: "1", number: "1", base: "0", at: smallest),
            isRefused: false),
        Case(
            "the largest number in the shadow", shadow(number: largest, version: "1"),
            isRefused: nil),
        Case(
            "the largest version in the shadow", shadow(number: "1", version: largest),
            isRefused: nil),
    ]

    private func library(_ sql: String) throws -> Trove {
        let trove = try Trove()
        try trove.prepare("add book Dune pages:300\nadd book Emma\nset Dune page:3\n")
        _ = try trove.sqlite(sql)
        return trove
    }

    @Test(arguments: cases) func neverCrash(_ spoiled: Case) throws {
        let questions = ["list", "status", "log", "show 1", "stats", "check"]
        let changes = [
            "queue", "conflicts", "set 1 note:x", "add book New", "undo", "redo", "delete 1 --yes",
            "export all.json", "queue drop 1",
        ]
        let trove = try library(spoiled.sql)
        let bytes = try trove.scratch.readBytes(Trove.libraryName)
        var refusals = 0
        let runs =
            questions.map { ["--read-only", "-c", $0] } + (questions + changes).map { ["-c", $0] }
        for arguments in runs {
            try trove.scratch.write(bytes, to: Trove.libraryName)
            let run = try trove.program.run(arguments)
            #expect([.exited(0), .exited(1), .exited(4)].contains(run.status), "\(run)")
            guard run.status == .exited(4) else { continue }
            refusals += 1
            #expect(run.errorText.contains("library.db "), "\(run)")
        }
        if let isRefused = spoiled.isRefused {
            #expect(isRefused ? refusals > 0 : refusals == 0)
        }
    }

    @Test(
        arguments: [
            "CREATE TRIGGER sly AFTER INSERT ON book BEGIN DELETE FROM gem; END",
            "CREATE VIEW sly AS SELECT * FROM book",
        ], [[], ["--read-only"]])
    func foreignCodeIsRejected(_ sql: String, _ options: [String]) throws {
        let trove = try library(sql)
        let bytes = try trove.scratch.readBytes(Trove.libraryName)
        let run = try trove.program.run(options + ["-c", "add book New", "-c", "list"])
        #expect(run.status == .exited(4), "\(run)")
        #expect(run.errorText.contains("that Trove does not create: sly;"), "\(run)")
        #expect(try trove.scratch.readBytes(Trove.libraryName) == bytes)
    }
}
