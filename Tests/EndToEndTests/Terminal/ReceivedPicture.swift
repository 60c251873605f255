/// A picture as a terminal with graphics decodes it.
///
/// The formats are those of `chafa`: kitty's graphics protocol with RGBA data, iTerm2's inline
/// files with an uncompressed TIFF 6.0, and sixels (DEC STD 070).
struct ReceivedPicture {
    /// A picture that a terminal would not show, or not as it was meant.
    struct Malformed: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// The size in pixels.
    private(set) var width = 0
    private(set) var height = 0
    /// The size in cells; nil for sixels, which have none.
    private(set) var cells: (columns: Int, rows: Int)?
    /// The brightness of each pixel from 0 to 255, in rows from the top; nil where nothing is
    /// drawn.
    private(set) var pixels: [Int?] = []

    /// Decodes exactly one picture: all of the bytes belong to it.
    init(_ bytes: some Sequence<UInt8>) throws {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        if text.hasPrefix("\u{1B}_G") {
            try readKitty(text)
        } else if text.hasPrefix("\u{1B}]1337;File=") {
            try readFile(text)
        } else if text.hasPrefix("\u{1B}P") {
            try readSixels(text)
        } else {
            throw Malformed("no picture begins with \(text.prefix(12).debugDescription)")
        }
        guard width > 0, height > 0, pixels.count == width * height else {
            throw Malformed("\(pixels.count) pixels in a picture of \(width) by \(height)")
        }
    }

    // MARK: kitty

    private mutating func readKitty(_ text: String) throws {
        var data: [UInt8] = []
        var keys: [String: String] = [:]
        var isContinued = true
        for part in text.components(separatedBy: "\u{1B}\\").dropLast() {
            guard isContinued, part.hasPrefix("\u{1B}_G") else {
                throw Malformed("a sequence after the last one")
            }
            let halves = part.dropFirst(3).split(separator: ";", maxSplits: 1)
            let own = Self.keys(halves.first ?? "", separator: ",")
            keys.merge(own) { first, _ in first }
            // Each part is decoded by itself, and may end with padding.
            if halves.count > 1 { data += try Self.base64(halves[1]) }
            isContinued = own["m"] == "1"
        }
        guard text.hasSuffix("\u{1B}\\"), !isContinued else { throw Malformed("no end") }
        guard keys["a"] == "T", keys["f"] == "32" else { throw Malformed("keys \(keys)") }
        cells = try Self.cells(keys["c"], keys["r"])
        (width, height) = (Int(keys["s"] ?? "") ?? 0, Int(keys["v"] ?? "") ?? 0)
        pixels = Self.brightness(ofRGBA: data)
    }

    // MARK: iTerm2

    private mutating func readFile(_ text: String) throws {
        guard text.hasSuffix("\u{07}"), let colon = text.firstIndex(of: ":") else {
            throw Malformed("no end")
        }
        let keys = Self.keys(text[..<colon].dropFirst(12), separator: ";")
        guard keys["inline"] == "1" else { throw Malformed("keys \(keys)") }
        cells = try Self.cells(keys["width"], keys["height"])
        let file = try Self.base64(text[text.index(after: colon)...].dropLast())
        try readTIFF(file)
    }

    private mutating func readTIFF(_ file: [UInt8]) throws {
        func number(_ place: Int, _ size: Int) throws -> Int {
            guard place >= 0, place + size <= file.count else { throw Malformed("a short file") }
            return (0..<size).reduce(0) { $0 | Int(file[place + $1]) << ($1 * 8) }
        }
        guard file.starts(with: [0x49, 0x49, 0x2A, 0]) else { throw Malformed("no TIFF") }
        let directory = try number(4, 4)
        var values: [Int: Int] = [:]
        for entry in 0..<(try number(directory, 2)) {
            let place = directory + 2 + entry * 12
            // A value of type 3 has two bytes.
            values[try number(place, 2)] =
                try number(place + 8, try number(place + 2, 2) == 3 ? 2 : 4)
        }
        (width, height) = (values[256] ?? 0, values[257] ?? 0)
        // Uncompressed, one strip of four samples.
        guard values[259] ?? 1 == 1, values[277] == 4, let start = values[273],
            let count = values[279], start + count <= file.count
        else { throw Malformed("tags \(values)") }
        pixels = Self.brightness(ofRGBA: Array(file[start..<start + count]))
    }

