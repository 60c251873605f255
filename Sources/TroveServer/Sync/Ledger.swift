import TroveCodecs
import TroveModel
import TroveWire

/// The results of all operations: the statements on the ledger, for one transaction.
struct Ledger {
    private let finding: any StoreStatement
    private let insertion: any StoreStatement
    private let refusing: any StoreStatement
    private let device: Int
    private let now: Timestamp
    private let size: StoredSize.Counter

    private static let find = UserQuery.select(
        "seq, digest, result", from: .ledger, where: "device = ?2 AND n = ?3")
    private static let insert = UserQuery.insert(
        into: .ledger, "seq, device, n, at, mark, digest, result, entry",
        values: "?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9")
    private static let refused = UserQuery.select(
        "1", from: .ledger, where: "device = ?2 AND entry = ?3", "LIMIT 1")

    init(
        _ scope: UserScope, at now: Timestamp, size: StoredSize.Counter
    ) throws(StoreFault) {
        self.size = size
        finding = try scope.statement(Self.find)
        insertion = try scope.statement(Self.insert)
        refusing = try scope.statement(Self.refused)
        device = scope.device
        self.now = now
    }

    /// Returns the stored result of a repeated operation of the device that asks.
    ///
    /// - Throws: a refusal if the operation differs from the stored one, or if its result was
    ///   collected.
    func result(of operation: CheckedOperation) throws -> PushResult {
        let number = operation.operation.number
        finding.bind(device, at: 2)
        finding.bind(number, at: 3)
        defer { finding.reset() }
        guard try finding.step(), let words = finding.words(1),
            Digest(high: words.high, low: words.low) == operation.digest
        else { throw ServerRefusal.fork(at: number) }
        guard let text = finding.text(2) else {
            return PushResult(
                number: number, status: .applied, isDuplicate: true, version: finding.version(0))
        }
        guard let json = try? JSON(parsing: Array(text.utf8)), let kept = try? PushResult(json)
        else { throw EntryRow.Damage(id: operation.operation.id) }
        return PushResult(
            number: number, status: kept.status, isDuplicate: true, version: kept.version,
            error: kept.error, entry: kept.entry)
    }

    /// Stores the result of an operation under a number that is new for the device.
    func keep(
        _ result: PushResult, of operation: CheckedOperation, number: Int, sequence: Version,
        mark: UInt64
    ) throws(StoreFault) {
        insertion.bind(sequence, at: 2)
        insertion.bind(device, at: 3)
        insertion.bind(number, at: 4)
        insertion.bind(now.milliseconds, at: 5)
        insertion.bind(Int(bitPattern: UInt(mark)), at: 6)
        insertion.bind(id: operation.digest.high, operation.digest.low, at: 7)
        if result.status == .applied, result.entry == nil, result.version == sequence {
            insertion.bindNull(at: 8)
            size.add(StoredSize.operation(result: 0))
        } else {
            var writer = WireWriter()
            result.append(to: &writer)
            insertion.bind(utf8: writer.bytes, at: 8)
            size.add(StoredSize.operation(result: writer.bytes.count))
        }
        if result.status == .rejected {
            insertion.bind(id: operation.operation.id.high, operation.operation.id.low, at: 9)
        } else {
            insertion.bindNull(at: 9)
        }
        try insertion.run()
    }

    /// Returns whether an operation of the device that asks on this entry was rejected.
    func hasRejected(_ id: ItemID) throws(StoreFault) -> Bool {
        refusing.bind(device, at: 2)
        refusing.bind(id: id.high, id.low, at: 3)
        defer { refusing.reset() }
        return try refusing.step()
    }
}
