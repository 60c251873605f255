import TroveCodecs
package import TroveModel

/// Reads items from JSON as Trove writes it: an array of objects, or one object after the other.
///
/// The text is cut into objects here, so that one of them is in memory at a time; the parser of
/// JSON then sees each on its own. What is between two objects is not looked at closely.
package final class TroveJSONReader: RowSource {
    private var window: TextWindow
    private let kinds: Kinds
    /// The most bytes that an object may have.
    private let longestObject: Int
    private var line = 1
    private var isInArray = false
    private var isAtEnd = false
    /// Whether something was wrong, and the next object is looked for.
    private var isLost = false

    /// The names of members that no kind knows, each once, as far as the file has been read.
    package private(set) var notUnderstood: [String] = []

    /// - Parameters:
    ///   - source: the bytes of the file.
    ///   - kinds: what can be collected.
    ///   - blockSize: how many bytes are read at once.
    ///   - longestObject: the most bytes that an object may have in the file.
    package init(
        _ source: any ByteSource, kinds: Kinds, blockSize: Int = 1 << 18,
        longestObject: Int = 1 << 20
    ) {
        window = TextWindow(source, encoding: nil, blockSize: blockSize)
        self.kinds = kinds
        self.longestObject = longestObject
    }

    package var fraction: Double { window.fraction }

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
                return rejection(isAtEnd ? .isNoJSON(.goesOn) : .isNoObject, 0..<0)
            }
            window.start += 1
        }
        guard isInArray else { return nil }
        isInArray = false
        return rejection(.isNoJSON(.endsEarly), 0..<0)
    }

    /// The byte at hand; nil at the end.
    private func nextByte() throws(ReadFailure) -> UInt8? {
        while window.start == window.end {
            if window.isLast { return nil }
            try window.fill()
        }
        return window.bytes[window.start]
    }

    /// Reads an object, at its first brace.
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
                let row = rejection(.isNoJSON(.endsEarly), window.start..<window.end)
                window.start = window.end
                // What is wrong has been said.
                isInArray = false
                return row
            }
            try window.fill()
        }
    }

    /// Goes behind an object that is too long.
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

    // MARK: What an object means

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
            throw error.reason == .isNotUTF8 ? .isNoText : .isNoJSON(error.reason)
        }
        let name = json[TroveTable.kindColumn]
        guard let kind = name?.text.flatMap(kinds.index) else {
            throw .noKind(name.map { $0.text ?? $0.written } ?? "")
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
                values[field] = try kinds[kind].fields[field].value(fromFile: member.value)
            } catch {
                throw .violation(error)
            }
        }
        return ImportedItemRow(kind: kind, values: values, line: line)
    }

    /// The members of an object beside its fields; of these only the kind is read.
    private static let known: Set<String> = ["number", "id", TroveTable.kindColumn, "sync"]
}

extension Field {
    /// Reads what stands in a file: text is as good as what it says.
    fileprivate func value(fromFile json: JSON) throws(RuleViolation) -> Value? {
        let value =
            if case .string(let text) = json {
                try parse(text, namedDay: { _ in nil })
            } else {
                try value(from: json)
            }
        return value == .text("") || value == .set([]) ? nil : value
    }
}

/// Looks for the end of an object, piece by piece.
private struct ObjectScan {
    /// How much of the object was looked at.
    var position = 0
    private(set) var lines = 0
    /// Whether it ended in the middle of a string.
    private(set) var isBroken = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The place behind the object, which begins where the text does; nil when it does not end in
    /// the text. The next text has more of it.
    ///
    /// A line end in a string is none of JSON. The object ends there, so that a quote that is
    /// missing costs one object and not all that follow.
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
