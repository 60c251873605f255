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
        let trove = try ProgramUnderTest.trove(["XTERM_VERSION": "XTerm(379)"])
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
        let trove = try ProgramUnderTest.trove(["XTERM_VERSION": "XTerm(379)"])
        let session = try trove.openTrove(size: WindowSize(columns: 30, rows: 24))
        try session.type("echo the first row and the second row")
        try session.waitUntil(cursorFollows: "second row")
        try session.resize(to: WindowSize(columns: 90, rows: 24))
        try session.waitUntil(cursorFollows: "echo the first row and the second row")
        #expect(session.terminal.count(of: "echo") == 1)
        #expect(session.terminal.count(of: "second row") == 1)
    }
}
