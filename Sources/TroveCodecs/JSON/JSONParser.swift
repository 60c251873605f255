extension JSON {
    /// Parses a JSON text strictly (RFC 8259).
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 without a byte-order mark.
    ///   - depthLimit: the maximum nesting of arrays and objects.
    /// - Throws: the first error, with its offset.
    package init(parsing bytes: Span<UInt8>, depthLimit: Int = 16) throws(Failure) {
        var parser = JSONParser(depthLimit: depthLimit)
        self = try parser.parse(bytes)
    }

    /// Parses a JSON text.
    package init(parsing bytes: [UInt8], depthLimit: Int = 16) throws(Failure) {
        try self.init(parsing: bytes.span, depthLimit: depthLimit)
    }

    /// Parses a JSON text in a slice of bytes; offsets count from the start of the slice.
    package init(parsing bytes: ArraySlice<UInt8>, depthLimit: Int = 16) throws(Failure) {
        try self.init(parsing: bytes.span, depthLimit: depthLimit)
    }
}

/// Parses JSON from untrusted bytes. Every access is bounds-checked.
///
/// A parser is used for one text.
struct JSONParser {
    let depthLimit: Int
    /// The number of members that a new object reserves memory for.
    private static let usualMembers = 6
    /// The index of the next byte.
    var position = 0
    /// The characters of the string with escapes that is being read.
    var unescaped: [UInt8] = []

    init(depthLimit: Int) {
        self.depthLimit = depthLimit
    }

    /// Parses all of the bytes.
    mutating func parse(_ bytes: Span<UInt8>) throws(JSON.Failure) -> JSON {
        let value = try value(in: bytes, depth: 0)
        guard nextSign(in: bytes) == nil else { throw JSON.Failure(.goesOn, at: position) }
        return value
    }

    /// Skips white space, and returns the next byte; nil at the end.
    @inline(__always)
    mutating func nextSign(in bytes: Span<UInt8>) -> UInt8? {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return nil
    }

    /// Returns the failure for a byte that is not allowed at this position.
    func unexpected(in bytes: Span<UInt8>) -> JSON.Failure {
        JSON.Failure(position < bytes.count ? .isUnexpected : .endsEarly, at: position)
    }

    mutating func value(
        in bytes: Span<UInt8>, depth: Int
    ) throws(JSON.Failure) -> JSON {
        switch nextSign(in: bytes) {
        case UInt8(ascii: "\"")?: return .string(try string(in: bytes))
        case UInt8(ascii: "{")?: return .object(try members(in: bytes, depth: depth + 1))
        case UInt8(ascii: "[")?: return .array(try elements(in: bytes, depth: depth + 1))
        case UInt8(ascii: "t")?: return try word("true", .bool(true), in: bytes)
        case UInt8(ascii: "f")?: return try word("false", .bool(false), in: bytes)
        case UInt8(ascii: "n")?: return try word("null", .null, in: bytes)
        case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: return try number(in: bytes)
        default: throw unexpected(in: bytes)
        }
    }

    private mutating func word(
        _ word: String, _ value: JSON, in bytes: Span<UInt8>
    ) throws(JSON.Failure) -> JSON {
        for byte in word.utf8 {
            guard position < bytes.count, bytes[position] == byte else {
                throw unexpected(in: bytes)
            }
            position += 1
        }
        return value
    }

    private mutating func elements(
        in bytes: Span<UInt8>, depth: Int
    ) throws(JSON.Failure) -> [JSON] {
        guard depth <= depthLimit else { throw JSON.Failure(.isTooDeep, at: position) }
        position += 1
        var elements: [JSON] = []
        if nextSign(in: bytes) == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try value(in: bytes, depth: depth))
            switch nextSign(in: bytes) {
            case UInt8(ascii: ",")?: position += 1
            case UInt8(ascii: "]")?:
                position += 1
                return elements
            default: throw unexpected(in: bytes)
            }
        }
    }

    private mutating func members(
        in bytes: Span<UInt8>, depth: Int
    ) throws(JSON.Failure) -> [JSON.Member] {
        guard depth <= depthLimit else { throw JSON.Failure(.isTooDeep, at: position) }
        position += 1
        var members: [JSON.Member] = []
        var names = NameSet()
        if nextSign(in: bytes) == UInt8(ascii: "}") {
            position += 1
            return members
        }
        members.reserveCapacity(Self.usualMembers)
        while true {
            guard nextSign(in: bytes) == UInt8(ascii: "\"") else { throw unexpected(in: bytes) }
            let start = position
            let name = try string(in: bytes)
            guard names.insert(name, behind: members) else {
                throw JSON.Failure(.repeatsName, at: start)
            }
            guard nextSign(in: bytes) == UInt8(ascii: ":") else { throw unexpected(in: bytes) }
            position += 1
            members.append(JSON.Member(name, try value(in: bytes, depth: depth)))
            switch nextSign(in: bytes) {
            case UInt8(ascii: ",")?: position += 1
            case UInt8(ascii: "}")?:
                position += 1
                return members
            default: throw unexpected(in: bytes)
            }
        }
    }
}

/// The names of an object so far. A few names are compared one by one, if they can be equal. Many
/// are looked up in a set, so that the time is linear in their number.
private struct NameSet {
    /// The marks of the names, which equal names share.
    private var marks: UInt64 = 0
    private var many: Set<ExactText> = []

    /// Returns whether the name is new.
    mutating func insert(_ name: String, behind members: [JSON.Member]) -> Bool {
        if members.count < 16 {
            let mark = Self.mark(of: name)
            defer { marks |= mark }
            return marks & mark == 0
                || !members.contains { $0.name.isExactly(name) }
        }
        if many.isEmpty { many = Set(members.map { ExactText($0.name) }) }
        return many.insert(ExactText(name)).inserted
    }

    /// Returns one of 64 bits, by the name's length and its first and last bytes.
    private static func mark(of name: String) -> UInt64 {
        let bytes = name.utf8.span
        guard !bytes.isEmpty else { return 1 }
        let sum = 31 * bytes.count + 7 * Int(bytes[0]) + Int(bytes[bytes.count - 1])
        return 1 << UInt64(sum & 63)
    }
}
