import TroveModel
package import TroveStore
package import TroveWire

/// Encodes the body of a push.
package enum PushBody {
    /// Returns the body with as many operations as fit, and these operations.
    package static func make(
        of entries: [OutboxEntry], at cursor: Cursor
    ) -> (sent: [OutboxEntry], bytes: [UInt8]) {
        var sent: [OutboxEntry] = []
        let bytes = PushRequest.bytes(cursor: cursor) { writer in
            for entry in entries {
                let operation = entry.operation
                // 1024 bytes for the other members and the end of the message.
                let size = writer.bytes.count + operation.sentFields.utf8.count + 1024
                if !sent.isEmpty, size > Limits.body { return }
                sent.append(entry)
                PushOperation.append(
                    to: &writer, number: entry.number.rawValue, action: operation.action,
                    kind: operation.kind, id: operation.id, base: operation.base,
                    fields: operation.sentFields, at: operation.at)
            }
        }
        return (sent, bytes)
    }
}
