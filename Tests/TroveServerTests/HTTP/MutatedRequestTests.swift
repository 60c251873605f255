import Glibc
import Testing
import TroveTesting

/// Mutated heads: the server accepts exactly the requests that a strict reader of RFC 9112 accepts.
@Suite struct MutatedRequestTests {
    private static let original = Array(
        "GET /hello?a=b HTTP/1.1\r\nHost: a:80\r\nAccept: x,  y\r\nX-Long-Name:\tz \r\n\r\n".utf8)
    private static let signs: [UInt8] = Array("\r\n\r\n\0\0 \t:aH/.\u{7F}\u{1B}é".utf8)

    /// Inserts, deletes or replaces one to three bytes, but keeps the end of the head.
    private func mutate(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = Self.original
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let sign = Self.signs.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.remove(at: place)
            case 1: bytes[place] = sign
            default: bytes.insert(sign, at: place)
            }
        }
        return bytes + Array("\r\n\r\n".utf8)
    }

    /// The number of rounds, from `TROVE_ROUNDS`.
    private var rounds: Int {
        max(1, environmentNumber("TROVE_ROUNDS", default: 0) / 30)
    }

    @Test func areReadStrictly() throws {
        let server = try TestDaemon()
        try SeededRandom.run { random in
            var taken = 0
            for _ in 0..<2000 * rounds {
                let bytes = mutate(&random)
                // Byte sequences that cannot be told from a correct head, see `HeadLayout`.
                let marks: [[UInt8]] = [[0, 10], [10, 0], [0, 13, 10, 10], [10, 58]]
                let isHidden = bytes.first == 0 || marks.contains { bytes.contains($0) }
                guard !isHidden else { continue }
                let client = try server.connect()
                try client.send(bytes)
                let status: Int?
                do {
                    status = try client.readReply().status
                } catch is RawExchange.NoReply {
                    status = nil
                }
                let isTaken = [200, 404, 405].contains(status)
                let text = String(decoding: bytes, as: UTF8.self).debugDescription
                #expect(
                    isTaken == StrictReader(bytes).isRequest,
                    "\(text) was answered with \(status ?? 0); \(random.hint)")
                taken += isTaken ? 1 : 0
            }
            #expect(taken > 100, "\(random.hint)")
        }
    }
}

/// A strict reader of heads, without regard to speed.
private struct StrictReader {
    let isRequest: Bool

    init(_ bytes: [UInt8]) {
        // One scalar per byte; not characters, because CR LF is a single one.
        var text = String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })[...]
        // Empty lines before a request may be skipped (RFC 9112, 2.2).
        while let first = text.first, first == "\n" || text.starts(with: "\r\n".unicodeScalars) {
            text = text.dropFirst(first == "\n" ? 1 : 2)
        }
        let lines = Self.lines(text)
        guard let lines, let first = lines.first, Self.isRequestLine(first) else {
            isRequest = false
            return
        }
        let fields = lines.dropFirst().map(Self.field)
        let hosts = fields.filter { $0?.name == "host" }
        isRequest =
            fields.allSatisfy { $0 != nil } && hosts.count == 1
            && hosts.allSatisfy { $0.map { Self.isHost($0.value) } ?? false }
    }

    /// Returns the lines up to the first empty one; nil if a CR or an LF stands alone.
    private static func lines(_ text: Substring.UnicodeScalarView) -> [String]? {
        var lines: [String] = []
        var line = ""
        var rest = text
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r":
                guard rest.popFirst() == "\n" else { return nil }
                if line.isEmpty { return lines }
                lines.append(line)
                line = ""
            case "\n": return nil
            default: line.unicodeScalars.append(scalar)
            }
        }
        return nil
    }

    private static func isRequestLine(_ line: String) -> Bool {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, isToken(words[0]) else { return false }
        let target = words[1].unicodeScalars
        let isTarget = target.allSatisfy { $0 > " " && $0 < "\u{7F}" } && target.first == "/"
        let version = Array(words[2].utf8)
        return isTarget && version.count == 8 && version.starts(with: "HTTP/1.".utf8)
            && version[7] >= 48 && version[7] <= 57
    }

    private static func field(_ line: String) -> (name: String, value: String)? {
        guard let colon = line.unicodeScalars.firstIndex(of: ":") else { return nil }
        let name = line[..<colon]
        let value = line[colon...].dropFirst()
        guard isToken(name),
            value.unicodeScalars.allSatisfy({ $0 == "\t" || $0 >= " " && $0 != "\u{7F}" })
        else { return nil }
        let blanks: Set<Character> = [" ", "\t"]
        let trimmed = value.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }
        return (name.lowercased(), String(trimmed.reversed()))
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (byte | 0x20) >= 97 && (byte | 0x20) <= 122 || byte >= 48 && byte <= 57
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    private static func isHost(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"/?#@\\,\"<>^`{|}".utf8.contains($0) }
    }
}
