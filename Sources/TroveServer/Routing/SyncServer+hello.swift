import TroveCodecs
import TroveModel
import TroveWire

extension SyncServer {
    /// Returns the server's identity, protocol versions and limits. Does not use the store, so it
    /// responds even when the store is busy.
    func hello() -> ServerReply {
        let body = WireWriter.message { writer in
            writer.member("server", identity)
            writer.member("protocols", .array([.integer(Limits.protocolVersion)]))
            writer.object("limits") { writer in
                writer.member("operations", Limits.operations)
                writer.member("body", Limits.body)
                writer.member("entry", Limits.entry)
                writer.member("field", Limits.field)
                writer.member("blob", Limits.blob)
                writer.member("wait", Limits.wait)
            }
            writer.list("kinds") { writer in
                for kind in kinds.all {
                    writer.element { writer in
                        writer.member("name", kind.kind.name)
                        writer.member(
                            "fields", .array(kind.kind.fields.map { .string($0.name) }))
                    }
                }
            }
        }
        return ServerReply(status: 200, body: body)
    }
}
