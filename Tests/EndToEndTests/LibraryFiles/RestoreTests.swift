import Testing
import TroveTesting

/// Snapshots that are saved, restored, and copied over the library by hand.
@Suite(.timeLimit(.minutes(20))) struct RestoreTests {
    let trove: Trove

    init() throws {
        trove = try Trove()
    }

    private var snapshots: String { Trove.libraryName + ".snapshots" }

    /// A restored item must not keep values from the time in between.
    @Test func memoryEqualsTheFile() throws {
        let run = try trove.prepare(
            """
            add book A
            snapshot save one
            set 1 genre:x note:y
            delete 1 --yes
            snapshot restore one --yes
            list
            set 1 genre:x

            """, ["--output", "json"])
        let listing = run.lines.filter { $0.contains("\"title\"") && $0.hasPrefix("[") }
        #expect(listing.count == 1, "\(run)")
        #expect(listing.allSatisfy { !$0.contains("genre") && !$0.contains("note") }, "\(run)")
        // It had no genre, so the new one is a change.
        #expect(try trove.run("log\n").lines.first?.hasSuffix("genre (none) → x") == true)
        try trove.prepare("undo\n")
        #expect(try trove.run("list", ["--output", "json"]).lines == listing)
    }

    @Test func aSnapshotIsDeleted() throws {
        try trove.prepare("add book A\nsnapshot save one\nsnapshot save two\n")
        let asked = try trove.run("snapshot delete one\n")
        #expect(asked.status == .exited(1) && asked.errorText.contains("--yes"), "\(asked)")
        #expect(try trove.run("snapshot delete one --yes\n").lines == ["Deleted snapshot one."])
        let again = try trove.run("snapshot delete one --yes\n")
        #expect(
            again.status == .exited(1) && again.errorText.contains("known snapshots: two"),
            "\(again)")
        let listed = try trove.run("snapshot list\n").lines
        #expect(listed.count == 1 && listed[0].hasSuffix("two"), "\(listed)")
    }

    @Test func theSameRunListsWhatTheNextOneLists() throws {
        let script = """
            add book A
            add book B genre:b
            snapshot save one
            set 1 genre:x note:y
            set 2 genre:c pages:7
            delete 1 2 --yes
            snapshot restore one --yes
            echo now
            list
            show 1
            show 2

            """
        let run = try trove.prepare(script)
        let said = try #require(run.text.split(separator: "now\n").last)
        #expect(try trove.run("list\nshow 1\nshow 2\n").text == said)
        #expect(!said.contains("x") && !said.contains("note") && !said.contains("pages"))
    }

    /// The library file is replaced with a copy, then a newer snapshot is restored: its numbers are
    /// taken.
    @Test(.enabled(if: Tools.hasSQLite)) func restoredNumbersAreNotReused() throws {
        try trove.prepare(
            """
            add book A
            snapshot save old
            add book B
            add gem G
            snapshot save new

            """)
        try trove.scratch.write(
            try trove.scratch.readBytes(snapshots + "/old.db"), to: Trove.libraryName)
        let run = try trove.prepare(
            """
            snapshot restore new --yes
            add book C
            add gem H

            """)
        #expect(
            run.lines == [
                "Restored snapshot new: 2 items changed. `undo` reverts this.",
                "Added book 4: C", "Added gem 5: H",
            ])
        #expect(try trove.run("add book D\n").requiring().text == "Added book 6: D\n")
        #expect(try trove.run("count\n").text == "6\n")
        #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
        #expect(
            try trove.sqlite("SELECT number FROM book UNION SELECT number FROM gem ORDER BY 1")
                == "1\n2\n3\n4\n5\n6")
    }

    /// Numbers that one shell restores are not reused by the other.
    @Test func numbersRestoredByAnotherShellAreNotReused() throws {
        try trove.prepare("add book A\nsnapshot save old\nadd book B\nsnapshot save new\n")
        try trove.scratch.write(
            try trove.scratch.readBytes(snapshots + "/old.db"), to: Trove.libraryName)
        let shell = try trove.program.start()
        try shell.write("count\n")
        #expect(try shell.read(until: "\n") == "1\n")
        try trove.prepare("snapshot restore new --yes\n")
        try shell.write("add book C\n")
        #expect(try shell.read(until: "\n") == "Added book 3: C\n")
        try shell.waitForExit().requiring()
    }

    /// A file in place of the snapshots folder.
    @Test func aFailedSnapshotAffectsNothingElse() throws {
        try trove.prepare("count\n")
        try trove.scratch.write("mine", to: snapshots)
        let run = try trove.run("add book A\nsnapshot save one\nadd book B\n")
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.text == "Added book 1: A\nAdded book 2: B\n")
        #expect(run.errorText.hasPrefix("-:2"), "\(run)")
        #expect(run.errorText.contains("snapshot one cannot be written"), "\(run)")
        #expect(run.errorText.hasSuffix("1 of 3 commands failed\n"), "\(run)")
        #expect(try trove.run("count").text == "2\n")
        #expect(try trove.scratch.read(snapshots) == "mine")
    }
}
