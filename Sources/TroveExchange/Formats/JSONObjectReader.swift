import TroveCodecs

/// Splits JSON text into its objects, so that only one of them is in memory: the elements of an
/// array, one object after another, or the values of an object.
///
/// It does not check the syntax between objects strictly.
final class JSONObjectReader {
    /// How the objects of a file are arranged.
    enum Arrangement {
        /// The elements of an array, or one object after another.
        case list
        /// The values of one object.
        case members
    }

    private var window: TextWindow
    /// The maximum length of an object, in bytes.
    private let longestObject: Int
    private let arrangement: Arrangement
    private var line = 1
    private var isInside = false
    private var isAtEnd = false
    /// Whether an error was reported, and the reader looks for the next object.
    private var isLost = false
    /// Where the last object that was read to its end is in the window.
    private var last = 0..<0

    init(
        _ source: any ByteSource, _ arrangement: Arrangement, blockSize: Int, longestObject: Int
    ) {
        window = TextWindow(source, encoding: nil, blockSize: blockSize)
        self.arrangement = arrangement
        self.longestObject = longestObject
    }

    /// The share of the file that has been read, 0 to 1.
    var fraction: Double { window.fraction }

    /// Converts an object to an item; its arguments are the text and its first line.
    typealias Conversion = (ArraySlice<UInt8>, Int) throws(ImportRejection) -> ImportedItemRow

    /// Returns the next item, or why it is rejected; nil at the end.
    func next(_ convert: Conversion) throws(ReadFailure) -> ImportedRow? {
        while let byte = try nextByte() {
            switch byte {
            case opening where !isInside && !isAtEnd: isInside = true
            case UInt8(ascii: "{"):
                isLost = false
                return try object(convert)
            case closing where isInside: (isInside, isAtEnd) = (false, true)
            case UInt8(ascii: "\"") where arrangement == .members && isInside:
                try skipName()
                continue
            case UInt8(ascii: ":") where arrangement == .members && isInside: break
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
        guard isInside else { return nil }
        isInside = false
        return rejection(.notJSON(.endsEarly), 0..<0)
    }

    /// The brackets around all objects.
    private var opening: UInt8 { arrangement == .list ? 0x5B : 0x7B }
    private var closing: UInt8 { arrangement == .list ? 0x5D : 0x7D }

    /// Skips the name of a member; the next byte is its opening quote.
    private func skipName() throws(ReadFailure) {
        window.start += 1
        while let byte = try nextByte(), byte != 0x22, byte != 0x0A {
            window.start += 1
            // A character after a backslash does not end the name.
            if byte == UInt8(ascii: "\\"), let next = try nextByte(), next != 0x0A {
                window.start += 1
            }
        }
        if try nextByte() == 0x22 { window.start += 1 }
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
    private func object(_ convert: Conversion) throws(ReadFailure) -> ImportedRow {
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
                let bytes = window.bytes[window.start..<end]
                last = bytes.indices
                do throws(ImportRejection) {
                    return .item(try convert(bytes, line))
                } catch {
                    return rejection(error, bytes.indices)
                }
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
                isInside = false
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

    /// The text of the last object that was read to its end.
    var text: String { String(decoding: window.bytes[last], as: UTF8.self) }

    private func rejection(_ reason: ImportRejection, _ range: Range<Int>) -> ImportedRow {
        let text = String(decoding: window.bytes[range], as: UTF8.self)
        return .rejected(line: line, reason, cells: range.isEmpty ? [] : [text])
    }
}

/// Finds the end of an object, piece by piece.
private struct ObjectScan {
    /// The number of bytes of the object that have been examined.
    var position = 0
    private(set) var lines = 0
    /// Whether the object ended before it was complete.
    private(set) var isBroken = false
    private var depth = 0
    /// The kinds of the innermost 64 containers, the innermost one in the lowest bit: 1 for an
    /// object, 0 for an array.
    private var containers: UInt64 = 0
    /// The last byte outside of strings that was not a blank.
    private var last: UInt8 = 0
    /// Whether a line has ended after it.
    private var isAtLineStart = false
    private var isInString = false
    private var isEscaped = false

    /// Returns the index after the object that starts with `text`; nil if the object continues. The
    /// next call passes a longer text.
    ///
    /// JSON does not allow a line break in a string. The object ends there, so a missing quote
    /// costs one object and not all that follow. For the same reason, it ends before a line that
    /// begins with a brace where no value can be: the closing brace of the object is missing.
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
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = byte == UInt8(ascii: "{")
                if isObject, isAtLineStart, !takesValue {
                    isBroken = true
                    return index
                }
                depth += 1
                containers = containers << 1 | (isObject ? 1 : 0)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                containers >>= 1
                if depth == 0 { return index + 1 }
            case 0x0A:
                lines += 1
                isAtLineStart = true
                continue
            case 0x09, 0x0D, 0x20: continue
            default: break
            }
            last = byte
            isAtLineStart = false
        }
        return nil
    }

    /// Whether a value can follow what has been examined.
    private var takesValue: Bool {
        switch last {
        case UInt8(ascii: ":"): true
        case UInt8(ascii: ","), UInt8(ascii: "["): containers & 1 == 0
        default: false
        }
    }
}
