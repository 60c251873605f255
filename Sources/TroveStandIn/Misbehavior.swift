import TroveLoopback

/// A failure that a stand-in imitates.
package enum Misbehavior: Sendable {
    /// This status and body.
    case status(Int, headers: [(name: String, value: String)] = [], body: String = "")
    /// 429 with Open Library's text, without a `Retry-After`.
    case tooMany
    /// A web page instead of an answer.
    case html
    /// This body instead of an answer.
    case body([UInt8])
    /// The correct answer after a delay.
    case slow(Duration)
    /// Half of the correct answer; then the connection is closed.
    case cutOff
    /// The connection is reset without an answer.
    case reset
    /// No answer at all.
    case silent
    /// The right answer with a body of the test's own.
    case rewritten(@Sendable ([UInt8]) -> [UInt8])
    /// This many spaces instead of an answer.
    case huge(Int)

    /// Performs the failure. Returns false when the connection has ended.
    func act(on connection: LoopbackConnection, in reply: StandInReply) throws -> Bool {
        switch self {
        case .status(let status, let headers, let body):
            try connection.reply(status, headers: headers, body: Array(body.utf8))
        case .tooMany:
            let words =
                "Too Many Requests. Consider using https://openlibrary.org/developers/dumps."
            let json: StandInJSON = ["status": 429, "message": .text(words)]
            try connection.reply(429, body: json.bytes)
        case .html:
            let page = StandInReply.html("Internet Archive: Temporarily Offline", status: 200)
            try connection.reply(200, headers: page.headers, body: page.body)
        case .body(let bytes): try connection.reply(200, body: bytes)
        case .slow(let time):
            // Just passes the time: no descriptors are polled.
            _ = try Poll.wait(for: [], until: Deadline(after: time))
            try connection.reply(reply.status, headers: reply.headers, body: reply.body)
        case .rewritten(let rewrite):
            try connection.reply(
                reply.status, headers: reply.headers, body: rewrite(reply.body))
        case .cutOff:
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: \(reply.body.count)\r\n\r\n")
            try connection.write(Array(reply.body.prefix(reply.body.count / 2)))
            return false
        case .reset:
            connection.reset()
            return false
        case .silent:
            connection.stall()
            return false
        case .huge(let count):
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
            let block = [UInt8](repeating: 0x20, count: 65_536)
            for start in stride(from: 0, to: count, by: block.count) {
                try connection.write(Array(block.prefix(count - start)))
            }
        }
        return true
    }
}
