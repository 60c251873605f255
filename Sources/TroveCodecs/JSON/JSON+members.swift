extension JSON {
    /// Passes the members of an object to `body`, in order, without a value for the whole. A name
    /// that is repeated is passed again.
    ///
    /// - Parameters:
    ///   - bytes: one object in UTF-8; white space may surround it.
    ///   - body: receives the name of each member in UTF-8, and its value.
    /// - Throws: `JSON.Failure` if the bytes are not an object, and what `body` throws.
    package static func forEachMember(
        of bytes: Span<UInt8>, _ body: (Span<UInt8>, JSON) throws -> Void
    ) throws {
        var parser = JSONParser(depthLimit: 16)
        try parser.forEachMember(of: bytes, body)
    }
}

extension JSONParser {
    fileprivate mutating func forEachMember(
        of bytes: Span<UInt8>, _ body: (Span<UInt8>, JSON) throws -> Void
    ) throws {
        guard nextSign(in: bytes) == UInt8(ascii: "{") else { throw unexpected(in: bytes) }
        position += 1
        if nextSign(in: bytes) == UInt8(ascii: "}") {
            position += 1
        } else {
            while try member(of: bytes, body) {}
        }
        guard nextSign(in: bytes) == nil else { throw JSON.Failure(.goesOn, at: position) }
    }

    /// Passes one member to `body`. Returns whether another one follows.
    private mutating func member(
        of bytes: Span<UInt8>, _ body: (Span<UInt8>, JSON) throws -> Void
    ) throws -> Bool {
        guard nextSign(in: bytes) == UInt8(ascii: "\"") else { throw unexpected(in: bytes) }
        let start = position + 1
        let name = try string(in: bytes)
        let end = position - 1
        guard nextSign(in: bytes) == UInt8(ascii: ":") else { throw unexpected(in: bytes) }
        position += 1
        let value = try value(in: bytes, depth: 1)
        if name.utf8.count == end - start {
            try body(bytes.extracting(start..<end), value)
        } else {
            // The name was written with escapes.
            try body(Array(name.utf8).span, value)
        }
        switch nextSign(in: bytes) {
        case UInt8(ascii: ",")?:
            position += 1
            return true
        case UInt8(ascii: "}")?:
            position += 1
            return false
        default: throw unexpected(in: bytes)
        }
    }
}
