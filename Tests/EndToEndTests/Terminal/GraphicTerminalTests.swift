import Testing
import TroveTesting

/// Pictures on terminals that say what they can show.
@Suite(.timeLimit(.minutes(20))) struct GraphicTerminalTests {
    /// A terminal: what it answers to the query, and the picture that `chafa` draws for it.
    struct Graphics: CustomTestStringConvertible, Sendable {
        /// `chafa`'s name for the format.
        let testDescription: String
        /// The replies to the query.
        let replies: String
        /// How the sequence with a picture begins and ends.
        let start: String
        let end: String
    }

    static let terminals = [
        Graphics(
            testDescription: "kitty",
            replies: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}[?62;c",
            start: "\u{1B}_Ga=T,f=100,", end: ";AAAA\u{1B}\\"),
        Graphics(
            testDescription: "iterm",
            replies: "\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[?62;4c",
            start: "\u{1B}]1337;File=inline=1;", end: ":AAAA\u{7}"),
        Graphics(
            testDescription: "sixels", replies: "\u{1B}P>|XTerm(390)\u{1B}\\\u{1B}[?64;1;4;22c",
            start: "\u{1B}Pq", end: "#0~~\u{1B}\\"),
    ]

    private var trove: Trove

    /// Sets up two gems with photos, and a `chafa` that writes one sequence in the format that it
    /// is asked for.
    init() throws {
        trove = try Trove()
        try trove.scratch.write(
            PictureFixture.png(width: 6, height: 4) { _, _ in 0 }, to: "work/r.png")
        try trove.prepare("add gem Ruby photo:r.png\nadd gem Jet photo:r.png")
        _ = try trove.writeTool(
            "chafa",
            #"""
            echo "$2" >>"$HOME/asked"
            case $2 in
            kitty) printf '\033_Ga=T,f=100,c=28,r=20;AAAA\033\\' ;;
            iterm) printf '\033]1337;File=inline=1;width=28;height=20:AAAA\007' ;;
            sixels) printf '\033Pq#0~~\033\\' ;;
            esac
            """#)
        trove.environment["PATH"] = "\(trove.scratch.path("tools")):/usr/bin:/bin"
    }

    /// Returns how many pictures of a format are in the output of a session from a position on.
    private func pictures(
        for terminal: Graphics, in session: TerminalSession, from start: Int = 0
    ) -> Int {
        let output = String(decoding: session.output.dropFirst(start), as: UTF8.self)
        return output.ranges(of: terminal.start).count {
            output[$0.upperBound...].contains(terminal.end)
        }
    }

    @Test(arguments: terminals)
    func theBestFormatIsUsed(_ terminal: Graphics) throws {
        let session = try trove.openTrove()
        session.answer(features: terminal.replies)
        try session.enter("list gems --covers")
        try session.waitUntil(shows: "1 Ruby          2 Jet")
        try session.waitForTrove()
        #expect(pictures(for: terminal, in: session) == 2)
        // The answer holds for the whole session.
        let start = session.output.count
        let rows = try session.run("show Ruby")
        #expect(rows.contains("gem 1: Ruby"), "\(rows)")
        #expect(pictures(for: terminal, in: session, from: start) == 1)
        let asked = try trove.scratch.read("home/asked").split(separator: "\n")
        #expect(asked.count >= 3 && asked.allSatisfy { $0 == terminal.testDescription })
    }

    // MARK: The real program

    /// Returns the bytes of each picture in an output: what stands between `ESC 7`, which keeps the
    /// cursor, and `ESC 8`, which restores it.
    private static func pictures(in output: [UInt8]) throws -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        var rest = output[...]
        while let start = rest.firstRange(of: [0x1B, 0x37]) {
            let end = try #require(rest[start.upperBound...].firstRange(of: [0x1B, 0x38]))
            pictures.append(Array(rest[start.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return pictures
    }

    /// What a terminal decodes from the real `chafa` is each picture once, within its cells: black
    /// on the left and white on the right.
    @Test(.enabled(if: Tools.hasChafa), arguments: terminals)
    func eachPictureIsWellFormed(_ terminal: Graphics) throws {
        var trove = trove
        trove.environment["PATH"] = "/usr/bin:/bin"
        try trove.scratch.write(
            PictureFixture.png(width: 60, height: 40) { column, _ in column < 30 ? 0 : 255 },
            to: "work/half.png")
        try trove.prepare("add gem Opal photo:half.png\nadd gem Pearl photo:half.png")
        let session = try trove.openTrove(size: WindowSize(columns: 80, rows: 60))
        session.answer(features: terminal.replies)
        try session.enter("list gems --covers")
        try session.waitUntil(shows: "3 Opal")
        try session.waitForTrove()
        let pictures = try Self.pictures(in: session.output)
        #expect(pictures.count == 4)
        for bytes in pictures.suffix(2) {
            let picture = try ReceivedPicture(bytes)
            // A terminal stretches a picture to its cells, here of 10 by 20 pixels.
            let (width, height) =
                picture.cells.map { ($0.columns * 10, $0.rows * 20) }
                ?? (picture.width, picture.height)
            #expect((1...140).contains(width) && (1...200).contains(height))
            // 60 by 40 pixels, rounded to cells.
            #expect((1.2...1.9).contains(Double(width) / Double(height)))
            let middle = picture.height / 2 * picture.width
            let row = picture.pixels[middle..<middle + picture.width]
            #expect(row.prefix(picture.width / 3).allSatisfy { $0.map { $0 < 40 } ?? false })
            #expect(row.suffix(picture.width / 3).allSatisfy { $0.map { $0 > 215 } ?? false })
        }
        #expect(session.terminal.unknownSequences == [])
    }

    @Test(arguments: [
        "\u{1B}_Ga=T,f=32,s=1,v=1,c=1,r=1;AAAA/w==",
        "\u{1B}_Ga=T,f=32,s=1,v=1,c=1,r=1,m=1;AAAA/w==\u{1B}\\",
        "\u{1B}_Ga=T,f=32,s=2,v=1,c=1,r=1;AAAA/w==\u{1B}\\",
        "\u{1B}]1337;File=inline=1;width=1;height=1:SUkqAA==\u{07}",
        "\u{1B}P0;1;0q\"1;1;2;6#0;2;0;0;0!3~\u{1B}\\", "\u{1B}P0;1;0q\"1;1;2;6#0~\u{1B}\\",
        "\u{1B}[m",
    ])
    func theDecoderRejectsOthers(_ text: String) {
        #expect(throws: ReceivedPicture.Malformed.self) { try ReceivedPicture(text.utf8) }
    }

    @Test func theDecoderAcceptsTheSmallest() throws {
        let picture = try ReceivedPicture("\u{1B}_Ga=T,f=32,s=1,v=1,c=1,r=1;AAAA/w==\u{1B}\\".utf8)
        #expect(picture.pixels == [0])
        let sixels = try ReceivedPicture("\u{1B}P0;1;0q\"1;1;2;6#0;2;100;100;100!2~\u{1B}\\".utf8)
        #expect(sixels.pixels == Array(repeating: 255, count: 12))
    }
}
