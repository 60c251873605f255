import Glibc
import Testing
import TroveTesting

/// However the shell exits, the terminal is restored.
@Suite(.timeLimit(.minutes(20))) struct WaysOutTests {
    struct WayOut: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The input before the exit.
        var typed = ""
        var key: Key?
        var signal: Signal?
        /// The shell's `$?`.
        let status: Int
    }

    static let waysOut = [
        WayOut(testDescription: "quit", typed: "quit", key: .enter, status: 0),
        WayOut(testDescription: "Ctrl-D", key: .ctrl("d"), status: 0),
        WayOut(testDescription: "SIGTERM", signal: .terminate, status: 143),
        WayOut(
            testDescription: "SIGTERM in a line", typed: "echo 三体 half", signal: .terminate,
            status: 143),
        WayOut(testDescription: "SIGHUP", signal: .hangUp, status: 129),
        WayOut(
            testDescription: "SIGHUP in a line", typed: "echo 三体 half", signal: .hangUp,
            status: 129),
        WayOut(
            testDescription: "SIGTERM in a question", typed: "delete 1\rn", signal: .terminate,
            status: 143),
    ]

    @Test(arguments: waysOut) func theTerminalIsRestored(_ way: WayOut) throws {
        let trove = try Trove()
        let session = try trove.openTroveFromShell()
        try session.run("add book Dune")
        #expect(try session.mode().readsLines == false)
        #expect(session.terminal.modes.contains(2004))
        if !way.typed.isEmpty {
            try session.type(way.typed)
            let last = way.typed.split(separator: "\r").last ?? ""
            try session.waitUntil(cursorFollows: String(last))
        }
        if let key = way.key { try session.press(key) }
        if let signal = way.signal { try session.sendToForeground(signal) }
        // The prompt begins in the first column.
        try session.waitForPrompt()
        #expect(try session.mode() == .normal)
        #expect(!session.terminal.modes.contains(2004))
        #expect(session.terminal.modes.isSuperset(of: [7, 25]))
        #expect(session.terminal.style == .plain)
        try session.enter("echo \"<$?>\"")
        try session.waitUntil("the exit status") { $0.screen.contains("\n<") }
        let shown = session.screen.split(separator: "<").last?.prefix { $0.isNumber } ?? ""
        #expect(Int(shown) == way.status, "\(session.screen)")
        #expect(try trove.output(of: "count") == "1\n")
    }

    /// The terminal is closed while a line is being typed.
    @Test func theLibraryIsIntactAfterAHangUp() throws {
        let trove = try Trove()
        do {
            let session = try trove.openTrove()
            try session.run("add book Dune")
            try session.typeOut("add book Half")
        }
        #expect(try trove.output(of: "count") == "1\n")
    }

    /// libedit's own handlers pass each signal on to the whole process group.
    @Test func aSignalStaysWithTheShell() throws {
        let trove = try Trove()
        let session = try trove.program.openShell()
        try session.enter(
            "sh -c 'sh -c \"echo \\$\\$ > pid; exec \\\"\\$PROGRAM\\\"\"; echo neighbour lives'")
        try session.waitForTrove()
        let text = try trove.scratch.read("work/pid")
        let process = try #require(pid_t(text.filter(\.isNumber)))
        kill(process, SIGTERM)
        try session.waitForPrompt()
        #expect(session.screen.contains("\nneighbour lives\n"))
    }

    /// Stopping within a paste does not leave a mode on either.
    @Test func theModesAreOffWhileAnEditorRuns() throws {
        let trove = try Trove()
        let editor = try trove.writeTool("editor", "stty -a > mode; echo here; read line; exit 1")
        var program = trove
        program.environment["EDITOR"] = editor
        try program.prepare("add book Dune")
        let session = try program.openTrove()
        try session.enter("edit 1")
        try session.waitUntil(shows: "\nhere")
        #expect(try session.mode() == .normal)
        #expect(!session.terminal.modes.contains(2004))
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.terminal.modes.contains(2004))
        let mode = try program.scratch.read("work/mode")
        #expect(mode.contains(" icanon") && mode.contains(" echo "))
    }
}
