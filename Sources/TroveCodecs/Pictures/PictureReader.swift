/// Reads a picture to its end. Every access is bounds-checked.
struct PictureReader {
    private let bytes: [UInt8]
    private let format: PictureHeader.Format
    private var position = 0

    init(_ bytes: [UInt8], _ format: PictureHeader.Format) {
        self.bytes = bytes
        self.format = format
    }

    static let signatureOfPNG: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    // MARK: JPEG (ITU-T T.81, annex B)

    /// Reads marker by marker, so that the end marker of an embedded thumbnail does not count.
    mutating func sizeOfJPEG() throws(PictureFailure) -> (width: Int, height: Int) {
        try skip(2)
        var size: (width: Int, height: Int)?
        while true {
            let marker = try nextMarker()
            switch marker {
            // End of image.
            case 0xD9:
                guard let size else { throw .isDamaged(format) }
                return size
            // Markers without a segment.
            case 0x01, 0xD0...0xD8: continue
            // The frame header: precision, lines, samples in a line. C4, C8 and CC have other
            // meanings.
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                let end = position + (try bigEndian(2))
                try skip(1)
                let height = try bigEndian(2)
                size = (try bigEndian(2), height)
                try go(to: end)
            default:
                let length = try bigEndian(2)
                guard length >= 2 else { throw .isDamaged(format) }
                try skip(length - 2)
                // Coded data follows a start of scan, up to the next marker.
                if marker == 0xDA { try skipScan() }
            }
        }
    }

    /// Reads a marker, with any number of FF before its code.
    private mutating func nextMarker() throws(PictureFailure) -> UInt8 {
        guard try byte() == 0xFF else { throw .isDamaged(format) }
        var code = try byte()
        while code == 0xFF { code = try byte() }
        guard code != 0 else { throw .isDamaged(format) }
        return code
    }

    /// Skips coded data, in which an FF is followed by 00 or is a restart marker.
    private mutating func skipScan() throws(PictureFailure) {
        while true {
            guard try byte() == 0xFF else { continue }
            let code = try byte()
            switch code {
            case 0x00, 0xD0...0xD7: continue
            case 0xFF: position -= 1
            default:
                position -= 2
                return
            }
        }
    }

    // MARK: PNG (ISO/IEC 15948)

    mutating func sizeOfPNG() throws(PictureFailure) -> (width: Int, height: Int) {
        try skip(Self.signatureOfPNG.count)
        var size: (width: Int, height: Int)?
        var hasData = false
        while true {
            let length = try bigEndian(4)
            guard length < 1 << 31 else { throw .isDamaged(format) }
            let start = position
            let type = try bigEndian(4)
            // The checksum covers the type and the data.
            try skip(length)
            let isRight = CRC32.of(bytes[start..<position]) == UInt32(try bigEndian(4))
            let end = position
            // A chunk whose name begins with a capital is critical.
            guard isRight || bytes[start] & 0x20 != 0 else { throw .isDamaged(format) }
            switch type {
            case Self.headerOfPNG:
                guard size == nil, length == 13 else { throw .isDamaged(format) }
                position = start + 4
                size = (try bigEndian(4), try bigEndian(4))
                position = end
            case Self.dataOfPNG: hasData = true
            case Self.endOfPNG:
                guard let size, hasData else { throw .isDamaged(format) }
                return size
            default: guard size != nil else { throw .isDamaged(format) }
            }
        }
    }

    private static let headerOfPNG = 0x4948_4452
    private static let dataOfPNG = 0x4944_4154
    private static let endOfPNG = 0x4945_4E44

    // MARK: GIF (version 89a)

    mutating func sizeOfGIF() throws(PictureFailure) -> (width: Int, height: Int) {
        try skip(6)
        let size = (width: try littleEndian(2), height: try littleEndian(2))
        let flags = try byte()
        try skip(2)
        try skipColorTable(flags)
        var hasImage = false
        while true {
            switch try byte() {
            // The trailer.
            case 0x3B:
                guard hasImage else { throw .isDamaged(format) }
                return size
            // An extension: its label, then blocks.
            case 0x21:
                try skip(1)
                try skipBlocks()
            // An image: position and size, flags, optional colors, the size of its first code.
            case 0x2C:
                try skip(8)
                try skipColorTable(try byte())
                try skip(1)
                try skipBlocks()
                hasImage = true
            default: throw .isDamaged(format)
            }
        }
    }

    private mutating func skipColorTable(_ flags: UInt8) throws(PictureFailure) {
        if flags & 0x80 != 0 { try skip(3 << (Int(flags & 7) + 1)) }
    }

    /// Skips blocks, each preceded by its length, up to one of length 0.
    private mutating func skipBlocks() throws(PictureFailure) {
        while true {
            let length = try byte()
            if length == 0 { return }
            try skip(Int(length))
        }
    }

    // MARK: WebP (RFC 9649)

    mutating func sizeOfWebP() throws(PictureFailure) -> (width: Int, height: Int) {
        try skip(4)
        let length = try littleEndian(4)
        guard length + 8 <= bytes.count else { throw .isCutOff(format) }
        try skip(4)
        let type = try bigEndian(4)
        let size = try littleEndian(4)
        // The first chunk must be within the file, whose length has been checked.
        guard position + size <= length + 8 else { throw .isDamaged(format) }
        switch type {
        // "VP8X", the canvas: flags, then width and height minus one.
        case 0x5650_3858:
            try skip(4)
            return (try littleEndian(3) + 1, try littleEndian(3) + 1)
        // "VP8 ": a frame tag, a start code, then width and height in 14 bits each.
        case 0x5650_3820:
            try skip(3)
            guard try bigEndian(3) == 0x9D012A else { throw .isDamaged(format) }
            return (try littleEndian(2) & 0x3FFF, try littleEndian(2) & 0x3FFF)
        // "VP8L": a signature, then width and height minus one, in 14 bits each.
        case 0x5650_384C:
            guard try byte() == 0x2F else { throw .isDamaged(format) }
            let bits = try littleEndian(4)
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        default: throw .isDamaged(format)
        }
    }

    // MARK: Bytes

    private mutating func byte() throws(PictureFailure) -> UInt8 {
        guard position < bytes.count else { throw .isCutOff(format) }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func skip(_ count: Int) throws(PictureFailure) {
        guard count <= bytes.count - position else { throw .isCutOff(format) }
        position += count
    }

    private mutating func go(to end: Int) throws(PictureFailure) {
        guard end >= position else { throw .isDamaged(format) }
        try skip(end - position)
    }

    /// Reads a big-endian number.
    private mutating func bigEndian(_ count: Int) throws(PictureFailure) -> Int {
        var number = 0
        for _ in 0..<count { number = number << 8 | Int(try byte()) }
        return number
    }

    /// Reads a little-endian number.
    private mutating func littleEndian(_ count: Int) throws(PictureFailure) -> Int {
        var number = 0
        for index in 0..<count { number |= Int(try byte()) << (8 * index) }
        return number
    }
}
