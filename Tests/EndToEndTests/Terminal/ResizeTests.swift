import Testing
import TroveTesting

/// Resizing the window while a line is typed.
///
/// The terminal model truncates rows like xterm, and the shell is told so.
@Suite(.timeLimit(.minutes(20))) struct ResizeTests {
    static let text = "echo one 三体 two łódź three 😀 four 三体三体 five"

    struct Change: CustomTestStringConvertible, Sendable {
        let from: Int
        let to: Int
        var testDescription: String { "\(from) to \(to) columns" }
    }

    @Test(arguments: [
        Change(from: 40, to: 80), Change(from: 80, to: 30), Change(from: 30, to: 31),
        Change(from: 21, to: 20), Change(from: 80, to: 81), Change(from: 24, to: 200),
    ])
    func keepsTheLine(_ change: Change) throws {
        let trove = try Trove(environment: ["XTERM_VERSION": "XTerm(379)"])
        let session = try trove.openTrove(size: WindowSize(columns: change.from, rows: 24))
        try session.run("count")
        let line = (session.terminal.textBeforeCursor + Self.text).filter { $0 != " " }
        try session.type(Self.text)
        try session.waitUntil("the whole line") {
            $0.unspaced.hasSuffix(line)
        }
        try session.resize(to: WindowSize(columns: change.to, rows: 24))
        try session.waitUntil("the line in its new shape, the cursor behind it") {
            $0.unspaced.hasSuffix(line)
                && $0.textBeforeCursor.hasSuffix("ve")
        }
        // Typing continues in place, and the whole line is entered.
        try session.type(" end")
        try session.waitUntil("the new word") {
            $0.unspaced.hasSuffix(line + "end")
        }
        try session.press(.enter)
        try session.waitForTrove()
        let lines = try trove.historyLines()
        #expect(lines.contains(Self.text + " end"), "\(lines)")
    }

    /// A row that no longer fits is not left behind above the line.
    @Test func leavesNoStaleRow() throws {
        let trove = try Trove(environment: ["XTERM_VERSION": "XTerm(379)"])
        let session = try trove.openTrove(size: WindowSize(columns: 30, rows: 24))
        try session.type("echo the first row and the second row")
        try session.waitUntil(cursorFollows: "second row")
        try session.resize(to: WindowSize(columns: 90, rows: 24))
        try session.waitUntil(cursorFollows: "echo the first row and the second row")
        #expect(session.terminal.count(of: "echo") == 1)
        #expect(session.terminal.count(of: "second row") == 1)
    }

    struct Path: CustomTestStringConvertible, Sendable {
        let sizes: [WindowSize]
        var testDescription: String {
            sizes.map { "\($0.columns)x\($0.rows)" }.joined(separator: " ")
        }
    }

    /// tmux moves rows of the line above the screen when it becomes narrow, and back. They cannot
    /// be erased in between, and must be afterwards.
    @Test(
        .enabled(if: Tools.hasTmux, "tmux is not installed"),
        arguments: [
            Path(sizes: [WindowSize(columns: 33, rows: 24), .standard]),
            Path(
                sizes: [33, 25, 20, 33, 50].map { WindowSize(columns: $0, rows: 24) } + [.standard]),
            Path(sizes: [WindowSize(columns: 80, rows: 2), .standard]),
            Path(sizes: [WindowSize(columns: 20, rows: 3), .standard]),
        ], [false, true])
    func leavesNoStaleRowInTmux(_ path: Path, atTop: Bool) throws {
        let trove = try Trove()
        let session = try trove.openInTmux(size: .standard)
        try session.waitForTrove()
        try session.run("echo before")
        if atTop {
            try session.press(.ctrl("l"))
            try session.waitUntil("the prompt in the first row") { $0.row(0).hasPrefix("trove") }
        }
        let start = "add book \"The Left Hand of"
        let rest = " Darkness\" author:\"Ursula K. Le Guin\" genre:sci-fi tags:\"one"
        try session.type(start + rest)
        try session.waitUntil(cursorFollows: "one")
        for size in path.sizes {
            try session.resize(to: size)
            // tmux tells the program later. Before it draws, the start of the line is above the
            // screen.
            let hasRoom = size.columns * size.rows > 200
            let shown = (hasRoom ? start + rest : String(rest.suffix(20))).filter { $0 != " " }
            try session.waitUntil("the line at \(size.columns) columns") { terminal in
                let rows = (0..<size.rows).map { terminal.row($0) }
                return rows.joined().filter { $0 != " " }.hasSuffix(shown)
            }
            try session.type("x")
            try session.waitUntil(cursorFollows: "x")
            try session.press(.backspace)
            try session.waitUntil("the line without it") { !$0.textBeforeCursor.hasSuffix("x") }
        }
        // The program may not know of the last size yet.
        try session.waitUntil("one row with the start of the line") { terminal in
            (0..<24).count { terminal.row($0).contains(start) } == 1
        }
        if !atTop {
            #expect(session.terminal.screen.contains("before\n"), "\(session.terminal.picture)")
        }
        try session.press(.ctrl("u"), .ctrl("d"))
        try session.waitForExit()
    }
}
