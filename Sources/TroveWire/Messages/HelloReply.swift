package import TroveCodecs

/// The reply to `GET /v1/hello`, without the members that devices do not use.
package struct HelloReply: Sendable, Hashable {
    /// The server's ID, which does not depend on its address; nil for older servers, which did not
    /// send it.
    package let server: String?
}

extension HelloReply {
    /// Parses the message. Throws if it lists no protocols, since it is not from a Trove server
    /// then.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        // Without protocols, it is another program.
        guard json["protocols"]?.array != nil else { throw WireError("protocols") }
        let isNamed = try reader.optionalText("server") != nil
        self.init(server: isNamed ? try reader.name("server") : nil)
    }
}
