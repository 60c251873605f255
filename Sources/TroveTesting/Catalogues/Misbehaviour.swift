/// What a stand-in does in the place of answering rightly.
package enum Misbehaviour: Sendable {
    /// A status with a body.
    case status(Int, headers: [(name: String, value: String)] = [], body: String = "")
    /// 429 in the words of Open Library, without saying how long to wait.
    case tooMany
    /// A web page, as if it were an answer.
    case html
    /// Any body, as if it were an answer.
    case body([UInt8])
    /// The right answer, after some time.
    case slow(Duration)
    /// Half of the right answer; then the connection is closed.
    case cutOff
    /// The connection is broken off without an answer.
    case reset
    /// No answer at all.
    case silent
    /// The right answer, with another body made of its own.
    case rewritten(@Sendable ([UInt8]) -> [UInt8])
    /// So many bytes of blanks, as if they were an answer.
    case huge(Int)

    /// Does it; false when the connection is at its end.
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
            // Nobody polls: only the time passes.
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
