import TroveCodecs
import TroveModel
import TroveWire

/// The results of all operations, as one push uses them. The push's own results are saved in one
/// call.
final class Ledger {
    /// A result.
    private struct Row {
        let sequence: Version
        let digest: Digest
        /// The result as JSON; nil if the operation was applied as sent.
        let result: [UInt8]?
        /// Whether the result is long, and was not read.
        var isLong = false
    }

    /// The results that are not saved, by column.
    private struct Columns {
        var sequences: [Int] = []
        var numbers: [Int] = []
        var marks: [Int] = []
        var digests: [ItemID?] = []
        var results: [[UInt8]?] = []
        var entries: [ItemID?] = []
    }

    private let scope: UserScope
    private let now: Timestamp
    private let size: StoredSize.Counter
    /// The results that were read or kept, by the number of the operation.
    private var rows: [Int: Row] = [:]
    private var hasRead: Set<Int> = []
    private var unsaved = Columns()
    /// The bytes of the results that were kept or found, as JSON.
    private(set) var resultBytes = 0

    private static let find = UserQuery.find(
        "n, seq, digest, result, 0", from: .ledger,
        by: [("device", .integer), ("n", .integer)])
    private static let findShort = UserQuery.findShort(
        "n, seq, digest", texts: ["result"], from: .ledger,
        by: [("device", .integer), ("n", .integer)])
    private static let insert = UserQuery.insertAll(
        into: .ledger,
        [
            ("seq", .integer), ("device", .integer), ("n", .integer), ("at", .integer),
            ("mark", .integer), ("digest", .id), ("result", .text), ("entry", .id),
        ])
    private static let refused = UserQuery.select(
        "1", from: .ledger, where: "device = ?2 AND entry = ?3", "LIMIT 1")

    init(_ scope: UserScope, at now: Timestamp, size: StoredSize.Counter) {
        self.scope = scope
        self.now = now
        self.size = size
    }

    /// Finds the stored result of a repeated operation of the device that asks.
    ///
    /// - Parameters:
    ///   - operation: the operation.
    ///   - numbers: the numbers of the operations of the push, which are read together.
    /// - Returns: the result, marked as a duplicate.
    /// - Throws: a refusal if the operation differs from the stored one, or if its result was
    ///   collected; `EntryRow.Damage`; `StoreFault`.
    func result(of operation: CheckedOperation, among numbers: [Int]) throws -> PushResult {
        let number = operation.operation.number
        if rows[number] == nil, !hasRead.contains(number) { try read(numbers) }
        if rows[number]?.isLong == true { try read([number], with: Self.find) }
        guard let row = rows[number], row.digest == operation.digest else {
            throw ServerRefusal.fork(at: number)
        }
        resultBytes += row.result?.count ?? 0
        guard let text = row.result else {
            return PushResult(
                number: number, status: .applied, isDuplicate: true, version: row.sequence)
        }
        guard let json = try? JSON(parsing: text), let kept = try? PushResult(json)
        else { throw EntryRow.Damage(id: operation.operation.id) }
        return PushResult(
            number: number, status: kept.status, isDuplicate: true, version: kept.version,
            error: kept.error, entry: kept.entry)
    }

    private func read(_ numbers: [Int]) throws(StoreFault) {
        let wanted = numbers.filter { rows[$0] == nil && hasRead.insert($0).inserted }
        try read(wanted, with: Self.findShort)
    }

    private func read(_ numbers: [Int], with query: UserQuery) throws(StoreFault) {
        let devices = [Int](repeating: scope.device, count: numbers.count)
        let found = try scope.statement(query, [.integers(devices), .integers(numbers)])
        while try found.step() {
            guard let words = found.words(2) else { continue }
            rows[found.integer(0)] = Row(
                sequence: found.version(1), digest: Digest(high: words.high, low: words.low),
                result: found.isNull(3) ? nil : found.blob(3), isLong: found.integer(4) != 0)
        }
    }

    /// Keeps the result of an operation under a number that is new for the device.
    func keep(
        _ result: PushResult, of operation: CheckedOperation, number: Int, sequence: Version,
        mark: UInt64
    ) {
        var text: [UInt8]?
        if result.status != .applied || result.entry != nil || result.version != sequence {
            var writer = WireWriter()
            result.append(to: &writer)
            text = writer.bytes
        }
        resultBytes += text?.count ?? 0
        size.add(StoredSize.operation(result: text?.count ?? 0))
        rows[number] = Row(sequence: sequence, digest: operation.digest, result: text)
        unsaved.sequences.append(sequence.rawValue)
        unsaved.numbers.append(number)
        unsaved.marks.append(Int(bitPattern: UInt(mark)))
        unsaved.digests.append(ItemID(high: operation.digest.high, low: operation.digest.low))
        unsaved.results.append(text)
        unsaved.entries.append(result.status == .rejected ? operation.operation.id : nil)
    }

    /// Returns the statement that saves the new results; nil if there are none.
    func saving() throws(StoreFault) -> (any StoreRows)? {
        let saved = unsaved
        unsaved = Columns()
        guard !saved.sequences.isEmpty else { return nil }
        let count = saved.sequences.count
        return try scope.statement(
            Self.insert,
            [
                .integers(saved.sequences),
                .integers([Int](repeating: scope.device, count: count)),
                .integers(saved.numbers),
                .integers([Int](repeating: now.milliseconds, count: count)),
                .integers(saved.marks), .ids(saved.digests), .utf8(saved.results),
                .ids(saved.entries),
            ])
    }

    /// Returns whether an operation of the device that asks on this entry was rejected.
    func hasRejected(_ id: ItemID) throws(StoreFault) -> Bool {
        if unsaved.entries.contains(id) { return true }
        let refusing = try scope.statement(Self.refused)
        refusing.bind(scope.device, at: 2)
        refusing.bind(id: id.high, id.low, at: 3)
        defer { refusing.reset() }
        return try refusing.step()
    }
}
