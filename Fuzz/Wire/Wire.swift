import TroveModel
import TroveWire

/// Any bytes are a message or are refused; a message is written and read as the same.
///
/// The first byte chooses the message. libFuzzer calls this for every input that it thinks of.
@c(LLVMFuzzerTestOneInput)
public func tryOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer lends `count` bytes for the time of the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first,
        let json = try? JSON(parsing: Array(bytes.dropFirst()), depthLimit: Limits.depth)
    else { return 0 }
    let rewrite = readers[Int(first) % readers.count]
    do throws(WireError) {
        let written = try rewrite(json)
        guard let read = try? JSON(parsing: written) else {
            preconditionFailure("what was written is no JSON: \(json.written)")
        }
        let again = try? rewrite(read)
        precondition(again == written, "what was written is read as another: \(json.written)")
    } catch {
        precondition(!error.member.isEmpty, "the error names nothing: \(json.written)")
    }
    return 0
}

/// Each reads a message and writes it again.
private let readers: [@Sendable (JSON) throws(WireError) -> [UInt8]] = [
    { (json) throws(WireError) in try Credentials(json).bytes },
    { (json) throws(WireError) in try LoginReply(json).bytes },
    { (json) throws(WireError) in try TokenReply(json).bytes },
    { (json) throws(WireError) in Device.bytes(of: try Device.list(json)) },
    { (json) throws(WireError) in try PushRequest(json).bytes },
    { (json) throws(WireError) in try PushReply(json).bytes },
    { (json) throws(WireError) in
        let page = try ChangesReply(json)
        return ChangesReply.bytes(
            since: page.since, next: page.next, hasMore: page.hasMore,
            acknowledged: page.acknowledged
        ) { append(page.entries, to: &$0) }
    },
    { (json) throws(WireError) in
        let page = try SnapshotReply(json)
        return SnapshotReply.bytes(cursor: page.cursor, hasMore: page.hasMore) {
            append(page.entries, to: &$0)
        }
    },
    { (json) throws(WireError) in
        JSON.object(try Conflict(fields: json.members ?? []).fields).bytes
    },
    { (json) throws(WireError) in
        ServerRefusal(status: 400, body: json, retryAfter: nil).bytes
    },
]

private func append(_ entries: [Entry], to writer: inout WireWriter) {
    for entry in entries {
        Entry.append(
            to: &writer, kind: entry.kind, id: entry.id, version: entry.version,
            fields: entry.isDeleted ? nil : JSON.object(entry.fields).written, by: entry.by)
    }
}
