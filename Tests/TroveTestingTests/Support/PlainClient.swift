import TroveLoopback
import TroveTesting

/// A client that sends given text on one connection, and returns the replies.
struct PlainClient {
    let socket: Socket

    init(port: UInt16) throws {
        socket = try Socket.connect(toPort: port)
    }

    /// Sends a request.
    func send(_ method: String, _ target: String, body: String = "") throws {
        let head = "\(method) \(target) HTTP/1.1\r\nHost: here\r\n"
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        try socket.write(Array("\(head)\(length)\r\n\(body)".utf8))
    }

    /// Reads until a text has come, and returns everything up to it, or everything up to the end of
    /// the connection.
    func read(until end: String, within limit: Duration = Socket.timeLimit) throws -> String {
        var received = ""
        while !received.hasSuffix(end) {
            let bytes = try socket.read(within: limit)
            if bytes.isEmpty { break }
            received += String(decoding: bytes, as: UTF8.self)
        }
        return received
    }

    /// Sends a request and returns the body of the reply, which must end with a full stop.
    func ask(_ method: String, _ target: String, body: String = "") throws -> String {
        try send(method, target, body: body)
        let reply = try read(until: ".")
        return reply.firstRange(of: "\r\n\r\n").map { String(reply[$0.upperBound...]) } ?? reply
    }

    /// Returns how the idle connection ends: `ECONNRESET`, or 0 for a close.
    func end(within limit: Duration = Socket.timeLimit) -> Int32 {
        do {
            let bytes = try socket.read(within: limit)
            return bytes.isEmpty ? 0 : -1
        } catch let error as SystemCallError {
            return error.code
        } catch {
            return -1
        }
    }
}
