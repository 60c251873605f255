import TroveCodecs
package import TroveModel

/// Reads items from Trove's JSON: an array of objects, or one object after another.
///
/// It splits the text into objects and parses them one by one, so that only one of them is in
/// memory. It does not check the syntax between objects strictly.
package final class TroveJSONReader: RowSource {
    private var window: TextWindow
    private let kinds: Kinds
    /// The maximum length of an object, in bytes.
    private let longestObject: Int
    private var line = 1
    private var isInArray = false
    private var isAtEnd = false
    /// Whether an error was reported, and the reader looks for the next object.
    private var isLost = false

    /// The names of members that no kind has, each once, found so far.
    package private(set) var notUnderstood: [String] = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - source: the bytes of the file.
    ///   - kinds: the kinds of the library.
    ///   - blockSize: how many bytes to read at once.
    ///   - longestObject: the maximum length of an object in the file, in bytes.
    package init(
        _ source: any ByteSource, kinds: Kinds, blockSize: Int = 1 << 18,
        longestObject: Int = 1 << 20
    ) {
        window = TextWindow(source, encoding: nil, blockSize: blockSize)
        self.kinds = kinds
        self.longestObject = longestObject
    }

    /// The share of the file that has been read, 0 to 1.
    package var fraction: Double { window.fraction }

    /// Returns the next item, or why it is rejected; nil at the end.
    package func next() throws(ReadFailure) -> ImportedRow? {
        while let byte = try nextByte() {
            switch byte {
            case UInt8(ascii: "{"):
                isLost = false
                return try object()
            case UInt8(ascii: "[") where !isInArray && !isAtEnd: isInArray = true
            case UInt8(ascii: "]") where isInArray: (isInArray, isAtEnd) = (false, true)
            case UInt8(ascii: ","), 0x09, 0x0D, 0x20: break
            case 0x0A: line += 1
            default:
                guard !isLost else { break }
                isLost = true
                window.start += 1
                return rejection(isAtEnd ? .notJSON(.goesOn) : .notAnObject, 0..<0)
            }
            window.start += 1
        }
        guard isInArray else { return nil }
        isInArray = false
        return rejection(.notJSON(.endsEarly), 0..<0)
    }

    /// Returns the next byte without consuming it; nil at the end.
    private func nextByte() throws(ReadFailure) -> UInt8? {
        while window.start == window.end {
            if window.isLast { return nil }
            try window.fill()
        }
        return window.bytes[window.start]
    }

    /// Reads an object; the next byte is its opening brace.
    private func object() throws(ReadFailure) -> ImportedRow {
        var scan = ObjectScan()
        while true {
            let text = window.bytes[window.start..<min(window.end, window.start + longestObject)]
            let end = scan.end(in: text)
            if let end {
                defer {
                    window.start = end
                    line += scan.lines
                    isLost = scan.isBroken
                }
                return row(from: window.bytes[window.start..<end])
            }
            if text.count == longestObject {
                let row = rejection(.tooLong, text.prefix(200).indices)
                try skip(&scan)
                return row
            }
            guard !window.isLast else {
                let row = rejection(.notJSON(.endsEarly), window.start..<window.end)
                window.start = window.end
                // The error has been reported.
                isInArray = false
                return row
            }
            try window.fill()
        }
    }

    /// Skips the rest of an object that is too long.
    private func skip(_ scan: inout ObjectScan) throws(ReadFailure) {
        defer { line += scan.lines }
        while true {
            if let end = scan.end(in: window.bytes[window.start..<window.end]) {
                window.start = end
                isLost = scan.isBroken
                return
            }
            window.start = window.end
            scan.position = 0
            if window.isLast { return }
            try window.fill()
        }
    }

    private func rejection(_ reason: ImportRejection, _ range: Range<Int>) -> ImportedRow {
        let text = String(decoding: window.bytes[range], as: UTF8.self)
        return .rejected(line: line, reason, cells: range.isEmpty ? [] : [text])
    }

    // MARK: Objects

    private func row(from bytes: ArraySlice<UInt8>) -> ImportedRow {
        do throws(ImportRejection) {
            return .item(try item(from: bytes))
        } catch {
            return rejection(error, bytes.indices)
        }
    }

    private func item(from bytes: ArraySlice<UInt8>) throws(ImportRejection) -> ImportedItemRow {
        let json: JSON
        do throws(JSON.Failure) {
            json = try JSON(parsing: bytes)
        } catch {
            throw error.reason == .isNotUTF8 ? .notText : .notJSON(error.reason)
        }
        let name = json[TroveTable.kindColumn]
        guard let kind = name?.text.flatMap({ kinds.index(of: $0) }) else {
            throw .noKind(name.map { $0.text ?? $0.written } ?? "")
        }
        let identity = json[TroveTable.idColumn].flatMap { id in
            id.isNull ? nil : id.text ?? id.written
        }
        var values: [Value?] = Array(repeating: nil, count: kinds[kind].fields.count)
        for member in json.members ?? [] where !Self.known.contains(member.name) {
            guard let field = kinds[kind].index(ofField: member.name) else {
                guard !member.value.isNull else { continue }
                if kinds.all.contains(where: { $0.index(ofField: member.name) != nil }) {
                    throw .hasNoField(member.name, kind: kinds[kind].name)
                }
                if !notUnderstood.contains(member.name) { notUnderstood.append(member.name) }
                continue
            }
            do throws(RuleViolation) {
                values[field] = try kinds[kind].fields[field]
                    .value(fromFile: member.value, isExported: identity != nil)
            } catch {
                throw .violation(error)
            }
        }
        return ImportedItemRow(kind: kind, values: values, identity: identity, line: line)
    }

    /// The members of an object besides its fields. Only the kind and the id are read.
    private static let known: Set<String> = [
        "number", TroveTable.idColumn, TroveTable.kindColumn, "sync",
    ]
}

extension Field {
    /// Reads a value from a file, where a string may hold a value of any type. In a record that
    /// Trove wrote, `isExported`, a number that is not a valid ISBN is kept as it is, because an
    /// earlier version accepted it.
    func value(fromFile json: JSON, isExported: Bool) throws(RuleViolation) -> Value? {
        let value =
            switch (json, content) {
            case (.string, .isbn) where isExported: try value(from: json)
            case (.string(let text), _): try parse(text, namedDay: { _ in nil })
            default: try value(from: json)
            }
        return value == .text("") || value == .set([]) ? nil : value
    }
}

/// Finds the end of an object, piece by piece.
private struct ObjectScan {
    /// The number of bytes of the object that have been examined.
    var position = 0
    private(set) var lines = 0
    /// Whether the object ended inside a string.
    private(set) var isBroken = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Returns the index after the object that starts with `text`; nil if the object continues. The
    /// next call passes a longer text.
    ///
    /// JSON does not allow a line break in a string. The object ends there, so a missing quote
    /// costs one object and not all that follow.
    mutating func end(in text: ArraySlice<UInt8>) -> Int? {
        for index in text.indices.dropFirst(position) {
            position += 1
            let byte = text[index]
            if byte == 0x0A, isInString {
                isBroken = true
                return index
            }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return index + 1 }
            case 0x0A: lines += 1
            default: break
            }
        }
        return nil
    }
}
