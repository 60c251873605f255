import Testing
import TroveTesting

@testable import TroveTerminal

/// Telling the replies of a terminal from keys.
@Suite struct TerminalRepliesTests {
    private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\"
    private static let iterm = "\u{1B}P>|iTerm2 3.5.0\u{1B}\\"
    private static let sixels = "\u{1B}[?62;4;22c"
    private static let features = "\u{1B}[?4;6c"

    static let cases: [Case<String, PictureFormat>] = [
        Case("no graphics", features, .symbols),
        Case("4 is the type of terminal", "\u{1B}[?4c", .symbols),
        Case("sixels", sixels, .sixels),
        Case("iTerm2 comes before sixels", iterm + sixels, .iterm),
        Case("another name", "\u{1B}P>|xterm(379)\u{1B}\\" + sixels, .sixels),
        Case("kitty comes first", kitty + iterm + sixels, .kitty),
        Case("kitty's error", "\u{1B}_Gi=31;EINVAL:no\u{1B}\\" + features, .symbols),
    ]

    @Test(arguments: cases) func findsTheBestFormat(_ row: Case<String, PictureFormat>) {
        var replies = TerminalReplies()
        #expect(replies.keys(in: row.input.utf8).isEmpty)
        #expect(replies.isComplete)
        #expect(replies.format == row.expected)
    }

    @Test func asksWhatTheTerminalUnderstands() {
        #expect(TerminalReplies.query(for: "xterm-kitty")?.hasPrefix("\u{1B}_G") == true)
        #expect(TerminalReplies.query(for: "tmux-256color") == "\u{1B}[>q\u{1B}[c")
        #expect(TerminalReplies.query(for: "screen") == "\u{1B}[>q\u{1B}[c")
        #expect(TerminalReplies.query(for: "linux") == nil)
        #expect(TerminalReplies.query(for: nil) == nil)
    }

    /// Keys before, between and after the replies, in pieces of any size.
    @Test func keepsEveryKey() throws {
        try SeededRandom.run { random in
            let keys = [
                "a", "é", "三", "\u{1B}[A", "\u{1B}OP", "\u{1B}b", "\u{1B}\u{1B}", "\r",
                "\u{1B}[1;5C",
                "\u{1B}[200~x\u{1B}[201~", "\u{1B}P", "\u{1B}_x",
            ]
            for _ in 0..<2000 {
                var typed = ""
                var sent = ""
                for reply in [Self.kitty, Self.iterm, Self.sixels] {
                    for _ in 0..<Int.random(in: 0...2, using: &random) {
                        let key = keys.randomElement(using: &random) ?? "a"
                        typed += key
                        sent += key
                    }
                    // A lone ESC before a reply would be a part of it.
                    if sent.hasSuffix("\u{1B}") || sent.hasSuffix("\u{1B}P") {
                        typed += "z"
                        sent += "z"
                    }
                    sent += reply
                }
                var replies = TerminalReplies()
                var kept: [UInt8] = []
                var rest = Array(sent.utf8)[...]
                while !rest.isEmpty {
                    let count = Int.random(in: 1...rest.count, using: &random)
                    kept += replies.keys(in: rest.prefix(count))
                    rest = rest.dropFirst(count)
                }
                kept += replies.release()
                #expect(String(decoding: kept, as: UTF8.self) == typed, "\(random.hint)")
                #expect(replies.format == .kitty, "\(random.hint)")
            }
        }
    }

    @Test func aLateReplyIsNoKey() {
        var replies = TerminalReplies()
        #expect(replies.keys(in: "x\u{1B}[?6".utf8) == Array("x".utf8))
        // The wait ends here.
        #expect(replies.release().isEmpty)
        #expect(replies.keys(in: "2;4cy".utf8) == Array("y".utf8))
        #expect(replies.isComplete && replies.format == .sixels)
        #expect(replies.keys(in: Self.features.utf8) == Array(Self.features.utf8))
    }

    @Test func anEscapeKeyIsNotHeldBackForLong() {
        var replies = TerminalReplies()
        #expect(replies.keys(in: "\u{1B}".utf8).isEmpty)
        #expect(replies.release() == [0x1B])
    }

    @Test func somethingEndlessIsNotAReply() {
        var replies = TerminalReplies()
        let text = "\u{1B}_G" + String(repeating: "x", count: 5000)
        #expect(replies.keys(in: text.utf8) + replies.release() == Array(text.utf8))
    }
}
