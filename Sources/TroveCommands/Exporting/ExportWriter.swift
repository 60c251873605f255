import TroveExchange
import TroveModel
import TroveTerminal

/// Writes exported items in one format, piece by piece.
protocol ExportWriter {
    /// The bytes written since `removeBytes`.
    var bytes: [UInt8] { get }
    /// What is not in the file, such as photos whose content is missing.
    var warnings: [TerminalText] { get }

    /// Removes what was written.
    mutating func removeBytes()

    /// Writes an item of a kind, or keeps it until the end.
    mutating func append(_ item: some ItemRow, of kind: KindIndex) throws

    /// Writes the end of the file. `flush` takes the bytes in between.
    mutating func finish(flush: (inout Self) throws -> Void) throws
}

extension TroveWriter: ExportWriter {
    /// Trove's own tables and JSON have all fields.
    var warnings: [TerminalText] { [] }

    mutating func finish(flush: (inout TroveWriter) throws -> Void) throws { finish() }
}

extension Item {
    /// Copies an item that is read in place.
    init(_ row: some ItemRow, _ index: KindIndex, _ kind: Kind) throws {
        self.init(
            kind: index, number: row.number, id: row.id,
            values: try kind.fieldIndices.map { try row.value($0) })
    }
}
