/// Gathers a reply as it comes in: lines of the head, then pieces of the body.
struct ReplyCollector {
    /// The most bytes that all heads of one reply may have.
    private static let maximumHeadSize = 256 << 10

    /// The lines of the head so far.
    private(set) var headers: [(name: String, value: String)] = []
    /// The body so far.
    private(set) var body: [UInt8] = []
    /// Whether something was refused because it was too much.
    private(set) var isTooLarge = false
    /// Whether the head has ended; that of an interim reply (100, 103) has another one behind it.
    private(set) var isHeadComplete = false

    private let maximumSize: Int
    private var headSize = 0
    private var isInterim = false

    /// A reply that is to be no larger than so many bytes.
    init(maximumSize: Int) {
        self.maximumSize = maximumSize
    }

    /// Takes one line of a head, with its end; false when it is too much.
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
            // A further head follows an interim one (100, 103); all else are trailers.
            guard isInterim, Self.isStatusLine(text) else { return true }
            headers = []
            isHeadComplete = false
        }
        if Self.isStatusLine(text) {
            isInterim = text.drop { $0 != 0x20 }.dropFirst().first == 0x31
        } else if text.first == 0x20 || text.first == 0x09 {
            // A line that begins with a blank goes on with the one before.
            if let last = headers.indices.last {
                headers[last].value += " " + Self.trimmed(text)
            }
        } else if let colon = text.firstIndex(of: 0x3A) {
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            headers.append((name, Self.trimmed(text[(colon + 1)...])))
        }
        return true
    }

    /// Takes a piece of the body; false when it is too much.
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
