import TroveModel

/// Encodes changes of the log as one value, a batch, which takes less room and time than a row for
/// each. `Documentation/store.md` describes the format.
struct LogBatchWriter {
    /// The version of the format, the first byte of a batch.
    static let version: UInt8 = 1

    private let kinds: Kinds
    /// The names that the changes use, in the order of their numbers.
    private var names: [UInt8] = []
    private var nameCount = 0
    /// The numbers of the names of the kinds; -1 for a kind without one.
    private var kindNames: [Int]
    /// The numbers of the names of the fields of each kind; empty for a kind without a name.
    private var fieldNames: [[Int]]
    /// The last user, and the number of the name.
    private var user: (name: String, number: Int)?
    private var time = 0
    private var entries: [UInt8] = []
    /// The entry that is being written, without its length.
    private var entry: [UInt8] = []
    private(set) var count = 0
    /// The number of commands that begin in the batch.
    private(set) var commands = 0

    /// Begins a batch without changes.
    init(kinds: Kinds) {
        self.kinds = kinds
        kindNames = kinds.stored.map { _ in -1 }
        fieldNames = kinds.stored.map { _ in [] }
        entries.reserveCapacity(48 << 10)
        entry.reserveCapacity(160)
    }

    /// The finished batch.
    var bytes: [UInt8] {
        var bytes = [Self.version]
        bytes.reserveCapacity(names.count + entries.count + 8)
        bytes.append(grouped: UInt64(nameCount))
        bytes += names
        bytes += entries
        return bytes
    }

    /// Appends the entry that has a sequence number.
    mutating func append(_ pending: PendingChange, sequence: Int) {
        let change = pending.change
        count += 1
        entry.removeAll(keepingCapacity: true)
        let isFirst = pending.command.rawValue == sequence
        if isFirst { commands += 1 }
        var flags: UInt8 =
            switch change.action {
            case .create: 0
            case .update: 1
            case .delete: 2
            }
        if !isFirst { flags |= Self.continues }
        if pending.reverts != nil { flags |= Self.reverts }
        entry.append(flags)
        if !isFirst { append(sequence - pending.command.rawValue) }
        if let reverts = pending.reverts { append(reverts.rawValue) }
        append(pending.authorship.at.milliseconds &- time)
        time = pending.authorship.at.milliseconds
        append(UInt64(userNumber(pending.authorship.by)))
        append(UInt64(kindNumber(change.kind)))
        append(change.number.rawValue)
        entry.append(bigEndian: change.id.high)
        entry.append(bigEndian: change.id.low)
        append(change.action, of: change.kind)
        entries.append(grouped: UInt64(entry.count))
        entries.append(contentsOf: entry)
    }

    /// The flag of an entry that does not begin its command.
    static let continues: UInt8 = 4
    /// The flag of an entry whose command reverts another.
    static let reverts: UInt8 = 8
    /// The bits of the operation: 0 to create, 1 to update, 2 to delete.
    static let operation: UInt8 = 3

    // MARK: Fields

    private mutating func append(_ action: Change.Action, of kind: KindIndex) {
        switch action {
        case .create(let values), .delete(let values):
            var count: UInt64 = 0
            for value in values where value != nil { count += 1 }
            append(count)
            for index in values.indices {
                guard let value = values[index] else { continue }
                append(UInt64(fieldNames[kind][index]))
                append(value)
            }
        case .update(let fields):
            append(UInt64(fields.count))
            for field in fields {
                append(UInt64(fieldNames[kind][field.field.rawValue]))
                append(field.before)
                append(field.after)
            }
        }
    }

    private mutating func append(_ value: Value?) {
        guard let value else { return entry.append(LogValueTag.none.rawValue) }
        switch value {
        case .text(let text):
            entry.append(LogValueTag.text.rawValue)
            entry.append(counted: text)
        case .integer(let number):
            entry.append(LogValueTag.integer.rawValue)
            append(number)
        case .decimal(let number):
            entry.append(LogValueTag.decimal.rawValue)
            append(number.thousandths)
        case .date(let date):
            entry.append(LogValueTag.date.rawValue)
            append(UInt64(truncatingIfNeeded: date.packed))
        case .month(let month):
            entry.append(LogValueTag.month.rawValue)
            append(UInt64(month.rawValue))
        case .set(let texts):
            entry.append(LogValueTag.set.rawValue)
            append(UInt64(texts.count))
            for text in texts { entry.append(counted: text) }
        }
    }

    private mutating func append(_ number: UInt64) {
        entry.append(grouped: number)
    }

    /// Appends a number that may be negative: 0, -1, 1, -2, … become 0, 1, 2, 3, …
    private mutating func append(_ number: Int) {
        append(UInt64(bitPattern: Int64(number << 1 ^ number >> 63)))
    }

    // MARK: Names

    private mutating func userNumber(_ name: String) -> Int {
        if let user, user.name == name { return user.number }
        let number = define(name)
        user = (name, number)
        return number
    }

    private mutating func kindNumber(_ kind: KindIndex) -> Int {
        if kindNames[kind] >= 0 { return kindNames[kind] }
        kindNames[kind] = define(kinds[kind].storedName)
        fieldNames[kind] = kinds[kind].fields.map { define($0.storedName) }
        return kindNames[kind]
    }

    private mutating func define(_ name: String) -> Int {
        names.append(counted: name)
        nameCount += 1
        return nameCount - 1
    }
}

/// The type of a value in a batch.
enum LogValueTag: UInt8 {
    case none, text, integer, decimal, date, month, set
}

/// A change that waits to be written to the log.
struct PendingChange {
    let change: Change
    let command: CommandNumber
    let reverts: CommandNumber?
    let authorship: Authorship
}

extension [UInt8] {
    /// Appends a number in groups of seven bits, the lowest first. All groups but the last have the
    /// eighth bit set.
    fileprivate mutating func append(grouped number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a text after its length in bytes.
    fileprivate mutating func append(counted text: String) {
        var text = text
        text.withUTF8 { utf8 in
            append(grouped: UInt64(utf8.count))
            // The bytes are copied before the call returns.
            unsafe append(contentsOf: utf8)
        }
    }

    /// Appends the eight bytes of a word, the highest first.
    fileprivate mutating func append(bigEndian word: UInt64) {
        for shift in 0..<8 {
            append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * shift)))
        }
    }
}
