/// Collects a reply as it arrives: header lines, then parts of the body.
struct ReplyCollector {
    /// The maximum size of all heads of one reply, in bytes.
    private static let maximumHeadSize = 256 << 10

    /// The header fields so far.
    private(set) var headers: [(name: String, value: String)] = []
    /// The body so far.
    private(set) var body: [UInt8] = []
    /// Whether the size limit was exceeded.
    private(set) var isTooLarge = false
    /// Whether the head is complete. Another head follows an interim reply (100, 103).
    private(set) var isHeadComplete = false

    private let maximumSize: Int
    private var headSize = 0
    private var isInterim = false

    /// Creates a collector for a body of at most `maximumSize` bytes.
    init(maximumSize: Int) {
        self.maximumSize = maximumSize
    }

    /// Adds a header line with its line end. Returns false when it exceeds the limit.
    mutating func takeHeadLine(_ line: [UInt8]) -> Bool {
        headSize += line.count
        guard headSize <= Self.maximumHeadSize else {
            isTooLarge = true
            return false
        }
        guard let end = line.lastIndex(where: { $0 != 0x0D && $0 != 0x0A }) else {
            isHeadComplete = true
            return true
        }
        let text = line[...end]
        if isHeadComplete {
            // Another head follows an interim reply (100, 103); anything else is a trailer.
            guard isInterim, Self.isStatusLine(text) else { return true }
            headers = []
            isHeadComplete = false
        }
        if Self.isStatusLine(text) {
            isInterim = text.drop { $0 != 0x20 }.dropFirst().first == 0x31
        } else if text.first == 0x20 || text.first == 0x09 {
            // A line that begins with a space continues the previous one.
            if let last = headers.indices.last {
                headers[last].value += " " + Self.trimmed(text)
            }
        } else if let colon = text.firstIndex(of: 0x3A) {
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            headers.append((name, Self.trimmed(text[(colon + 1)...])))
        }
        return true
    }

    /// Adds a part of the body. Returns false when it exceeds the limit.
    mutating func takeBody(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.count <= maximumSize - body.count else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    private static func isStatusLine(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "HTTP/".utf8)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }
}
