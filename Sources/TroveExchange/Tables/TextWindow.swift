import TroveCodecs

/// The part of a file in memory, as UTF-8.
///
/// The reader advances `start`, and calls `fill` when it needs more than the text between `start`
/// and `end`.
struct TextWindow {
    private let source: any ByteSource
    private let blockSize: Int
    private var encoding: TextEncoding?
    /// Nil for UTF-8.
    private var transcoder: Transcoder?
    private var block: [UInt8] = []
    private var isAtBeginning = true
    /// Whether more byte-order marks may precede the text. Programs that join files, or that treat
    /// the mark as text, write several.
    private var mayHaveMarks = true
    /// The text is between `start` and `end`.
    private(set) var bytes: [UInt8] = []
    var start = 0
    private(set) var end = 0
    /// Whether the file ends at `end`.
    private(set) var isLast = false

    /// Creates an empty window.
    ///
    /// - Parameters:
    ///   - source: the bytes of the file.
    ///   - encoding: nil to detect it from the byte-order mark or the content.
    ///   - blockSize: how many bytes to read at once.
    init(_ source: any ByteSource, encoding: TextEncoding?, blockSize: Int) {
        self.source = source
        self.blockSize = blockSize
        self.encoding = encoding
        if let encoding, encoding != .utf8 { transcoder = Transcoder(encoding) }
    }

    var fraction: Double { source.fraction }

    /// Moves the text to the front and appends a block, or sets `isLast` if there is none.
    mutating func fill() throws(ReadFailure) {
        try fillBlock()
        guard mayHaveMarks else { return }
        while mayHaveMarks {
            while end - start < Self.mark.count, !isLast { try fillBlock() }
            mayHaveMarks = bytes[start..<end].starts(with: Self.mark)
            if mayHaveMarks { start += Self.mark.count }
        }
    }

    /// The byte-order mark in UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private mutating func fillBlock() throws(ReadFailure) {
        moveToFront()
        if transcoder != nil {
            try fillTranscoded()
            return
        }
        makeRoom(blockSize)
        let count = try source.read(into: &bytes, from: end)
        end += count
        isLast = count == 0
        if isAtBeginning {
            // The encoding shows in the first four bytes.
            guard end - start >= 4 || isLast else { return try fillBlock() }
            isAtBeginning = false
            try takeMark()
            guard transcoder == nil else { return }
            try decide(from: start)
        } else {
            try decide(from: end - count)
        }
    }

    private mutating func moveToFront() {
        guard start > 0 else { return }
        // The ranges overlap. Assigning slices would copy the array.
        unsafe bytes.withUnsafeMutableBytes { bytes in
            // Both ranges are within the array, because `start` ≤ `end` ≤ `count`.
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            unsafe bytes.copyMemory(from: rest)
        }
        end -= start
        start = 0
    }

    private mutating func makeRoom(_ count: Int) {
        let missing = end + count - bytes.count
        if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
    }

    private mutating func takeMark() throws(ReadFailure) {
        guard let mark = TextEncoding.detect(bytes[start..<end]) else { return }
        guard encoding == nil || encoding == mark.encoding else { return }
        encoding = mark.encoding
        start += mark.length
        if mark.encoding != .utf8 { transcode(from: start, as: mark.encoding) }
    }

    /// Detects the encoding from the first block with a byte that is not ASCII.
    private mutating func decide(from beginning: Int) throws(ReadFailure) {
        guard encoding == nil else { return }
        guard let guess = TextEncoding.guess(bytes[beginning..<end], isLast: isLast) else {
            // The block may end with the start of a character.
            guard !isLast, end > beginning, bytes[end - 1] >= 0x80 else { return }
            makeRoom(blockSize)
            let count = try source.read(into: &bytes, from: end)
            end += count
            isLast = count == 0
            return try decide(from: beginning)
        }
        encoding = guess
        if guess != .utf8 { transcode(from: beginning, as: guess) }
    }

    /// Converts the text from `place` on from another encoding.
    private mutating func transcode(from place: Int, as encoding: TextEncoding) {
        var transcoder = Transcoder(encoding)
        let raw = bytes[place..<end]
        bytes.removeSubrange(place...)
        transcoder.append(raw, to: &bytes)
        if isLast { transcoder.finish(into: &bytes) }
        end = bytes.count
        self.transcoder = transcoder
    }

    private mutating func fillTranscoded() throws(ReadFailure) {
        if block.count < blockSize { block = Array(repeating: 0, count: blockSize) }
        let count = try source.read(into: &block, from: 0)
        bytes.removeSubrange(end...)
        transcoder?.append(block[..<count], to: &bytes)
        if count == 0 {
            isLast = true
            transcoder?.finish(into: &bytes)
        }
        end = bytes.count
    }
}
