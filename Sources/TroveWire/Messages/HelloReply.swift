package import TroveCodecs

/// The answer to `GET /v1/hello`, as far as a device uses it.
package struct HelloReply: Sendable, Hashable {
    /// Which server this is, whatever its address; nil for one from before servers said so.
    package let server: String?
}

extension HelloReply {
    /// Reads the message; an answer that lists no protocols is an error, because it is not from a
    /// server of Trove.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        // A server that speaks no protocol is something else that listens there.
        guard json["protocols"]?.array != nil else { throw WireError("protocols") }
        let isNamed = try reader.optionalText("server") != nil
        self.init(server: isNamed ? try reader.name("server") : nil)
    }
}
