/// The format and size of a picture, detected from its content, regardless of its file name and
/// content type. Reading it proves that the picture is complete.
package struct PictureHeader: Sendable, Hashable {
    /// The supported formats.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        case jpeg = "JPEG"
        case png = "PNG"
        case gif = "GIF"
        case webp = "WebP"
    }

    /// The format of the bytes.
    package let format: Format
    /// The width in pixels, at least 1.
    package let width: Int
    /// The height in pixels, at least 1.
    package let height: Int

    /// The maximum size of a picture, in bytes.
    package static let maximumBytes = 20_000_000
    /// The maximum number of pixels of a picture; a small file can claim any number.
    package static let maximumPixels = 100_000_000

    /// Reads a whole picture.
    ///
    /// - Throws: why the picture cannot be used.
    package init(_ bytes: [UInt8]) throws(PictureFailure) {
        guard bytes.count <= Self.maximumBytes else {
            throw .isTooLong(bytes: bytes.count, limit: Self.maximumBytes)
        }
        guard let format = Self.format(of: bytes) else { throw .notAPicture }
        var reader = PictureReader(bytes, format)
        let size =
            switch format {
            case .jpeg: try reader.sizeOfJPEG()
            case .png: try reader.sizeOfPNG()
            case .gif: try reader.sizeOfGIF()
            case .webp: try reader.sizeOfWebP()
            }
        guard size.width > 0, size.height > 0 else { throw .isDamaged(format) }
        guard size.width <= Self.maximumPixels / size.height else {
            throw .hasTooManyPixels(
                width: size.width, height: size.height, limit: Self.maximumPixels)
        }
        self.format = format
        width = size.width
        height = size.height
    }

    /// Whether the picture is 1×1, which catalogue services send in place of a missing cover.
    package var isSinglePixel: Bool { width == 1 && height == 1 }

    /// Returns the format whose signature the first bytes are; nil for none.
    private static func format(of bytes: [UInt8]) -> Format? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: PictureReader.signatureOfPNG) { return .png }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            return .webp
        }
        return nil
    }
}

/// Why bytes cannot be used as a picture.
package enum PictureFailure: Error, Sendable, Hashable {
    /// They do not begin with the signature of a supported format.
    case notAPicture
    /// They end before the picture does, which has this format.
    case isCutOff(PictureHeader.Format)
    /// They violate the rules of this format.
    case isDamaged(PictureHeader.Format)
    case isTooLong(bytes: Int, limit: Int)
    case hasTooManyPixels(width: Int, height: Int, limit: Int)
}
