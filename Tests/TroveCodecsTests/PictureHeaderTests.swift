import Testing
import TroveCodecs
import TroveTesting

/// The information in a picture's header.
@Suite struct PictureHeaderTests {
    struct Expected: Sendable {
        let format: PictureHeader.Format
        let width: Int
        let height: Int
    }

    static let whole: [Case<[UInt8], Expected>] = [
        .init("PNG", SamplePictures.png, Expected(format: .png, width: 7, height: 5)),
        .init("JPEG", SamplePictures.jpeg, Expected(format: .jpeg, width: 200, height: 300)),
        .init("GIF", SamplePictures.gif, Expected(format: .gif, width: 9, height: 260)),
        .init("WebP", SamplePictures.webp, Expected(format: .webp, width: 320, height: 240)),
        .init(
            "lossless WebP", SamplePictures.webpLossless,
            Expected(format: .webp, width: 64, height: 240)),
        .init(
            "extended WebP", SamplePictures.webpExtended,
            Expected(format: .webp, width: 400, height: 300)),
    ]

    @Test(arguments: whole) func readsASize(_ row: Case<[UInt8], Expected>) throws {
        let header = try PictureHeader(row.input)
        #expect(header.format == row.expected.format)
        #expect(header.width == row.expected.width)
        #expect(header.height == row.expected.height)
        #expect(!header.isSinglePixel)
    }

    /// A picture that was cut off anywhere is not complete.
    @Test(arguments: whole) func isNeverCompleteWhenCutOff(_ row: Case<[UInt8], Expected>) {
        for length in 0..<row.input.count {
            let failure = #expect(throws: PictureFailure.self, "\(length) bytes") {
                try PictureHeader(Array(row.input.prefix(length)))
            }
            if length > 12 { #expect(failure == .isCutOff(row.expected.format), "\(length)") }
        }
    }

    /// Cameras and programs append data of their own.
    @Test(arguments: whole) func ignoresTrailingData(_ row: Case<[UInt8], Expected>) throws {
        #expect(try PictureHeader(row.input + [1, 2, 3]).width == row.expected.width)
    }

    @Test func survivesAnyChangedByte() {
        // Parsing must end, with a header or an error.
        for row in Self.whole {
            for index in row.input.indices {
                for byte: UInt8 in [0, 0x7F, 0x80, 0xFF] {
                    var bytes = row.input
                    bytes[index] = byte
                    _ = try? PictureHeader(bytes)
                }
            }
        }
    }

    static let refused: [Case<[UInt8], PictureFailure>] = [
        .init("nothing", [], .notAPicture),
        .init("HTML", Array("<html>not found</html>".utf8), .notAPicture),
        .init("a sound", Array("RIFF....WAVE".utf8), .notAPicture),
        .init("PNG with a wrong sum", changed(SamplePictures.png, at: 45), .isDamaged(.png)),
        .init("PNG with a wrong last sum", changed(SamplePictures.png, at: -1), .isDamaged(.png)),
        .init(
            "PNG without data",
            Array(SamplePictures.png.prefix(33) + SamplePictures.png.suffix(12)), .isDamaged(.png)),
        .init(
            "JPEG without a frame", [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xD9],
            .isDamaged(.jpeg)),
        .init("JPEG without markers", [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 7, 7], .isDamaged(.jpeg)),
        .init(
            "GIF without an image", Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B],
            .isDamaged(.gif)),
        .init(
            "GIF of no width", Array("GIF89a".utf8) + [0, 0] + SamplePictures.gif.dropFirst(8),
            .isDamaged(.gif)),
        .init(
            "a bomb",
            Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0]
                + [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            .hasTooManyPixels(width: 1 << 24, height: 1 << 24, limit: 100_000_000)),
    ]

    @Test(arguments: refused) func rejectsOtherFiles(_ row: Case<[UInt8], PictureFailure>) {
        #expect(throws: row.expected) { try PictureHeader(row.input) }
    }

    @Test func rejectsOversizedFiles() {
        let bytes = SamplePictures.png + [UInt8](repeating: 0, count: 20_000_000)
        #expect(throws: PictureFailure.isTooLong(bytes: bytes.count, limit: 20_000_000)) {
            try PictureHeader(bytes)
        }
    }

    @Test func detectsTheMissingCoverPixel() throws {
        #expect(try PictureHeader(SamplePictures.pixel).isSinglePixel)
    }

    private static func changed(_ bytes: [UInt8], at index: Int) -> [UInt8] {
        var bytes = bytes
        bytes[index < 0 ? bytes.count + index : index] ^= 1
        return bytes
    }
}
