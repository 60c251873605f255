import Testing
import TroveTesting

/// The system rejects a write: nothing acknowledged is lost, and the file stays intact.
///
/// `strace` makes the n-th call fail; a small disk and a file size limit are real failures.
@Suite(.timeLimit(.minutes(20))) struct WriteFailureTests {
    /// A failing system call.
    struct Fault: Sendable, CustomTestStringConvertible {
        let call: String
        let error: String

        var testDescription: String { "\(call) with \(error)" }
    }

    static let faults = [
        Fault(call: "pwrite64", error: "ENOSPC"), Fault(call: "pwrite64", error: "EIO"),
        Fault(call: "fdatasync", error: "EIO"), Fault(call: "fsync", error: "EIO"),
        Fault(call: "ftruncate", error: "EIO"), Fault(call: "pread64", error: "EIO"),
    ]

    /// Commands that print one line each.
    private static let commands = (1...6).map { "add book \"B\($0)\" note:x\n" }

    /// Runs commands in a program whose n-th call fails, once or from then on. Returns its output.
    private func run(
        _ trove: Trove, _ fault: Fault, at count: Int, andOn: Bool
    ) throws -> ProgramRun {
        let strace = try trove.other("strace").start([
            "-f", "-qq", "-o", trove.scratch.path("strace.log"), "-P", trove.libraryPath, "-P",
            trove.libraryPath + "-wal", "-e", "trace=\(fault.call)", "-e",
            "inject=\(fault.call):error=\(fault.error):when=\(count)\(andOn ? "+" : "")",
            trove.program.path,
        ])
        // Line by line, so that each command has its own commit.
        for (index, command) in Self.commands.enumerated() {
            try strace.write(command)
            do {
                try strace.read(until: ": B\(index + 1)\n")
            } catch let failure as WaitFailure {
                guard case .ended = failure.reason else { throw failure }
                break
            }
        }
        return try strace.waitForExit()
    }

    @Test(.enabled(if: Tools.canTrace && Tools.hasSQLite), arguments: faults, [false, true])
    func aFailedCallLosesNothing(_ fault: Fault, _ andOn: Bool) throws {
        let stride = environmentNumber("TROVE_EVERY_WRITE", default: 0) > 0 ? 1 : 3
        var failures = 0
        var count = 1
        var isMissed = false
        while !isMissed, count < 200 {
            let trove = try Trove()
            // Every second time in an existing library.
            if count % 2 == 0 { try trove.prepare("add book B0\n") }
            let known = count % 2 == 0 ? 1 : 0
            let run = try run(trove, fault, at: count, andOn: andOn)
            isMissed = !((try? trove.scratch.read("strace.log")) ?? "").contains("INJECTED")
            let said = run.lines.count
            if run.status != .success {
                failures += 1
                #expect([.exited(1), .exited(4)].contains(run.status), "call \(count)\n\(run)")
                #expect(run.errorText.contains("error: "), "call \(count)\n\(run)")
                #expect(run.errorText.contains("library.db"), "call \(count)\n\(run)")
            } else {
                #expect(said == Self.commands.count)
            }
            // Everything acknowledged is there, and at most one command more.
            let after = try trove.run("count")
            #expect(after.status == .success, "call \(count)\n\(run)\n\(after)")
            let kept = Int(after.text.dropLast()) ?? -1
            #expect(kept >= said + known, "call \(count): \(kept) kept\n\(run)")
            #expect(kept <= said + known + 1, "call \(count): \(kept) kept\n\(run)")
            #expect(try trove.sqlite("PRAGMA integrity_check") == "ok", "call \(count)")
            // The library works as if nothing had happened.
            #expect(try trove.run("add book After\n").status == .success)
            count += stride
        }
        #expect(isMissed, "the last of the calls was not reached")
        // Some of these calls do not occur at all; the main ones must fail at least once.
        if fault.call == "pwrite64" || fault.call == "fdatasync" { #expect(failures > 0) }
    }

    @Test(.enabled(if: Tools.canTrace)) func nothingIsAcknowledgedBeforeItIsSynced() throws {
        let trove = try Trove()
        try trove.prepare("count\n")
        let log = trove.scratch.path("strace.log")
        let strace = try trove.other("strace").start([
            "-f", "-qq", "-y", "-o", log, "-e", "trace=fdatasync,fsync,write,pwrite64",
            trove.program.path,
        ])
        for (index, command) in Self.commands.enumerated() {
            try strace.write(command)
            try strace.read(until: ": B\(index + 1)\n")
        }
        try strace.waitForExit().requiring()
        // Writes to the library's log are flushed before the next answer.
        var isFlushed = true
        var answers = 0
        for line in try trove.scratch.read("strace.log").split(separator: "\n") {
            if line.contains("pwrite64"), line.contains("library.db-wal") { isFlushed = false }
            if line.contains("sync("), line.contains("library.db-wal") { isFlushed = true }
            guard line.contains("write(1<"), line.contains("Added book") else { continue }
            #expect(isFlushed, "\(line)")
            answers += 1
        }
        #expect(answers == Self.commands.count)
    }

    @Test(.enabled(if: Tools.canTrace)) func interruptedOutputContinues() throws {
        let trove = try Trove()
        let run = try trove.tool(
            "strace",
            [
                "-f", "-qq", "-o", trove.scratch.path("strace.log"), "-e", "trace=write", "-e",
                "inject=write:error=EINTR:when=1", trove.program.path, "-c", "echo a",
            ])
        #expect(try trove.scratch.read("strace.log").contains("INJECTED"))
        #expect(run.text == "a\n")
        #expect(run.status == .success)
    }

    @Test(.enabled(if: Tools.mounting != nil && Tools.hasSQLite))
    func aFullDiskIsReported() throws {
        let options = try #require(Tools.mounting)
        let trove = try Trove()
        let disk = try trove.scratch.makeDirectory("disk")
        let script = (1...3000).map {
            "add book B\($0) note:\"\(String(repeating: "n", count: 200))\"\n"
        }
        try trove.scratch.write(script.joined(), to: "work/fill.trove")
        // The mount disappears with its shell, so its content is copied before.
        var mount = try trove.other("unshare")
        mount.environment["TROVE"] = trove.program.path
        let run = try mount.run([
            options, "/bin/sh", "-c",
            """
            mount -t tmpfs -o size=400k tmpfs '\(disk)' || exit 99
            "$TROVE" --library '\(disk)/library.db' fill.trove >said 2>errors
            echo $? >status
            "$TROVE" --library '\(disk)/library.db' --read-only -c count >count 2>&1
            cp '\(disk)'/library.db* .
            # A library that was closed has no write-ahead log; opening it for a change needs a new one.
            rm '\(disk)'/library.db*
            "$TROVE" --library '\(disk)/library.db' -c 'add book Dune'
            head -c 1000000 /dev/zero >'\(disk)/fill'
            "$TROVE" --library '\(disk)/library.db' -c 'add book Emma' >opened 2>&1
            exit 0
            """,
        ])
        #expect(run.status == .success, "\(run)")
        let status = try trove.scratch.read("work/status")
        #expect(status == "4\n" || status == "1\n")
        let errors = try trove.scratch.read("work/errors")
        #expect(errors.contains("the disk with \(disk)/library.db is full"), "\(errors)")
        let opened = try trove.scratch.read("work/opened")
        #expect(opened.contains("the disk with \(disk)/library.db is full"), "\(opened)")
        let said = try trove.scratch.read("work/said").split(separator: "\n").count
        #expect(said < 3000)
        let kept = try trove.run("count", ["--library", "library.db"]).requiring().text
        #expect(kept == "\(said)\n")
        #expect(try trove.scratch.read("work/count") == kept)
        #expect(
            try trove.sqlite("PRAGMA integrity_check", in: trove.scratch.path("work/library.db"))
                == "ok")
    }

    @Test(.enabled(if: Tools.canLimit && Tools.hasSQLite), arguments: [8192, 40_960, 200_000])
    func aFileSizeLimitIsReported(_ limit: Int) throws {
        let trove = try Trove()
        try trove.prepare("add book B0\n")
        let script = (1...3000).map {
            "add book B\($0) note:\"\(String(repeating: "n", count: 200))\"\n"
        }
        try trove.scratch.write(script.joined(), to: "work/fill.trove")
        // The signal for exceeding the limit must not end the program.
        let run = try trove.tool(
            "prlimit", ["--fsize=\(limit)", trove.program.path, "fill.trove"])
        #expect([.exited(1), .exited(4)].contains(run.status), "\(run)")
        #expect(run.errorText.contains("library.db"), "\(run)")
        #expect(run.lines.count < 3000)
        #expect(try trove.run("count").requiring().text == "\(run.lines.count + 1)\n")
        #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
    }
}
