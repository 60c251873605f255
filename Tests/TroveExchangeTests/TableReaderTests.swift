import Testing
import TroveExchange
import TroveTesting

struct TableReaderTests {
    @Test func cellsBeyondTheLastAreEmpty() throws {
        let reader = TableReader(MemoryBytes(Array("a".utf8)))
        var record = TableRecord()
        #expect(try reader.next(into: &record))
        #expect(record.count == 1)
        #expect(record[1].isEmpty && record.isEmpty(1) && record.range(of: 1).isEmpty)
    }

    @Test(arguments: [
        ("a,b;c,d", TableDialect.comma), ("a;b;c,d", .semicolon), ("a\tb,c\td", .plainTab),
        ("\"a\"\t\"b,c,d\"\te", .tab), ("\"a;b;c\",d", .comma), ("title", .comma), ("", .comma),
        ("a;b\nc,d,e,f", .semicolon),
    ])
    func theHeaderDeterminesTheDialect(header: String, dialect: TableDialect) throws {
        let reader = TableReader(MemoryBytes(Array(header.utf8), pieceSize: 1))
        var record = TableRecord()
        _ = try reader.next(into: &record)
        #expect((reader.dialect ?? .comma) == dialect)
    }

    @Test func aRecordCanBeAMebibyteLong() throws {
        let cell = String(repeating: "x", count: 1 << 20 - 3)
        for end in ["\n", "\r", ""] {
            #expect(try records(of: "\"" + cell + "\"" + end) == [ReadRecord(1, [cell])])
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func anOverlongRecordDoesNotHideTheNext(end: String) throws {
        for length in 2...200 {
            let line = "a," + String(repeating: "x", count: length - 2)
            let text = Array((line + end + "b" + end + "\"c\nc\"" + end + "d").utf8)
            for blockSize in [1, 7, 64, 1000] {
                let found = try records(of: text, blockSize: blockSize, longestRecord: 64)
                #expect(found.map(\.line) == [1, 2, 3, 5], "\(length)")
                let fits = length + end.utf8.count <= 64
                #expect(found[0].problem == (fits ? nil : .tooLong), "\(length)")
                #expect(found[0].cells.first == "a")
                #expect(found.dropFirst().map(\.cells) == [["b"], ["c\nc"], ["d"]], "\(length)")
            }
        }
    }

    @Test func anUnclosedQuoteDoesNotSwallowTheFile() throws {
        let line = "a," + String(repeating: "x", count: 998) + "\n"
        var text = "h,i\n\"a,b\n"
        for _ in 0..<3000 { text += line }
        let found = try records(of: text)
        #expect(found.count == 3002)
        #expect(found[1] == ReadRecord(2, ["\"a,b"], problem: .neverCloses))
        #expect(found[2].line == 3 && found[2].cells.count == 2)
        #expect(found.last?.line == 3002)
    }

    /// A cell that is too long is not taken for one that is never closed, and is reported as a
    /// whole.
    @Test func aLongCellOfManyLinesIsOneRecord() throws {
        let lines = String(repeating: "chapter, a line\n", count: 20)
        let text = Array("t,n\nBig,\"\(lines)\"\nSmall,y\n".utf8)
        for blockSize in [1, 7, 64, 1000] {
            let found = try records(of: text, blockSize: blockSize, longestRecord: 64)
            #expect(found.map(\.line) == [1, 2, 23], "blocks of \(blockSize)")
            #expect(found[1] == ReadRecord(2, ["Big", lines], problem: .tooLong))
            #expect(found[2].cells == ["Small", "y"])
        }
    }

    @Test func anUnclosedQuotesLineIsTheSameInSmallBlocks() throws {
        let text = Array(
            "a,\(String(repeating: "b", count: 40)),\"\(String(repeating: "c", count: 90))\nd".utf8)
        let whole = try records(of: text, longestRecord: 64)
        #expect(whole.map(\.problem) == [.neverCloses, nil])
        for blockSize in 1...100 {
            let found = try records(of: text, blockSize: blockSize, longestRecord: 64)
            #expect(found == whole, "blocks of \(blockSize)")
        }
    }

    @Test func reportsProgress() throws {
        let line = String(repeating: "x", count: 99) + "\n"
        var text: [UInt8] = []
        for _ in 0..<100 { text += line.utf8 }
        let reader = TableReader(MemoryBytes(text), blockSize: 1000)
        var record = TableRecord()
        #expect(reader.fraction == 0)
        for _ in 0..<50 { _ = try reader.next(into: &record) }
        #expect((0.4...0.6).contains(reader.fraction))
        while try reader.next(into: &record) {}
        #expect(reader.fraction == 1)
    }

    @Test func aFileIsReadFromItsPath() throws {
        let folder = try ScratchDirectory()
        let path = try folder.write("a,b\n1,2\n", to: "table.csv")
        let reader = TableReader(try FileBytes(path: path))
        var record = TableRecord()
        #expect(try reader.next(into: &record))
        #expect(try reader.next(into: &record))
        #expect(record.cells == ["1", "2"])
        #expect(reader.fraction == 1)
        #expect(try !reader.next(into: &record))
    }

    @Test func specialFilesAreReported() throws {
        let folder = try ScratchDirectory()
        #expect(throws: ReadFailure.isFolder) { try FileBytes(path: folder.path) }
        #expect(throws: ReadFailure.system(2)) { try FileBytes(path: folder.path + "/none") }
    }
}
