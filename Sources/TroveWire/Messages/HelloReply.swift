package import TroveCodecs

/// The reply to `GET /v1/hello`, without the members that devices do not use.
package struct HelloReply: Sendable, Hashable {
    /// The server's ID, which does not depend on its address; nil for older servers, which did not
    /// send it.
    package let server: String?
    /// The server's `Limits.format`; nil for servers that do not send it.
    package let format: Int?

    /// Whether the server is newer than this device, which may not show all that it stores.
    package var isNewer: Bool { format.map { $0 > Limits.format } ?? false }
}

extension HelloReply {
    /// Parses the message. Throws if it lists no protocols, because it is then not from a Trove
    /// server.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        // Without protocols, it is another program.
        guard json[Wire.protocols.name]?.array != nil else { throw WireError(Wire.protocols.name) }
        let isNamed = try reader.optionalText(Wire.server.name) != nil
        self.init(
            server: isNamed ? try reader.name(Wire.server.name) : nil,
            format: try reader.optionalCount(Wire.format.name))
    }

    /// Returns the message in JSON, with the names of the kinds and of their fields.
    package static func bytes(
        server: String, kinds: [(name: String, fields: [String])]
    ) -> [UInt8] {
        WireWriter.message { writer in
            writer.member(Wire.server.name, server)
            writer.member(Wire.protocols.name, .array([.integer(Limits.protocolVersion)]))
            writer.member(Wire.format.name, Limits.format)
            writer.object(Wire.limits.name) { writer in
                for limit in Wire.limitValues { writer.member(limit.field.name, limit.value) }
            }
            writer.list(Wire.kinds.name) { writer in
                for kind in kinds {
                    writer.element { writer in
                        writer.member(Wire.kindName.name, kind.name)
                        writer.member(
                            Wire.kindFields.name, .array(kind.fields.map { .string($0) }))
                    }
                }
            }
        }
    }
}
