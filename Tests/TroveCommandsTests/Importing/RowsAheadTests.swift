import Testing
import TroveCommands
import TroveExchange
import TroveModel
import TroveTesting

/// Rows that are read on a second thread are those that the reader returns.
@Suite struct RowsAheadTests {
    /// Returns a table in which some records are invalid.
    private static func table(rows: Int, _ random: inout SeededRandom) -> String {
        let titles = ["Dune", "\"Salt, or the Sea\"", "", "\"two\nlines\"", "\"open", "Emma\u{0}"]
        let lines = (0..<rows).map { row in
            let title = titles[Int.random(in: 0..<titles.count, using: &random)]
            return "\(title),Author \(row),\(Int.random(in: 0...2000, using: &random)),read"
        }
        return "Title,Author,Number of Pages,Exclusive Shelf\n" + lines.joined(separator: "\n")
    }

    private static func reader(of table: String) throws -> ImportReader {
        try ImportReader(text: table, ImportRequest(kinds: .standard))
    }

    private static let preparation = RowPreparation(
        .standard, today: PartialDate(packed: 20_240_601))

    private static func rows(of reader: ImportReader) throws -> [String] {
        var rows: [String] = []
        while let row = try reader.next() {
            rows.append(text(of: preparation.prepared(row, cells: reader.cells)))
        }
        return rows
    }

    private static func text(of row: PreparedRow) -> String {
        guard case .item(let item) = row else { return "\(row)" }
        return "\(item.row) \(String(describing: item.violation))"
    }

    @Test func theRowsAreTheSame() throws {
        try SeededRandom.run { random in
            for count in [1, 127, 128, 129, 2000] {
                let table = Self.table(rows: count, &random)
                let expected = try Self.rows(of: try Self.reader(of: table))
                let reader = try Self.reader(of: table)
                let ahead = try RowsAhead(reader, Self.preparation)
                var rows: [String] = []
                while let row = try ahead.next() { rows.append(Self.text(of: row)) }
                #expect(try ahead.next() == nil)
                #expect(rows == expected)
                #expect(ahead.fraction == 1)
                ahead.close()
                #expect(try reader.next() == nil)
            }
        }
    }

    @Test func anImportMayEndEarly() throws {
        try SeededRandom.run { random in
            let table = Self.table(rows: 5000, &random)
            for taken in [0, 1, 200] {
                let reader = try Self.reader(of: table)
                let ahead = try RowsAhead(reader, Self.preparation)
                for _ in 0..<taken { _ = try ahead.next() }
                ahead.close()
                ahead.close()
                // The reader is free again.
                _ = try reader.next()
            }
        }
    }
}
