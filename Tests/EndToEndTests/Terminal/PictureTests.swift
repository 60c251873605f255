import Testing
import TroveTesting

/// Pictures at the prompt: drawn by `chafa`, or a frame in their place.
@Suite(.timeLimit(.minutes(20))) struct PictureTests {
    private var trove: Trove

    /// Sets up Trove and a `chafa` that draws two rows and records its arguments.
    init() throws {
        trove = try Trove()
        try trove.scratch.write(
            PictureFixture.png(width: 6, height: 4) { _, _ in 0 }, to: "work/r.png")
        try trove.prepare("add gem Ruby photo:r.png color:red\nadd movie Alien\nadd gem Opal")
        _ = try trove.writeTool(
            "chafa",
            #"printf '%s\n' "$@" >>"$HOME/asked"; printf '\033[?25l\033[31m<##>\033[0m\n<##>\n'"#)
        trove.environment["PATH"] = "\(trove.scratch.path("tools")):/usr/bin:/bin"
    }

    /// Returns the arguments of `chafa`, one per line.
    private func asked() throws -> [String] {
        guard trove.scratch.exists("home/asked") else { return [] }
        return try trove.scratch.read("home/asked").split(separator: "\n").map(String.init)
    }

    private let details = ["gem 1: Ruby", "  photo  r.png", "  color  red"]
    private let frame = [
        "┌──────────────────────────┐", "│                          │",
        "│           Ruby           │", "│                          │",
        "└──────────────────────────┘",
    ]

    @Test func showDrawsAPhoto() throws {
        let session = try trove.openTrove()
        #expect(try session.run("show Ruby") == details + ["<##>", "<##>"])
        let arguments = try asked()
        #expect(
            arguments.dropLast() == [
                "--format", "symbols", "--animate", "off", "--colors", "256", "--size", "48x12",
            ])
        #expect(arguments.last?.contains("library.db.blobs/") == true)
        // Only text and colors get through.
        let output = String(decoding: session.output, as: UTF8.self)
        #expect(output.contains("\u{1B}[31m<##>\u{1B}[0m") && !output.contains("\u{1B}[?25l"))
    }

    @Test(arguments: [
        Case("NO_COLOR", ["NO_COLOR": "1"], "none"),
        Case("truecolor", ["COLORTERM": "truecolor"], "full"),
    ])
    func usesTheTerminalsColors(_ row: Case<[String: String], String>) throws {
        var trove = trove
        trove.environment.merge(row.input) { _, given in given }
        try trove.openTrove().run("show Ruby")
        #expect(try asked().contains(row.expected))
        // Without colors, brightness is left.
        #expect(try asked().contains("--dither") == (row.expected == "none"))
    }

    @Test func withoutChafaAFrameIsShown() throws {
        var trove = trove
        trove.environment["PATH"] = try trove.scratch.makeDirectory("nothing")
        let session = try trove.openTrove()
        #expect(
            try session.run("show Ruby") == details + frame + ["install chafa to see pictures"])
    }

    @Test func aBrokenChafaDoesNoHarm() throws {
        _ = try trove.writeTool("chafa", "echo no; exit 2")
        let session = try trove.openTrove()
        #expect(
            try session.run("show Ruby") == details + frame + ["chafa could not draw the picture"])
    }

    @Test func aDumbTerminalGetsAFrame() throws {
        let session = try trove.openTrove(terminal: "dumb")
        #expect(try session.run("show Ruby") == details + frame)
        #expect(try asked().isEmpty)
    }

    /// The value came from another device, the picture did not.
    @Test func aPictureOnAnotherDeviceIsReported() throws {
        try trove.prepare("set Opal photo:o.png#sha256-\(String(repeating: "0f", count: 32))")
        let session = try trove.openTrove()
        #expect(try session.run("show Opal").contains("o.png is on another device"))
    }

    @Test func aDamagedPictureIsNotDrawn() throws {
        let blob = try #require(trove.scratch.files().first { $0.contains("library.db.blobs/") })
        try trove.scratch.write("something else", to: blob)
        let session = try trove.openTrove()
        #expect(try session.run("show Ruby").contains("r.png: the library's copy is damaged"))
        #expect(try asked().isEmpty)
    }

    @Test func itemsWithoutAPhotoHaveNoFrame() throws {
        let session = try trove.openTrove()
        #expect(try session.run("show Opal") == ["gem 3: Opal"])
        #expect(try session.run("show Alien").allSatisfy { !$0.contains("│") })
        try session.run("set Alien cover:https://example.org/alien.jpg")
        #expect(try session.run("show Alien").contains("`cover 2` fetches one"))
        #expect(try asked().isEmpty)
    }

    @Test func severalItemsHaveAPictureEach() throws {
        let session = try trove.openTrove()
        #expect(
            try session.run("show 1 3 1") == details + ["<##>", "<##>"]
                + ["", "gem 3: Opal"])
    }

    @Test func picturesCanBeTurnedOff() throws {
        #expect(try trove.openTrove(["--no-pictures"]).run("show Ruby") == details)
        let session = try trove.openTrove()
        #expect(try session.run("settings pictures off") == ["pictures  off"])
        #expect(try session.run("show Ruby") == details)
        #expect(try asked().isEmpty)
    }

    @Test(arguments: ["table", "lines", "json", "csv", "markdown"])
    func nothingIsDrawnInAPipe(_ format: String) throws {
        let text = try trove.output(of: "show Ruby", ["--output", format])
        #expect(!text.contains("<##>") && !text.contains("│"))
        #expect(try asked().isEmpty)
    }

    @Test func nothingIsDrawnInMachineFormats() throws {
        let session = try trove.openTrove(["--json"])
        #expect(try session.run("show Ruby").first?.hasPrefix("{") == true)
        #expect(try asked().isEmpty)
    }

    /// A script on a terminal has no colors, and neither do its pictures.
    @Test func scriptsDrawWithoutColors() throws {
        let session = try trove.program.openTerminal(["-c", "show Ruby"])
        #expect(try session.waitForExit() == .success)
        #expect(session.screen.contains("<##>"))
        #expect(try asked().contains("none"))
    }

    @Test func ctrlCEndsADrawing() throws {
        _ = try trove.writeTool("chafa", "echo at work >/dev/tty; exec sleep 600")
        let session = try trove.openTrove()
        try session.enter("show Ruby")
        try session.waitUntil(shows: "at work")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(session.screen.contains("interrupted"))
        #expect(try session.run("echo ok") == ["ok"])
    }

    /// The form contains the name, and an unedited line changes nothing.
    @Test func editingKeepsThePicture() throws {
        var trove = trove
        trove.environment["EDITOR"] = try trove.writeTool(
            "editor", #"cp "$1" "$HOME/form"; sed -i 's/^color: .*/color: blue/' "$1""#)
        let before = try trove.output(of: "show Ruby", ["--json"])
        let session = try trove.openTrove()
        #expect(try session.run("edit Ruby").contains("  color  red → blue"))
        #expect(try trove.scratch.read("home/form").contains("\nphoto: r.png\n"))
        let after = try trove.output(of: "show Ruby", ["--json"])
        #expect(after == before.replacing("\"red\"", with: "\"blue\""))
    }

    @Test func tabOffersFilesForAPhoto() throws {
        let session = try trove.openTrove()
        try session.typeOut("set Opal photo:r.")
        try session.press(.tab)
        try session.waitUntil("the file's name") { $0.textBeforeCursor.contains("photo:r.png") }
    }

    @Test(.enabled(if: Tools.hasChafa)) func theRealProgramDraws() throws {
        var trove = trove
        trove.environment["PATH"] = "/usr/bin:/bin"
        let session = try trove.openTrove()
        let rows = try session.run("show Ruby")
        #expect(Array(rows.prefix(3)) == details)
        #expect((1...12).contains(rows.count - 3))
        #expect(!session.screen.contains("│"))
    }
}
