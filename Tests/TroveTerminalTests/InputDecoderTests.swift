import Testing
import TroveTerminal
import TroveTesting

@Suite struct InputDecoderTests {
    typealias Event = InputDecoder.Event

    /// Returns the events of some bytes, followed by a timeout if `silence`.
    private func events(_ bytes: [UInt8], timeoutElapsed: Bool = false) -> [Event] {
        var decoder = InputDecoder()
        decoder.feed(bytes)
        if timeoutElapsed { decoder.timeoutElapsed() }
        var events: [Event] = []
        while let event = decoder.next() { events.append(event) }
        return events
    }

    private func keys(_ text: String) -> [Event] {
        text.unicodeScalars.map { .scalar($0) }
    }

    private func paste(_ text: String) -> [UInt8] {
        Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    }

    @Test func everyCharacterIsAKey() {
        #expect(events(Array("aé三😀".utf8)) == keys("aé三😀"))
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xE4, 0xB8], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xC2, 0x9B],
        ] as [[UInt8]])
    func onlyInvalidBytesAreLost(bad: [UInt8]) {
        let isControl = bad == [0xC2, 0x9B]
        #expect(
            events([0x61] + bad + Array("三b".utf8))
                == keys("a") + (isControl ? [] : [.notUTF8]) + keys("三b"))
    }

    /// Where Escape only begins a key with Alt, it does not change a key that is typed much later.
    @Test func aLoneEscapeIsDropped() {
        var decoder = InputDecoder()
        decoder.escapeIsAlt = true
        decoder.feed([0x1B])
        #expect(decoder.timeout == InputDecoder.altTimeout)
        decoder.timeoutElapsed()
        decoder.feed(Array("d\u{1B}d".utf8))
        var events: [Event] = []
        while let event = decoder.next() { events.append(event) }
        #expect(events == keys("d\u{1B}d"))
        #expect(self.events([0x1B], timeoutElapsed: true) == keys("\u{1B}"))
    }

    @Test func pastesSayThatBytesAreLost() {
        let paste = Array("\u{1B}[200~Caf".utf8) + [0xE9] + Array("\u{1B}[201~".utf8)
        #expect(events(paste) == [.notUTF8, .paste("Caf")])
    }

    @Test(arguments: [
        "[A", "OB", "[1;5C", "[2~", "[20~", "[[A", "[<0;10;5M", "[97;5u", "[5;7R", "Oq", "[200;1~",
    ])
    func specialKeysAreWhole(_ key: String) {
        let bytes = Array("a\u{1B}\(key)b".utf8)
        let expected: [Event] = [.scalar("a"), .key(key), .scalar("b")]
        #expect(events(bytes) == expected)
        var decoder = InputDecoder()
        var single: [Event] = []
        for byte in bytes {
            decoder.feed([byte])
            while let event = decoder.next() { single.append(event) }
        }
        #expect(single == expected)
    }

    /// What the terminal reports by itself is no key: a color, at the end of a query that came too
    /// late.
    @Test(arguments: ["]11;rgb:0000/1111/2222\u{7}", "]11;rgb:0000/1111/2222\u{1B}\\"])
    func reportsAreDropped(_ report: String) {
        #expect(events(Array("a\u{1B}\(report)b".utf8)) == keys("ab"))
    }

    /// Alt and a key that could begin a sequence, and sequences that no terminal sends.
    @Test(arguments: ["\u{1B}Px", "\u{1B}]x", "\u{1B}b", "\u{1B}[\r", "\u{1B}O\r", "\u{1B}[三"])
    func othersAreText(_ text: String) {
        #expect(events(Array(text.utf8)) == keys(text))
    }

    /// Keys of rxvt and Konsole.
    @Test func otherNotationsAreKeys() {
        #expect(events(Array("\u{1B}[7~\u{1B}[8~".utf8)) == [.key("[H"), .key("[F")])
        #expect(events(Array("\u{1B}[7$a".utf8)) == [.key("[7$"), .scalar("a")])
        #expect(events(Array("\u{1B}O2Pa".utf8)) == [.key("O2P"), .scalar("a")])
    }

    /// A report that was cut off does not swallow a paste.
    @Test func aPasteEndsAReport() {
        #expect(events(Array("\u{1B}]11;rg".utf8) + paste("one\nundo")) == [.paste("one\nundo")])
    }

    @Test func nothingIsPendingAfterATimeout() {
        var decoder = InputDecoder()
        decoder.feed(Array("\u{1B}]31".utf8) + [0xC3])
        decoder.timeoutElapsed()
        #expect(decoder.timeout == nil)
    }

    /// The rest goes to the program that the user goes on with.
    @Test func aPasteCanBeCanceled() {
        var decoder = InputDecoder()
        decoder.feed(Array("\u{1B}[200~half".utf8))
        decoder.cancelPaste()
        decoder.feed(Array("k".utf8))
        #expect(decoder.next() == .scalar("k"))
    }

    @Test func aSlowSequenceIsAKey() {
        var decoder = InputDecoder()
        decoder.feed(Array("\u{1B}[".utf8))
        #expect(decoder.timeout == InputDecoder.sequenceTimeout)
        decoder.feed(Array("A".utf8))
        #expect(decoder.next() == .key("[A"))
        #expect(decoder.timeout == nil)
    }

    /// A slow line may divide the mark of a paste, whose lines must not run as commands.
    @Test func theMarkOfAPasteHasMoreTime() {
        var decoder = InputDecoder()
        decoder.feed(Array("\u{1B}[20".utf8))
        #expect(decoder.timeout == InputDecoder.pasteMarkTimeout)
        decoder.feed(Array("0~a\rb\u{1B}[201~".utf8))
        #expect(decoder.next() == .paste("a\nb"))
    }

    @Test func aLoneEscapeWaits() {
        var decoder = InputDecoder()
        decoder.feed([0x1B])
        #expect(decoder.next() == nil)
        #expect(decoder.timeout == InputDecoder.escapeTimeout)
        decoder.timeoutElapsed()
        #expect(decoder.next() == .scalar("\u{1B}"))
        #expect(decoder.timeout == nil)
    }

    @Test func twoEscapes() {
        #expect(events([0x1B, 0x1B], timeoutElapsed: true) == keys("\u{1B}\u{1B}"))
    }

    @Test(arguments: [
        ("one line", "one line"), ("two\nlines", "two\nlines"),
        ("dos\r\nmac\rend", "dos\nmac\nend"),
        ("a\tb", "a b"), ("a\tb\nc\td", "a\tb\nc\td"), ("a\tb\n", "a b"), ("end\n\n\r\n", "end"),
        ("\u{1B}[31mred\u{7}\u{9B}", "[31mred"),
        ("三 😀 é", "三 😀 é"), ("a\n\nb", "a\n\nb"),
    ])
    func pastes(raw: String, clean: String) {
        #expect(events(paste(raw)) == [.paste(clean)])
    }

    @Test func emptyPastesAreIgnored() {
        #expect(events(paste("")) == [])
        #expect(events(paste("\n")) == [])
    }

    @Test func pastesByteByByte() {
        var decoder = InputDecoder()
        var events: [Event] = []
        for byte in Array("x".utf8) + paste("三\ny") + Array("z".utf8) {
            decoder.feed([byte])
            while let event = decoder.next() { events.append(event) }
        }
        #expect(events == [.scalar("x"), .paste("三\ny"), .scalar("z")])
    }

    /// What follows a pause in a paste must not run as commands.
    @Test func aPasteWaitsForItsEnd() {
        var decoder = InputDecoder()
        decoder.feed(Array("\u{1B}[200~half\n\u{1B}[20".utf8))
        #expect(decoder.timeout == nil)
        decoder.timeoutElapsed()
        #expect(decoder.next() == nil)
        decoder.feed(Array("k\nundo\n\u{1B}[201~x".utf8))
        #expect(decoder.next() == .paste("half\n[20k\nundo"))
        #expect(decoder.next() == .scalar("x"))
    }

    /// A paste may contain the character of Ctrl-C. What follows it must not run as commands.
    @Test func theRestOfACanceledPasteIsDropped() {
        for rest in ["", "undo\n", "undo\n\u{3}redo\n"] {
            let paste = "\u{1B}[200~half\u{3}\(rest)\u{1B}[201~k"
            #expect(events(Array(paste.utf8)) == [.interrupt, .scalar("k")])
        }
    }

    /// The end may never arrive.
    @Test func theRestOfACanceledPasteEndsWithAPause() {
        var decoder = InputDecoder()
        decoder.feed(Array("\u{1B}[200~half".utf8))
        decoder.interrupt()
        decoder.feed(Array("undo\n".utf8))
        #expect(decoder.next() == nil)
        #expect(decoder.timeout == InputDecoder.canceledPasteTimeout)
        decoder.timeoutElapsed()
        decoder.feed(Array("k".utf8) + paste("text"))
        #expect(decoder.next() == .scalar("k"))
        #expect(decoder.next() == .paste("text"))
    }

    /// The system drops the beginning of such a paste.
    @Test func theEndOfAPasteIsFound() {
        func rest(_ text: String) -> String {
            String(decoding: InputDecoder.withoutEndOfPaste(Array(text.utf8)), as: UTF8.self)
        }
        #expect(rest("undo\n\u{1B}[201~k") == "k")
        #expect(rest("undo\n") == "undo\n")
        let whole = "k\u{1B}[200~text\u{1B}[201~"
        #expect(rest(whole) == whole)
    }

    /// To libedit, it would quote the next key.
    @Test func ctrlSpaceIsIgnored() {
        #expect(events([0x61, 0x00, 0x62]) == [.scalar("a"), .scalar("b")])
    }

    @Test func ctrlCCancels() {
        #expect(events([0x61, 0x03]) == [.scalar("a"), .interrupt])
        #expect(events(Array("\u{1B}[200~text\u{3}k".utf8)) == [.interrupt])
    }

    @Test func longPastesArriveComplete() {
        let text = String(repeating: "0123456789三", count: 2000)
        #expect(events(paste(text)) == [.paste(text)])
    }

    @Test func anyBytesAreHarmless() {
        var random = SeededRandom.fromEnvironment()
        for _ in 0..<200 {
            let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
            for case .paste(let text) in events(bytes, timeoutElapsed: true) {
                let control = text.unicodeScalars.first { $0.value < 0x20 && $0 != "\n" }
                #expect(control == nil, "\(random.hint)")
            }
        }
    }
}
