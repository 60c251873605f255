import TroveTesting

/// A complete picture of each format, built by hand.
enum SamplePictures {
    static let png = PictureFixture.png(width: 7, height: 5) { column, row in
        UInt8(column * 20 + row)
    }

    /// With a thumbnail that has its own size and end marker, and coded data that contains an FF.
    static let jpeg: [UInt8] =
        [0xFF, 0xD8]
        + [0xFF, 0xE1, 0x00, 0x10, 0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 0, 1, 0, 1, 0, 0xFF, 0xD9]
        + [0xFF, 0xFF, 0xC2, 0x00, 0x0B, 8, 0x01, 0x2C, 0x00, 0xC8, 1, 1, 0x11, 0]
        + [0xFF, 0xDA, 0x00, 0x08, 1, 1, 0, 0, 63, 0]
        + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
        + [0xFF, 0xDA, 0x00, 0x08, 1, 1, 0, 1, 5, 0, 0x78] + [0xFF, 0xD9]

    /// Two images after an extension; the first has its own color table.
    static let gif: [UInt8] =
        Array("GIF89a".utf8) + [9, 0, 4, 1, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x21, 0xF9, 4, 1, 0, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 9, 0, 4, 1, 0x80, 1, 2, 3, 4, 5, 6, 2, 3, 0x3B, 0x3B, 0x3B, 0]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0] + [0x3B]

    /// Open Library's reply for a missing cover, in form: one transparent pixel.
    static let pixel: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]
        + [0x21, 0xF9, 4, 1, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
        + [2, 2, 0x44, 1, 0, 0x3B]

    static let webp = riff("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x40, 0x41, 0xF0, 0x80, 1, 2])
    static let webpLossless = riff("VP8L", [0x2F, 0x3F, 0xC0, 0x3B, 0x00, 9])
    static let webpExtended = riff("VP8X", [0x10, 0, 0, 0, 0x8F, 0x01, 0, 0x2B, 0x01, 0])

    private static func riff(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let padded = data + (data.count % 2 == 0 ? [] : [0])
        return Array("RIFF".utf8) + [UInt8(12 + padded.count), 0, 0, 0] + Array("WEBP".utf8)
            + Array(type.utf8) + [UInt8(data.count), 0, 0, 0] + padded
    }
}