    // MARK: Sixels

    private mutating func readSixels(_ text: String) throws {
        guard text.hasSuffix("\u{1B}\\"), let start = text.firstIndex(of: "q") else {
            throw Malformed("no end")
        }
        var reader = SixelReader(Array(text[text.index(after: start)...].utf8.dropLast(2)))
        try reader.read()
        (width, height, pixels) = (reader.width, reader.height, reader.pixels)
    }

    // MARK: Parts

    private static func keys(
        _ text: some StringProtocol, separator: Character
    ) -> [String: String] {
        var keys: [String: String] = [:]
        for key in text.split(separator: separator) {
            let parts = key.split(separator: "=", maxSplits: 1)
            keys[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        return keys
    }

    private static func cells(_ columns: String?, _ rows: String?) throws -> (Int, Int) {
        guard let columns = columns.flatMap({ Int($0) }), let rows = rows.flatMap({ Int($0) })
        else { throw Malformed("no size in cells") }
        return (columns, rows)
    }

    private static func brightness(ofRGBA bytes: [UInt8]) -> [Int?] {
        guard bytes.count.isMultiple(of: 4) else { return [] }
        return stride(from: 0, to: bytes.count, by: 4).map { place -> Int? in
            guard bytes[place + 3] > 0 else { return nil }
            return bytes[place..<place + 3].reduce(0) { $0 + Int($1) } / 3
        }
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ text: some StringProtocol) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        guard text.utf8.count.isMultiple(of: 4), text.utf8.count - digits.count <= 2 else {
            throw Malformed("base64 of \(text.utf8.count) digits")
        }
        for byte in digits {
            guard let value = alphabet.firstIndex(of: byte) else { throw Malformed("no base64") }
            bits = (bits << 6 | value) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 0xFF))
            }
        }
        return bytes
    }
}

extension String {
    /// Returns the parts between the occurrences of a text.
    fileprivate func components(separatedBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}

/// Reads the data of sixels: `"` size, `#` color, `!` repetition, `$` and `-` for the next band,
/// and six pixels in each byte from `?` to `~`.
private struct SixelReader {
    private let bytes: [UInt8]
    private var place = 0
    private var colors: [Int: Int] = [:]
    private var color = 0
    private var column = 0
    private var band = 0
    private(set) var width = 0
    private(set) var height = 0
    private(set) var pixels: [Int?] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws {
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): try readSize()
            case UInt8(ascii: "#"): try readColor()
            case UInt8(ascii: "!"):
                guard let count = numbers().first, place < bytes.count else {
                    throw ReceivedPicture.Malformed("a repetition of nothing")
                }
                place += 1
                try draw(bytes[place - 1], count: count)
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, band) = (0, band + 1)
            default: try draw(byte, count: 1)
            }
        }
    }

    private mutating func readSize() throws {
        let size = numbers()
        guard size.count == 4, pixels.isEmpty else {
            throw ReceivedPicture.Malformed("the size \(size)")
        }
        (width, height) = (size[2], size[3])
        pixels = Array(repeating: nil, count: width * height)
    }

    private mutating func readColor() throws {
        let values = numbers()
        guard let number = values.first else { throw ReceivedPicture.Malformed("no color") }
        if values.count == 5, values[1] == 2, values[2...].allSatisfy({ $0 <= 100 }) {
            colors[number] = (values[2] + values[3] + values[4]) * 255 / 300
        } else if values.count > 1 {
            throw ReceivedPicture.Malformed("the color \(values)")
        }
        color = number
    }

    private mutating func draw(_ byte: UInt8, count: Int) throws {
        guard (0x3F...0x7E).contains(byte), column + count <= width, colors[color] != nil else {
            throw ReceivedPicture.Malformed("byte \(byte) at column \(column) of \(width)")
        }
        for bit in 0..<6 where (byte - 0x3F) >> bit & 1 == 1 {
            let row = band * 6 + bit
            guard row < height else { throw ReceivedPicture.Malformed("row \(row) of \(height)") }
            for offset in 0..<count { pixels[row * width + column + offset] = colors[color] }
        }
        column += count
    }

    private mutating func numbers() -> [Int] {
        let digits = bytes[place...].prefix { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ";") }
        place += digits.count
        return String(decoding: digits, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
    }
}
