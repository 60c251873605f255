import Testing
import TroveTesting

@testable import TroveTerminal

/// What of the output of `chafa` reaches a terminal with graphics.
@Suite struct GraphicSequenceTests {
    struct Output: Sendable {
        let format: PictureFormat
        let text: String
    }

    static let cases: [Case<Output, String?>] = [
        Case(
            "kitty, in two sequences",
            Output(
                format: .kitty,
                text: "\u{1B}_Ga=T,f=32,s=8,v=8,c=26,r=19,m=1\u{1B}\\\u{1B}_Gm=0;QUJD\u{1B}\\\n"),
            "\u{1B}_Ga=T,f=32,s=8,v=8,c=13,r=10,m=1\u{1B}\\\u{1B}_Gm=0;QUJD\u{1B}\\"),
        Case(
            "iTerm2",
            Output(
                format: .iterm,
                text: "\u{1B}]1337;File=inline=1;width=26;height=20:QUJD==\u{07}\n"),
            "\u{1B}]1337;File=inline=1;width=13;height=10:QUJD==\u{07}"),
        Case(
            "sixels", Output(format: .sixels, text: "\u{1B}P0;1;0q\"1;1;8;8#0;2;1;2;3~-\u{1B}\\"),
            "\u{1B}P0;1;0q\"1;1;8;8#0;2;1;2;3~-\u{1B}\\"),
        Case("other sequences", Output(format: .kitty, text: "\u{1B}[2J\u{1B}]0;x\u{07}"), nil),
        Case("the wrong format", Output(format: .sixels, text: "\u{1B}_Gm=0;QUJD\u{1B}\\"), nil),
        Case("no end", Output(format: .kitty, text: "\u{1B}_Gm=0;QUJD"), nil),
        Case(
            "a sequence inside", Output(format: .iterm, text: "\u{1B}]1337;File=:A\u{1B}[2J\u{07}"),
            nil),
        Case("a control character", Output(format: .sixels, text: "\u{1B}Pq\u{08}\u{1B}\\"), nil),
        Case("nothing", Output(format: .sixels, text: ""), nil),
    ]

    @Test(arguments: cases) func keepsPicturesOnly(_ row: Case<Output, String?>) {
        let output = Array(row.input.text.utf8)
        let sequences = GraphicSequence.sequences(in: output, row.input.format, scale: 2)
        #expect(sequences?.rendered == row.expected)
    }

    @Test func randomBytesDoNoHarm() throws {
        try SeededRandom.run { random in
            let bytes = Array("\u{1B}\u{1B}\u{1B}PPG__]1337;File=:q\u{07}\\\\A;=c\u{9B}[2J".utf8)
            for _ in 0..<5000 {
                let output = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
                    bytes.randomElement(using: &random)
                }
                for format in [PictureFormat.kitty, .iterm, .sixels] {
                    let text = GraphicSequence.sequences(in: output, format, scale: 2)?.rendered
                    #expect(text?.contains("\u{1B}[") != true, "\(random.hint)")
                }
            }
        }
    }
}
