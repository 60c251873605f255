import TroveExchange
import TroveModel
import TroveStore
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

    /// Writes items of a kind from the file.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - items: the items in the file.
    ///   - limit: the maximum number of items; nil for all.
    ///   - last: the number of the last item.
    ///   - pause: called after some items, with their count and the share that is written.
    /// - Throws: what `pause` throws, and an error if items cannot be read.
    mutating func append(
        _ kind: KindIndex, from items: StoredItems, limit: Int?, through last: ItemNumber,
        pause: (inout Self, _ count: Int, _ fraction: Double) throws -> Void
    ) throws

    /// Writes the end of the file, with the items that were kept. `flush` takes the bytes in
    /// between, and the share of the end that is written.
    mutating func finish(flush: (inout Self, _ fraction: Double) throws -> Void) throws
}

extension ExportWriter {
    mutating func append(
        _ kind: KindIndex, from items: StoredItems, limit: Int?, through last: ItemNumber,
        pause: (inout Self, _ count: Int, _ fraction: Double) throws -> Void
    ) throws {
        try appendOneByOne(kind, from: items, limit: limit, through: last, pause: pause)
    }

    fileprivate mutating func appendOneByOne(
        _ kind: KindIndex, from items: StoredItems, limit: Int?, through last: ItemNumber,
        pause: (inout Self, _ count: Int, _ fraction: Double) throws -> Void
    ) throws {
        try items.forEach(of: kind, limit: limit) { row in
            try append(row, of: kind)
            try pause(&self, 1, Double(row.number.rawValue) / Double(last.rawValue))
        }
    }
}

extension TroveWriter: ExportWriter {
    /// Trove's own tables and JSON have all fields.
    var warnings: [TerminalText] { [] }

    /// Writes all items on two threads.
    mutating func append(
        _ kind: KindIndex, from items: StoredItems, limit: Int?, through last: ItemNumber,
        pause: (inout TroveWriter, _ count: Int, _ fraction: Double) throws -> Void
    ) throws {
        guard limit == nil else {
            return try appendOneByOne(kind, from: items, limit: limit, through: last, pause: pause)
        }
        let following = following
        try items.convertAll(of: kind, through: last) { rows in
            var block = following
            var count = 0
            try rows { row in
                try block.append(row, of: kind)
                count += 1
            }
            return (block, count)
        } take: { written, fraction in
            append(written.0)
            try pause(&self, written.1, fraction)
        }
    }

    mutating func finish(flush: (inout TroveWriter, Double) throws -> Void) throws { finish() }
}

extension Item {
    /// Copies an item that is read in place.
    init(_ row: some ItemRow, _ index: KindIndex, _ kind: Kind) throws {
        self.init(
            kind: index, number: row.number, id: row.id,
            values: try kind.fieldIndices.map { try row.value($0) })
    }
}
