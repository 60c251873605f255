import Testing
import TroveCodecs
import TroveExchange

struct EncodingTests {
    /// Bytes, and the cells of their single record.
    private static let texts: [(name: String, bytes: [UInt8], cells: [String])] = [
        ("UTF-8", Array("é,日".utf8), ["é", "日"]),
        ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array("é,日".utf8), ["é", "日"]),
        ("a mark before a quote", [0xEF, 0xBB, 0xBF] + Array("\"a\",b".utf8), ["a", "b"]),
        ("nothing but a mark and a cell", [0xEF, 0xBB, 0xBF, 0x61], ["a"]),
        (
            "UTF-16, the lower byte first",
            [0xFF, 0xFE, 0xE9, 0, 0x2C, 0, 0x3D, 0xD8, 0x42, 0xDE, 0x0A, 0], ["é", "🙂"]
        ),
        (
            "UTF-16, the higher byte first",
            [0xFE, 0xFF, 0, 0xE9, 0, 0x2C, 0xD8, 0x3D, 0xDE, 0x42, 0, 0x0A], ["é", "🙂"]
        ),
        (
            "UTF-16 whose text begins with the mark again",
            [0xFF, 0xFE, 0xFF, 0xFE, 0xE9, 0, 0x2C, 0, 0x3D, 0xD8, 0x42, 0xDE, 0x0A, 0],
            ["é", "🙂"]
        ),
        (
            "UTF-8 with three marks",
            [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array("é,日".utf8),
            ["é", "日"]
        ),
        (
            "UTF-16 without a mark, the lower byte first",
            [0x61, 0, 0x2C, 0, 0x3D, 0xD8, 0x42, 0xDE, 0x0A, 0], ["a", "🙂"]
        ),
        (
            "UTF-16 without a mark, the higher byte first",
            [0, 0x61, 0, 0x2C, 0, 0xE9, 0, 0x0A], ["a", "é"]
        ),
        ("ISO-8859-1", [0x63, 0x61, 0x66, 0xE9, 0x2C, 0xFC], ["café", "ü"]),
        ("Windows-1252", [0x93, 0x61, 0x94, 0x2C, 0x80, 0x31, 0x96, 0x32], ["“a”", "€1–2"]),
        ("what Windows-1252 leaves open", [0x81, 0x2C, 0x9D], ["\u{81}", "\u{9D}"]),
        ("a mark that is none", [0xEF, 0xBB, 0x2C, 0x61], ["ï»", "a"]),
    ]

    @Test(arguments: texts.indices)
    func isRecognized(_ index: Int) throws {
        let example = Self.texts[index]
        let expected = [ReadRecord(1, example.cells)]
        #expect(try records(of: example.bytes) == expected, "\(example.name)")
        for size in 1...9 where example.name != "a mark that is none" {
            // A format that is recognized by its first block must fit into it.
            guard example.bytes.count <= size || example.name.hasPrefix("UTF") else { continue }
            let found = try records(of: example.bytes, blockSize: size, pieceSize: 1)
            #expect(found == expected, "\(example.name), blocks of \(size)")
        }
    }

    @Test func aFewInvalidBytesDoNotChangeTheEncoding() throws {
        let bytes = Array("é,日本\n".utf8) + [0x61, 0xE9, 0x0A] + Array("ü\n".utf8)
        let found = try records(of: bytes)
        #expect(found.map(\.problem) == [nil, .notText, nil])
        #expect(found[0].cells == ["é", "日本"] && found[2].cells == ["ü"])
    }

    @Test func theFirstBlockBeyondASCIIDecides() throws {
        let plain = Array("0123456789\n".utf8)
        let beginning = (0..<100).flatMap { _ in plain }
        let late = try records(of: beginning + [0x63, 0x61, 0x66, 0xE9, 0x0A], blockSize: 110)
        #expect(late.last == ReadRecord(101, ["café"]))
        // A file that has been UTF-8 so far stays UTF-8.
        let bad = try records(
            of: Array("é\n".utf8) + beginning + [0xE9, 0x0A, 0x61], blockSize: 110)
        #expect(bad[101].problem == .notText)
        #expect(bad[102] == ReadRecord(103, ["a"]))
    }

    @Test func aCharacterCanSpanTwoBlocks() throws {
        for count in 0..<12 {
            let text = String(repeating: "x", count: count) + "日本🙂é"
            for size in 1...12 {
                let found = try records(of: Array(text.utf8), blockSize: size)
                #expect(found == [ReadRecord(1, [text])], "\(count), blocks of \(size)")
            }
        }
    }

    @Test func incompleteCharactersAreInvalid() throws {
        func wide(_ units: [UInt16]) -> [UInt8] {
            [0xFF, 0xFE] + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        }
        for units: [UInt16] in [
            [0xD83D, 0x61], [0xDE42, 0x61], [0xD83D], [0xD83D, 0xD83D, 0xDE42],
        ] {
            #expect(try records(of: wide(units)).first?.problem == .notText, "\(units)")
        }
        #expect(try records(of: wide([0x61]) + [0x62]).first?.problem == .notText)
    }

    @Test func aCharacterCannotSpanTwoCells() throws {
        let found = try records(
            of: Array("é\n".utf8) + [0xC3, 0x2C, 0xA9, 0x0A], encoding: .utf8)
        #expect(found.map(\.problem) == [nil, .notText])
    }

    @Test func anExplicitEncodingIsUsed() throws {
        let found = try records(of: Array("é".utf8), encoding: .windows1252)
        #expect(found == [ReadRecord(1, ["Ã©"])])
    }
}
