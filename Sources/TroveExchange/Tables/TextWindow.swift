import TroveCodecs

/// The part of a file that is in memory, as UTF-8.
///
/// Whoever reads moves `start` forward, and calls `fill` when what stands between `start` and `end`
/// is not enough.
struct TextWindow {
    private let source: any ByteSource
    private let blockSize: Int
    private var encoding: TextEncoding?
    /// For every encoding but UTF-8.
    private var transcoder: Transcoder?
    private var block: [UInt8] = []
    private var isAtBeginning = true
    /// Whether further marks may stand before the text: programs write some that join files, or that
    /// take the mark for a part of the text.
    private var mayHaveMarks = true
    /// The text is what stands from `start` to `end`.
    private(set) var bytes: [UInt8] = []
    var start = 0
    private(set) var end = 0
    /// Whether the file ends where the window ends.
    private(set) var isLast = false

    /// - Parameters:
    ///   - source: the bytes of the file.
    ///   - encoding: nil where the file says it, by its mark or by what it holds.
    ///   - blockSize: how many bytes are read at once.
    init(_ source: any ByteSource, encoding: TextEncoding?, blockSize: Int) {
        self.source = source
        self.blockSize = blockSize
        self.encoding = encoding
        if let encoding, encoding != .utf8 { transcoder = Transcoder(encoding) }
    }

    var fraction: Double { source.fraction }

    /// Reads a block behind the end, or finds that it is the last. The text moves to the front.
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
            // A mark has three bytes at most.
            guard end - start >= 3 || isLast else { return try fillBlock() }
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
        // Overlapping pieces are moved, not copied: this is no assignment of slices.
        unsafe bytes.withUnsafeMutableBytes { bytes in
            // Both pieces lie within the array: `start` is not behind `end`, which is not behind its
            // end.
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            unsafe bytes.copyMemory(from: rest)
        }
        end -= start
        start = 0
    }

    private mutating func makeRoom(_ count: Int) {
        let missing = end + count - bytes.count
        if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: missing)) }
    }

    private mutating func takeMark() throws(ReadFailure) {
        guard let mark = TextEncoding.mark(of: bytes[start..<end]) else { return }
        guard encoding == nil || encoding == mark.encoding else { return }
        encoding = mark.encoding
        start += mark.length
        if mark.encoding != .utf8 { transcode(from: start, as: mark.encoding) }
    }

    /// Decides about the encoding, by the first block that has anything beyond ASCII.
    private mutating func decide(from beginning: Int) throws(ReadFailure) {
        guard encoding == nil else { return }
        guard let guess = TextEncoding.guess(bytes[beginning..<end], isLast: isLast) else {
            // The beginning of a character stands at the end.
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

    /// Takes what stands from a place on for another encoding.
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
