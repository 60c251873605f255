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

    @Test func text() {
        #expect(events(Array("aé三😀".utf8)) == keys("aé三😀"))
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xE4, 0xB8], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xC2, 0x9B],
        ] as [[UInt8]])
    func onlyInvalidBytesAreLost(bad: [UInt8]) {
        #expect(events([0x61] + bad + Array("三b".utf8)) == keys("a三b"))
    }

    @Test func arrowsPassThrough() {
        #expect(
            events(Array("\u{1B}[A\u{1B}OB\u{1B}[1;5C".utf8)) == keys("\u{1B}[A\u{1B}OB\u{1B}[1;5C")
        )
        #expect(events(Array("\u{1B}[2~\u{1B}[20~".utf8)) == keys("\u{1B}[2~\u{1B}[20~"))
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

    @Test func anUnterminatedPasteTimesOut() {
        var decoder = InputDecoder()
        decoder.feed(Array("\u{1B}[200~half\n\u{1B}[20".utf8))
        #expect(decoder.timeout == InputDecoder.pasteTimeout)
        decoder.timeoutElapsed()
        #expect(decoder.next() == .paste("half"))
        decoder.feed(Array("k\u{1B}[201~ey".utf8))
        #expect([decoder.next(), decoder.next(), decoder.next()] == keys("key"))
        #expect(decoder.next() == nil)
    }

    @Test func ctrlCCancels() {
        #expect(events([0x61, 0x03]) == [.scalar("a"), .interrupt])
        #expect(events(Array("\u{1B}[200~text\u{3}k".utf8)) == [.interrupt, .scalar("k")])
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
