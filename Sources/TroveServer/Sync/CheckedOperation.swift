import TroveCodecs
import TroveModel
import TroveWire

/// An operation of a push, with the results of all checks that do not need the user's entries.
struct CheckedOperation: Sendable {
    let operation: PushOperation
    /// The digest of everything that a device must not change when it resends the operation.
    let digest: Digest
    /// Nil for an unknown kind, which the server stores without checking.
    let kind: ServerKind?
    /// The fields, with their values in the kind's canonical form.
    let members: [JSON.Member]
    /// Whether the fields arrived in canonical form.
    let isAsSent: Bool
    /// The range of the fields in `CheckedPush.bytes`, a JSON object. A creation leaves out nulls.
    let fields: Range<Int>
    /// Why the operation must be rejected, whatever the user's entries are.
    let rejection: Rejection?
}

/// The checked operations of a push. The checks do not need the store, so they run before its lock
/// is taken.
struct CheckedPush: Sendable {
    let cursor: Cursor
    private(set) var operations: [CheckedOperation] = []
    /// The fields of all operations as JSON, serialized once for both the digest and the file.
    var bytes: [UInt8] { text.bytes }
    private var text = JSONText()
    private let kinds: ServerKinds

    /// The most fields in an operation or an entry.
    static let maximumFields = 256
    /// The most fields that an entry may ever have had: `FieldVersions` remembers cleared ones.
    static let maximumFormerFields = 1024
    /// The longest name of a kind or a field, in bytes.
    static let longestName = 64
    /// The most levels of a value. The entry of a conflict has its values one level deeper than a
    /// push, and answers have to keep within `Limits.depth`.
    static let deepestValue = 11

    init(_ request: PushRequest, kinds: ServerKinds) {
        cursor = request.cursor
        self.kinds = kinds
        operations.reserveCapacity(request.operations.count)
        for operation in request.operations { operations.append(check(operation)) }
    }

    private mutating func check(_ operation: PushOperation) -> CheckedOperation {
        let kind = kinds[operation.kind]
        var rejection = operation.action == .skip ? nil : Self.rejection(of: operation)
        let start = text.bytes.count
        appendHeader(of: operation)
        let fieldsStart = text.bytes.count
        var hasNull = false
        text.append("{" as Unicode.Scalar)
        for (index, member) in operation.fields.enumerated() {
            if index > 0 { text.append("," as Unicode.Scalar) }
            text.append(string: member.name)
            text.append(":" as Unicode.Scalar)
            let valueStart = text.bytes.count
            text.append(member.value)
            if member.value.isNull { hasNull = true }
            if text.bytes.count - valueStart > Limits.field, rejection == nil {
                rejection = .tooLarge(field: member.name, limit: Limits.field)
            }
        }
        text.append("}" as Unicode.Scalar)
        var fields = fieldsStart..<text.bytes.count
        let digest = Digest(of: text.bytes, start..<fields.upperBound)
        let limit = Self.maximumBytes(ofKind: operation.kind)
        if fields.count > limit, rejection == nil { rejection = .tooLarge(limit: limit) }
        var members = operation.fields
        var isAsSent = true
        if let kind, rejection == nil, operation.action == .create || operation.action == .update {
            do throws(RuleViolation) {
                let read = try kind.read(members)
                if operation.action == .create { try kind.kind.check(read.values) }
                if let rewritten = read.rewritten {
                    members = rewritten
                    isAsSent = false
                }
            } catch {
                rejection = Rejection(error)
            }
        }
        if operation.action == .create, hasNull || !isAsSent {
            if hasNull { members.removeAll { $0.value.isNull } }
            let start = text.bytes.count
            text.append(JSON.object(members))
            fields = start..<text.bytes.count
        }
        return CheckedOperation(
            operation: operation, digest: digest, kind: kind, members: members,
            isAsSent: isAsSent, fields: fields, rejection: rejection)
    }

    /// Appends what must not change when the operation is resent, besides its fields. The base is
    /// left out: after a realignment, a device resends an operation with a new base.
    private mutating func appendHeader(of operation: PushOperation) {
        func append(_ word: UInt64) {
            text.append { bytes in
                // The bytes of the word are only copied.
                unsafe withUnsafeBytes(of: word.bigEndian) { unsafe bytes.append(contentsOf: $0) }
            }
        }
        switch operation.action {
        case .create: text.append("c" as Unicode.Scalar)
        case .update: text.append("u" as Unicode.Scalar)
        case .delete: text.append("d" as Unicode.Scalar)
        case .skip: text.append("s" as Unicode.Scalar)
        }
        append(UInt64(bitPattern: Int64(operation.number)))
        append(operation.id.high)
        append(operation.id.low)
        append(UInt64(bitPattern: Int64(operation.at.milliseconds)))
        text.append(string: operation.kind)
    }

    /// Returns the limit for the fields of an entry, as JSON.
    static func maximumBytes(ofKind kind: String) -> Int {
        kind == Kind.definition.storedName ? Limits.definition : Limits.entry
    }

    private static func rejection(of operation: PushOperation) -> Rejection? {
        guard (1...longestName).contains(operation.kind.utf8.count),
            operation.kind.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return .badKind }
        if operation.kind == Conflict.kind, operation.action != .delete { return .isConflict }
        if operation.fields.count > maximumFields { return .tooManyFields(limit: maximumFields) }
        let badName = operation.fields.first { member in
            // Names with an asterisk stand for the whole entry, and for losses (`FieldVersions`).
            !(1...longestName).contains(member.name.utf8.count)
                || member.name.utf8.starts(with: Conflict.wholeEntry.utf8)
        }
        if let badName { return .badField(badName.name) }
        let deep = operation.fields.first { $0.value.isNested(deeperThan: deepestValue) }
        return deep.map { .tooDeep(field: $0.name, limit: deepestValue) }
    }
}

extension JSON {
    /// Whether arrays and objects are nested to more levels than a limit.
    fileprivate func isNested(deeperThan limit: Int) -> Bool {
        switch self {
        case .array(let elements):
            limit == 0 || elements.contains { $0.isNested(deeperThan: limit - 1) }
        case .object(let members):
            limit == 0 || members.contains { $0.value.isNested(deeperThan: limit - 1) }
        default: false
        }
    }
}
