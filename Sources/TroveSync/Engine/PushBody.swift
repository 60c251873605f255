import TroveModel
package import TroveStore
package import TroveWire

/// The body of a push, and the operations in it.
package struct PushBody {
    package let sent: [OutboxEntry]
    package let bytes: [UInt8]

    /// Encodes as many operations as fit, and at least one.
    ///
    /// - Parameters:
    ///   - entries: The operations.
    ///   - cursor: The position in the history that the device has reached.
    /// - Returns: The body, and the number of its last operation; nil without operations.
    package static func make(
        of entries: [OutboxEntry], at cursor: Cursor
    ) -> (push: PushBody, last: OperationNumber)? {
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
        return sent.last.map { (PushBody(sent: sent, bytes: bytes), $0.number) }
    }
}
