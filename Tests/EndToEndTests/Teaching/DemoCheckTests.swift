import Testing
import TroveTesting

/// `trove --demo-check`, from outside.
@Suite(.timeLimit(.minutes(20))) struct DemoCheckTests {
    private let trove: Trove

    init() throws {
        trove = try Trove(environment: [
            "TROVE_SERVER_PROGRAM": BuiltProgram.path(of: "trove-server")
        ])
    }

    private func check(_ lesson: String, _ options: [String] = []) throws -> ProgramRun {
        let path = try trove.scratch.write("#! lesson Sample\n" + lesson, to: "work/sample.trove")
        return try trove.program.run(options + ["--demo-check", path])
    }

    /// The files and folders that a check leaves behind.
    private var remains: [String] {
        trove.scratch.names(in: "tmp")
    }

    // MARK: What holds

    @Test func aLessonWhoseExpectationsHoldPasses() throws {
        let run = try check(
            """
            add book Dune
            #! expect error no-such-item
            show 99
            #! expect json [{"title":"Dune"}]
            #! expect output Dune … wish
            list books
            """
        ).requiring()
        #expect(run.text.hasSuffix("sample.trove: 3 steps, 3 expectations: passed\n"))
        #expect(run.errorText.isEmpty)
        #expect(remains == [])
    }

    @Test func devicesHaveTheirOwnLibrariesAndShareTheServer() throws {
        try check(
            """
            #! server start
            connect
            signup ada@example.org name:Ada
            add gem Ruby
            #! as phone
            #! expect json []
            list gems
            connect
            login ada@example.org
            #! expect json [{"name":"Ruby"}]
            list gems
            #! server stop
            #! expect error needs-server
            set Ruby color:red
            add gem Opal
            #! server start
            #! wait sync
            #! as laptop
            #! expect json [{"name":"Ruby"},{"name":"Opal"}]
            list gems
            #! net off
            #! expect error needs-server
            set Opal color:white
            #! server restart
            #! net auto
            set Opal color:white
            """
        ).requiring()
        #expect(remains == [])
    }

    @Test func commandsOfSeveralLinesAliasesAndScannedCodesRunAsInAScript() throws {
        try check(
            """
            add book "The Left Hand
            of Darkness" \\
              pages:286
            #! expect json [{"pages":286}]
            list books
            alias all list books
            #! expect json [{"pages":286}]
            all
            """
        ).requiring()
    }

    @Test func filesBesideTheLessonAreCopiedAndNothingElseIsTouched() throws {
        _ = try trove.scratch.write("Title,Author\nKindred,Octavia\n", to: "work/given.csv")
        try check(
            """
            #! file given.csv
            import given.csv columns:title=Title,author=Author
            #! expect json [{"title":"Kindred"}]
            list books
            export made.json
            """
        ).requiring()
        #expect(!trove.scratch.exists("work/made.json"))
        #expect(!trove.scratch.exists(Trove.libraryName))
    }

    // MARK: What does not hold

    typealias Row = Case<String, String>

    static let mismatches: [Row] = [
        Row(
            "an unexpected error", "show 99",
            "sample.trove:2:6: error: the command failed: there is no item 99"),
        Row(
            "an unexpected success", "#! expect error no-such-item\nlist",
            "sample.trove:3:1: error: the command succeeded; the error no-such-item was expected"),
        Row(
            "another error", "#! expect error lent\nshow 99",
            "sample.trove:3:6: error: the error is no-such-item; lent was expected"),
        Row(
            "other JSON", "add book Dune\n#! expect json [{\"title\":\"Emma\"}]\nlist books",
            "sample.trove:4:1: error: the JSON does not contain [{\"title\":\"Emma\"}]"),
        Row(
            "more elements",
            "add book Dune\nadd book Emma\n#! expect json [{\"title\":\"Dune\"}]\nlist",
            "sample.trove:5:1: error: the JSON does not contain"),
        Row(
            "no JSON", "#! expect json {\"a\":1}\nadd book Dune",
            "sample.trove:3:1: error: the JSON"),
        Row(
            "other output", "add book Dune\n#! expect output Emma … wish\nlist books",
            "sample.trove:4:1: error: the output does not contain \"Emma … wish\""),
        Row(
            "an invalid command", "ad book Dune", "sample.trove:2:1: error: the command failed:"),
        Row(
            "a wait without a server",
            "#! server start\nconnect\nsignup ada@example.org name:Ada\n#! server stop\nadd gem Opal\n#! wait sync",
            "sample.trove:7:1: error: syncing was not complete in time"),
    ]

    @Test(arguments: mismatches) func aMismatchIsNamed(_ row: Row) throws {
        let run = try check(row.input)
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains(row.expected), "\(run.errorText)")
        #expect(run.text.hasSuffix(": 1 mismatch\n"), "\(run.text)")
        #expect(remains == [])
    }

    @Test func aLessonThatCannotBeReadIsWrongUse() throws {
        let run = try check("#! sya Hello")
        #expect(run.status == .exited(2))
        #expect(run.errorText.contains("sample.trove:2:4: error: there is no directive \"sya\""))
        #expect(run.errorText.contains("did you mean say?"))
        #expect(run.errorText.contains("   ^~~\n"))
        let missing = try trove.program.run(["--demo-check", "missing.trove"])
        #expect(missing.status == .exited(2))
        #expect(missing.errorText.contains("missing.trove:1:1: error: this file cannot be read"))
        #expect(try trove.program.run(["--demo-check"]).status == .exited(2))
    }

    @Test func everyLessonIsCheckedAndTheWorstResultIsTheStatus() throws {
        let good = try trove.scratch.write("#! lesson A\nlist\n", to: "work/good.trove")
        let bad = try trove.scratch.write("#! lesson B\nshow 1\n", to: "work/bad.trove")
        let broken = try trove.scratch.write("list\n", to: "work/broken.trove")
        let run = try trove.program.run(["--demo-check", broken, bad, good])
        #expect(run.status == .exited(2))
        #expect(run.lines.filter { !$0.isEmpty }.count == 2)
        #expect(run.text.contains("good.trove: 1 step, 0 expectations: passed\n"))
    }

    @Test func aMissingServerIsNamed() throws {
        var program = trove.program
        program.environment["TROVE_SERVER_PROGRAM"] = "/nonexistent"
        let path = try trove.scratch.write(
            "#! lesson Sample\n#! server start\n", to: "work/sample.trove")
        let run = try program.run(["--demo-check", path])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("sample.trove:2:1: error: trove-server was not found"))
        #expect(run.text.hasSuffix(": not finished\n"))
        #expect(remains == [])
    }

    // MARK: Interruptions

    /// Starts a lesson that takes minutes, and returns once its server runs.
    private func startLongLesson() throws -> RunningProgram {
        let lesson =
            "#! lesson Sample\n#! server start\nshow 99\n"
            + String(repeating: "count\n", count: 100_000)
        let path = try trove.scratch.write(lesson, to: "work/long.trove")
        let program = try trove.program.start(["--demo-check", path])
        try program.read(until: "there is no item 99", from: .errors)
        return program
    }

    /// Whether a server of this test runs.
    private func hasServer() throws -> Bool {
        let script = """
            for process in /proc/[0-9]*; do
                tr '\\0' ' ' <"$process/cmdline" | grep "[t]rove-server.*$1"
            done 2>/dev/null
            """
        return try !trove.tool("sh", ["-c", script, "sh", trove.scratch.path]).text.isEmpty
    }

    @Test func controlCStopsTheServerAndRemovesTheFolder() throws {
        let program = try startLongLesson()
        #expect(try hasServer())
        program.send(.interrupt)
        let run = try program.waitForExit()
        #expect(run.status == .exited(130))
        #expect(remains == [])
        #expect(try !hasServer())
    }

    @Test func aKilledProgramLeavesNothingBehind() throws {
        let program = try startLongLesson()
        program.send(.kill)
        _ = try program.waitForExit()
        // A companion process notices the end of the program and cleans up.
        try Waiting.until("the removal of what the lesson left") {
            try remains == [] && !hasServer()
        }
    }
}
