import TroveCodecs

/// Generates pictures.
package enum StandInPicture {
    /// Returns a PNG of one color with a darker frame, derived from a number (RFC 2083).
    package static func png(_ number: Int, width: Int = 60, height: Int = 90) -> [UInt8] {
        let hue = UInt8(truncatingIfNeeded: number &* 37)
        var pixels: [UInt8] = []
        for y in 0..<height {
            pixels.append(0)  // no filter
            for x in 0..<width {
                let isFrame = x < 3 || y < 3 || x >= width - 3 || y >= height - 3
                pixels += isFrame ? [20, 20, 40] : [hue, 120, 255 - hue]
            }
        }
        let head = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", head) + chunk("IDAT", stored(pixels)) + chunk("IEND", [])
    }

    /// The transparent 1×1 GIF, 43 bytes, that Open Library sends for a missing picture.
    package static let emptyGIF: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0]
        + [0x21, 0xF9, 4, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    /// Returns a zlib stream of stored blocks (RFC 1950, RFC 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0]
            stream += [UInt8(count & 255), UInt8(count >> 8)]
            stream += [UInt8(~count & 255), UInt8(~count >> 8)]
            stream += block
        } while !rest.isEmpty
        var a = 1
        var b = 0
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bigEndian(b << 16 | a)
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        return bigEndian(data.count) + named + bigEndian(Int(CRC32.of(named)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
