import TroveModel

/// Decodes the parts of a batch, in order.
struct LogBatchReader {
    /// The bytes are not a batch.
    struct Damage: Error {}

    private let bytes: [UInt8]
    private var position: Int
    private var time = 0

    /// Begins at a place, which lies in the bytes or at their end.
    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    mutating func names() throws(Damage) -> [String] {
        var names: [String] = []
        for _ in 0..<(try count()) { names.append(try text()) }
        return names
    }

    /// Reads the heads of all entries.
    mutating func heads(from first: Int) throws(Damage) -> [LogBatch.Head] {
        var heads: [LogBatch.Head] = []
        while position < bytes.count {
            let length = try count()
            guard length <= bytes.count - position else { throw Damage() }
            let end = position + length
            heads.append(try head(first + heads.count))
            guard position <= end else { throw Damage() }
            position = end
        }
        return heads
    }

    private mutating func head(_ sequence: Int) throws(Damage) -> LogBatch.Head {
        let flags = try byte()
        let operation: Operation
        switch flags & LogBatchWriter.operation {
        case 0: operation = .create
        case 1: operation = .update
        case 2: operation = .delete
        default: throw Damage()
        }
        var command = sequence
        if flags & LogBatchWriter.continues != 0 {
            let distance = try number()
            guard (1..<sequence).contains(distance) else { throw Damage() }
            command -= distance
        }
        let reverts = flags & LogBatchWriter.reverts == 0 ? nil : try number()
        time = time &+ (try number())
        let (user, kind, item) = (try count(), try count(), try number())
        guard item > 0, item < ItemNumber.limit.rawValue else { throw Damage() }
        return LogBatch.Head(
            sequence: sequence, command: CommandNumber(rawValue: command),
            reverts: reverts.map { CommandNumber(rawValue: $0) }, at: time, user: user, kind: kind,
            number: item, id: ItemID(high: try word(), low: try word()), operation: operation,
            fields: position)
    }

    mutating func value() throws(Damage) -> Value? {
        switch LogValueTag(rawValue: try byte()) {
        case .some(.none): return nil
        case .text?: return .text(try text())
        case .integer?: return .integer(try number())
        case .decimal?: return .decimal(FixedDecimal(thousandths: try number()))
        case .date?:
            let read = PartialDate(packed: try count())
            guard let date = PartialDate(year: read.year, month: read.month, day: read.day) else {
                throw Damage()
            }
            return .date(date)
        case .month?:
            guard let month = Month(rawValue: try count()) else { throw Damage() }
            return .month(month)
        case .set?:
            var texts: [String] = []
            for _ in 0..<(try count()) { texts.append(try text()) }
            return .set(texts)
        case nil: throw Damage()
        }
    }

    mutating func byte() throws(Damage) -> UInt8 {
        guard position < bytes.count else { throw Damage() }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a number that is not negative and less than 2^31.
    mutating func count() throws(Damage) -> Int {
        let number = try bits()
        guard number < 1 << 31 else { throw Damage() }
        return Int(number)
    }

    /// Reads a number that may be negative.
    private mutating func number() throws(Damage) -> Int {
        let bits = try bits()
        return Int(bitPattern: UInt(bits >> 1)) ^ -Int(bits & 1)
    }

    private mutating func bits() throws(Damage) -> UInt64 {
        var (bits, shift): (UInt64, UInt64) = (0, 0)
        while shift < 64 {
            let byte = try byte()
            bits |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return bits }
            shift += 7
        }
        throw Damage()
    }

    private mutating func word() throws(Damage) -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(try byte()) }
        return word
    }

    private mutating func text() throws(Damage) -> String {
        let length = try count()
        guard length <= bytes.count - position else { throw Damage() }
        defer { position += length }
        return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }
}
