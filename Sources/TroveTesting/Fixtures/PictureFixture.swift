import TroveCodecs

/// Pictures drawn in code, for testing what reads them.
package enum PictureFixture {
    /// Returns a grayscale PNG (ISO/IEC 15948) with uncompressed data. The closure returns the
    /// brightness of the pixel in a column and a row, 0 for black.
    package static func png(
        width: Int, height: Int, shade: (_ column: Int, _ row: Int) -> UInt8
    ) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            // Each row begins with its filter type; 0 is none.
            rows.append(0)
            for column in 0..<width { rows.append(shade(column, row)) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 0, 0, 0, 0])
            + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// Returns a PNG of an EAN-13 barcode (GS1 General Specifications, 5.2) of thirteen digits,
    /// whose check digit is not verified. The unit is the width of the thinnest bar, in pixels.
    package static func barcode(
        _ digits: String, unit: Int = 3, rows: Range<Int>? = nil
    ) -> [UInt8] {
        let quiet = String(repeating: "0", count: 11)
        let modules = Array((quiet + bars(of: digits) + quiet).utf8)
        let rows = rows ?? 0..<60 * unit
        return png(width: modules.count * unit, height: rows.count) { column, row in
            let isBar = modules[column / unit] == 0x31
            let hasBars = (5 * unit..<55 * unit).contains(row + rows.lowerBound)
            return isBar && hasBars ? 0 : 255
        }
    }

    /// Returns `1` for each dark module and `0` for each light one.
    private static func bars(of digits: String) -> String {
        let values = digits.compactMap(\.wholeNumberValue)
        guard values.count == 13 else {
            preconditionFailure("an EAN-13 has thirteen digits, not \(digits)")
        }
        let left = zip(parities[values[0]], values[1...6]).map { parity, value in
            // Even parity is the right side's code in reverse.
            parity == "G" ? String(inverted(codes[value]).reversed()) : codes[value]
        }
        let right = values[7...].map { inverted(codes[$0]) }
        return "101" + left.joined() + "01010" + right.joined() + "101"
    }

    private static func inverted(_ code: String) -> String {
        String(code.map { $0 == "0" ? "1" : "0" })
    }

    private static let codes = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011",
        "0110111", "0001011",
    ]

    /// The parities of the next six digits encode the first one.
    private static let parities = [
        "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL",
        "LGGLGL",
    ]

    // MARK: PNG

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + data
        return bigEndian(data.count) + content + bigEndian(Int(CRC32.of(content)))
    }

    /// Returns a zlib stream (RFC 1950) of stored blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            let length = UInt16(part.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for number in [length, ~length] {
                stream += [UInt8(number & 0xFF), UInt8(number >> 8)]
            }
            stream += part
        } while !rest.isEmpty
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bigEndian(b << 16 | a)
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
    }
}
