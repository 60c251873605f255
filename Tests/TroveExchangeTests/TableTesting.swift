import TroveCodecs
import TroveExchange

/// Returns all records of some bytes.
func records(
    of bytes: [UInt8], dialect: TableDialect? = .comma, encoding: TextEncoding? = nil,
    blockSize: Int = 1 << 18, pieceSize: Int = .max, longestRecord: Int = 1 << 20
) throws -> [ReadRecord] {
    let reader = TableReader(
        MemoryBytes(bytes, pieceSize: pieceSize), dialect: dialect, encoding: encoding,
        blockSize: blockSize, longestRecord: longestRecord)
    var record = TableRecord()
    var all: [ReadRecord] = []
    while try reader.next(into: &record) {
        all.append(
            ReadRecord(
                record.line, record.cells, isBlank: record.isBlank, problem: record.problem))
    }
    return all
}

func records(of text: String, dialect: TableDialect? = .comma) throws -> [ReadRecord] {
    try records(of: Array(text.utf8), dialect: dialect)
}

/// A record in a comparable form.
struct ReadRecord: Equatable, CustomStringConvertible {
    var line: Int
    var cells: [String]
    var isBlank: Bool
    var problem: ImportRejection?

    init(_ line: Int, _ cells: [String], isBlank: Bool = false, problem: ImportRejection? = nil) {
        self.line = line
        self.cells = cells
        self.isBlank = isBlank
        self.problem = problem
    }

    var description: String {
        "\(line)\(isBlank ? " blank" : "")\(problem.map { " \($0)" } ?? ""): "
            + cells.map(\.debugDescription).joined(separator: " | ")
    }

    // Texts are equal if their bytes are.
    static func == (left: ReadRecord, right: ReadRecord) -> Bool {
        left.line == right.line && left.isBlank == right.isBlank && left.problem == right.problem
            && left.cells.map { Array($0.utf8) } == right.cells.map { Array($0.utf8) }
    }
}
