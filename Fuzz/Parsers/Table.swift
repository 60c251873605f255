import TroveCodecs
import TroveExchange
import TroveModel

/// Checks that any bytes are read as a table in any dialect, and as JSON with items or errors. The
/// sizes of blocks must not matter, and a row that was read must survive a round trip.
func tryTable(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    // The first byte selects the options.
    let blockSize = 1 + Int(first >> 3)
    let dialects: [TableDialect] = [.comma, .semicolon, .tab, .plainTab]
    let dialect = dialects[Int(first & 3)]
    let whole = records(of: bytes, dialect, blockSize: 1 << 18)
    precondition(
        whole == records(of: bytes, dialect, blockSize: blockSize),
        "blocks of \(blockSize) bytes make a difference")
    requireSameness(of: whole)
    precondition(
        rows(of: bytes, blockSize: 1 << 18) == rows(of: bytes, blockSize: blockSize),
        "JSON: blocks of \(blockSize) bytes make a difference")
    // The encoding is detected in the first block, so the input is read in one block.
    _ = records(of: bytes, nil, blockSize: 1 << 18)
}

/// What was read of a record.
private struct ReadRecord: Equatable {
    let line: Int
    let cells: [[UInt8]]
    let problem: ImportRejection?
}

private func records(
    of bytes: [UInt8], _ dialect: TableDialect?, blockSize: Int, longest: Int = 300
) -> [ReadRecord] {
    let reader = TableReader(
        MemoryBytes(bytes), dialect: dialect, encoding: dialect == nil ? nil : .utf8,
        blockSize: blockSize, longestRecord: longest)
    var record = TableRecord()
    var records: [ReadRecord] = []
    var line = 0
    while (try? reader.next(into: &record)) == true {
        precondition(record.line > line, "line \(record.line) follows line \(line)")
        line = record.line
        precondition(record.count > 0, "a record has no cells")
        let cells = (0..<record.count).map { Array(record.bytes[record.range(of: $0)]) }
        if record.problem == nil {
            for (index, cell) in cells.enumerated() {
                precondition(Array(record[index].utf8) == cell, "a cell is not UTF-8")
            }
        }
        records.append(ReadRecord(line: line, cells: cells, problem: record.problem))
    }
    return records
}

/// Requires that records survive writing and reading, except for the guard against formulas.
private func requireSameness(of all: [ReadRecord]) {
    var writer = CSVWriter(guardsFormulas: true)
    // A letter before each cell keeps the guard from changing it.
    let right = all.filter { $0.problem == nil }
    for record in right {
        for cell in record.cells { writer.cell { $0 += [0x78] + cell } }
        writer.endRecord()
    }
    precondition(
        records(of: writer.bytes, .comma, blockSize: 1 << 18, longest: 1 << 20).map(\.cells)
            == right.map { $0.cells.map { [0x78] + $0 } },
        "what was written is read as another")
}

/// Returns the rows of JSON as texts.
private func rows(of bytes: [UInt8], blockSize: Int) -> [String] {
    // Invalid UTF-8 means another encoding, which is detected in the first block.
    guard String(validating: bytes, as: UTF8.self) != nil else { return [] }
    let reader = TroveJSONReader(
        MemoryBytes(bytes), kinds: .standard, blockSize: blockSize, longestObject: 300)
    var rows: [String] = []
    while let row = try? reader.next() { rows.append("\(row)") }
    return rows
}
