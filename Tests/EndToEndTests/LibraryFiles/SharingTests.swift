import Testing
import TroveTesting

/// Several programs using one library.
@Suite(.timeLimit(.minutes(20))) struct SharingTests {
    let trove: Trove

    init() throws {
        trove = try Trove()
    }

    @Test func twoShellsAddAtOnce() throws {
        let count = 2000
        try trove.prepare("count\n")
        let shells = try ["A", "B", "C"].map { name in
            let shell = try trove.program.start()
            try shell.write((0..<count).map { "add book \(name)\($0)\n" }.joined())
            return (name, shell)
        }
        var numbers: Set<String> = []
        var titles: Set<String> = []
        for (name, shell) in shells {
            let run = try shell.waitForExit().requiring()
            #expect(run.errorText == "")
            #expect(run.lines.count == count)
            for (index, line) in run.lines.enumerated() {
                let parts = line.split(separator: " ")
                try #require(parts.count == 4 && parts[3] == "\(name)\(index)")
                numbers.insert(String(parts[2]))
                titles.insert(String(parts[3]))
            }
        }
        #expect(numbers.count == 3 * count)
        let kept = try trove.run("list columns:title", ["--output", "tsv"]).lines.dropFirst()
        #expect(Set(kept.compactMap { $0.split(separator: "\t").last.map(String.init) }) == titles)
        #expect(kept.count == 3 * count)
        #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
    }

    @Test(arguments: 1...10)
    func manyShellsCreateOneLibraryTogether(_ round: Int) throws {
        let shells = try (0..<8).map { try trove.program.start(["-c", "add book B\($0)"]) }
        for shell in shells { try shell.waitForExit().requiring() }
        #expect(try trove.run("count").text == "8\n")
        #expect(
            try trove.sqlite("SELECT group_concat(number) FROM (SELECT number FROM book)")
                == "1,2,3,4,5,6,7,8")
    }

    /// A line is parsed with the kinds that the library has when it is read.
    @Test func aWaitingScriptLearnsTheKindsOfOthers() throws {
        let script = try trove.program.start(errors: .merged)
        try script.write("add book Dune\n")
        try script.read(until: "Added book 1: Dune\n")
        try trove.prepare("kind new wine\n")
        try script.write("add wine Barolo\n")
        #expect(try script.read(until: "\n") == "Added wine 2: Barolo\n")
        try trove.prepare("kind retire wine\n")
        try script.write("add wine Foo\n")
        #expect(try script.read(until: "\n").contains("the kind \"wine\" is retired"))
        try script.waitForExit().requiring(.exited(1))
    }

    @Test func eachSeesTheOthersChanges() throws {
        try trove.prepare("count\n")
        let one = try trove.program.start()
        let other = try trove.program.start()
        try one.write("add book Dune\n")
        try one.read(until: "Added book 1: Dune\n")
        try other.write("list columns:title\n")
        #expect(try other.read(until: "Dune\n") == "1 book\n#  title\n1  Dune\n")
        try other.write("set 1 genre:sci-fi\nadd gem Ruby\n")
        try other.read(until: "Added gem 2: Ruby\n")
        try one.write("show 1\n")
        #expect(try one.read(until: "\n  added  ").contains("genre  sci-fi"))
        try one.read(until: "\n")
        try one.write("add gem ruby\n")
        try one.read(until: "the name \"ruby\" is taken by gem 2\n", from: .errors)
        try one.write("add gem Opal\n")
        #expect(try one.read(until: "\n") == "Added gem 3: Opal\n")
        try one.write("delete 1 --yes\n")
        try one.read(until: "Deleted book 1: Dune\n")
        try other.write("show 1\n")
        try other.read(until: "there is no item 1\n", from: .errors)
        try other.write("undo\n")
        #expect(try other.read(until: "\n") == "Undone: deleted book 1: Dune\n")
        try one.write("count\n")
        #expect(try one.read(until: "\n") == "3\n")
        _ = try one.waitForExit()
        _ = try other.waitForExit()
    }

    @Test(.enabled(if: Tools.hasSQLite)) func aLockedLibraryIsReportedAsBusy() throws {
        try trove.prepare("add book A\n")
        let holder = try trove.other("sqlite3").start([trove.libraryPath])
        try holder.write("BEGIN IMMEDIATE; SELECT 'locked';\n")
        try holder.read(until: "locked\n")
        // Reads succeed; a write waits, and then fails with a helpful message.
        #expect(try trove.run("count").requiring().text == "1\n")
        let run = try trove.run("add book B\n")
        #expect(run.status == .exited(4), "\(run)")
        #expect(run.text == "")
        #expect(run.errorText.contains("library.db is locked by another program"))
        #expect(run.errorText.contains("try again"))
        try holder.write("COMMIT; SELECT 'free';\n")
        try holder.read(until: "free\n")
        #expect(try trove.run("add book C\n").requiring().text == "Added book 2: C\n")
        try holder.waitForExit().requiring()
    }

    @Test(.enabled(if: Tools.hasSQLite && Tools.canTrace))
    func waitsForALockToBeReleased() throws {
        try trove.prepare("add book A\n")
        let holder = try trove.other("sqlite3").start([trove.libraryPath])
        try holder.write("BEGIN IMMEDIATE; SELECT 'locked';\n")
        try holder.read(until: "locked\n")
        let log = trove.scratch.path("strace.log")
        let waiter = try trove.other("strace").start([
            "-f", "-qq", "-o", log, "-e", "trace=fcntl", trove.program.path, "-c", "add book B",
        ])
        try Waiting.until("the lock is refused") {
            ((try? trove.scratch.read("strace.log")) ?? "").contains("EAGAIN")
        }
        try holder.write("COMMIT;\n")
        let run = try waiter.waitForExit().requiring()
        #expect(run.text == "Added book 2: B\n")
        try holder.waitForExit().requiring()
    }
}
