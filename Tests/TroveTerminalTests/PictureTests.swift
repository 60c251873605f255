import Testing
import TroveTesting

@testable import TroveTerminal

/// Pictures and their placeholders.
@Suite struct PictureTests {
    // MARK: The placeholder

    @Test func framesATitle() {
        #expect(
            PicturePlaceholder.drawing(title: "Dune", note: "no picture", columns: 80) == """
                ┌──────────────────────────┐
                │                          │
                │           Dune           │
                │                          │
                └──────────────────────────┘
                no picture

                """)
    }

    @Test(arguments: [
        "", "Dune", "The Left Hand of Darkness", "三体 三体 三体三体三体三体三体三体三体三体三体",
        "e\u{301}te\u{301} 👩‍🚀👩‍🚀", String(repeating: "x", count: 500), "\u{1B}[31mred\n", " a ",
        String(repeating: "word ", count: 100),
    ])
    func linesUpInAnyWidth(_ title: String) {
        for columns in [1, 6, 7, 20, 28, 80, 300] {
            let rows = PicturePlaceholder.drawing(
                title: TerminalText(title), note: "", columns: columns
            ).rendered.split(separator: "\n")
            #expect(Set(rows.map { DisplayWidth.of(String($0)) }).count == 1, "\(rows)")
            #expect(rows.count <= 9)
            #expect(DisplayWidth.of(String(rows[0])) <= max(6, columns))
            #expect(!rows.joined().contains("\u{1B}"))
        }
    }

    @Test func marksATruncatedTitle() {
        let long = String(repeating: "word ", count: 100)
        let wrapped = PicturePlaceholder.wrapped(long, to: 10)
        #expect(wrapped.count == 5 && wrapped.last == "word word…")
        #expect(PicturePlaceholder.wrapped("one two three", to: 7) == ["one two", "three"])
    }

    // MARK: The drawing

    static let outputs: [Case<String, String>] = [
        .init("text", "▀▄\n", "▀▄\n"),
        .init("colors", "\u{1B}[38;5;1;48;5;2m▀\u{1B}[0m\n", "\u{1B}[38;5;1;48;5;2m▀\u{1B}[0m\n"),
        .init("a hidden cursor", "\u{1B}[?25l▀\n\u{1B}[?25h", "▀\n"),
        .init("a cleared screen", "\u{1B}[2J\u{1B}[1;1H▀", "▀\n"),
        .init("a title", "\u{1B}]0;x\u{07}▀", "]0;x▀\n"),
        .init("half a sequence", "▀\n\u{1B}[38;5", "▀\n"),
        .init("private colors", "\u{1B}[>4;1m▀", "▀\n"),
        .init("nothing", "", ""),
    ]

    @Test(arguments: outputs) func onlyTextAndColorsGetThrough(_ row: Case<String, String>) {
        #expect(PictureProgram.lines(in: row.input).rendered == row.expected)
    }

    @Test func colorsFollowTheTerminal() {
        #expect(PictureScreen.colors(of: "xterm-256color", nil) == .many)
        #expect(PictureScreen.colors(of: "xterm-256color", "truecolor") == .all)
        #expect(PictureScreen.colors(of: "linux", "") == .sixteen)
        #expect(PictureScreen.colors(of: "foot-direct", nil) == .all)
    }

    @Test(arguments: [(80, 24), (20, 5), (1, 1), (300, 100)])
    func leavesRoomForText(columns: Int, rows: Int) {
        let size = TerminalSize(columns: columns, rows: rows)
        let room = PictureScreen(colors: .many, size: size).room
        #expect((8...48).contains(room.columns) && (4...20).contains(room.rows))
        if columns > 10, rows > 8 { #expect(room.columns < columns && room.rows <= rows / 2) }
    }

    // MARK: Captured commands

    private func capture(
        _ command: String, _ arguments: [String] = [], seconds: Int = 60, limit: Int = 1 << 20,
        isInterrupted: () -> Bool = { false }
    ) -> SystemShell.Captured {
        SystemShell.capture(
            command, arguments, seconds: seconds, limit: limit, isInterrupted: isInterrupted)
    }

    @Test func returnsTheOutput() {
        let name = "a'b\"$(c) *"
        #expect(
            capture(#"printf '%s' "$1"; echo no >&2; exit 3"#, [name])
                == .ended(status: 3, Array(name.utf8)))
        #expect(capture("cat") == .ended(status: 0, []))
        #expect(capture("exec no-such-program") == .ended(status: SystemShell.notFound, []))
    }

    @Test(.timeLimit(.minutes(20))) func hasATimeLimit() {
        #expect(capture("exec sleep 600", seconds: 0) == .wasStopped)
        #expect(capture("exec sleep 600", isInterrupted: { true }) == .wasInterrupted)
        #expect(capture("exec cat /dev/zero", limit: 100_000) == .wasStopped)
    }
}
