import TroveCodecs
import TroveWire

/// Checks that any bytes are parsed as a message or rejected, and that a message survives a round
/// trip.
///
/// The first byte of the input selects the message.
func tryWire(_ bytes: [UInt8]) {
    guard let first = bytes.first,
        let json = try? JSON(parsing: Array(bytes.dropFirst()), depthLimit: Limits.depth)
    else { return }
    let message = Int(first) % 10
    do throws(WireError) {
        let written = try rewrite(json, message)
        guard let read = try? JSON(parsing: written) else {
            preconditionFailure("the written message is not JSON: \(json.written)")
        }
        let again = try? rewrite(read, message)
        precondition(again == written, "the written message reads as another: \(json.written)")
    } catch {
        precondition(!error.member.isEmpty, "the error names no member: \(json.written)")
    }
}

/// Parses a message and writes it again.
private func rewrite(_ json: JSON, _ message: Int) throws(WireError) -> [UInt8] {
    switch message {
    case 0: return try Credentials(json).bytes
    case 1: return try LoginReply(json).bytes
    case 2: return try TokenReply(json).bytes
    case 3: return Device.bytes(of: try Device.list(json))
    case 4: return try PushRequest(json).bytes
    case 5: return try PushReply(json).bytes
    case 6:
        let page = try ChangesReply(json)
        return ChangesReply.bytes(
            since: page.since, next: page.next, hasMore: page.hasMore,
            acknowledged: page.acknowledged
        ) { append(page.entries, to: &$0) }
    case 7:
        let page = try SnapshotReply(json)
        return SnapshotReply.bytes(cursor: page.cursor, hasMore: page.hasMore) {
            append(page.entries, to: &$0)
        }
    case 8: return JSON.object(try Conflict(fields: json.members ?? []).fields).bytes
    default: return ServerRefusal(status: 400, body: json, retryAfter: nil).bytes
    }
}

private func append(_ entries: [Entry], to writer: inout WireWriter) {
    for entry in entries { writer.element { entry.appendMembers(to: &$0) } }
}
