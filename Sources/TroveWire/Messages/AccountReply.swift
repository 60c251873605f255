package import TroveCodecs

/// The reply to `GET /v1/account`, without the members that devices do not use.
package struct AccountReply: Sendable, Hashable {
    /// The ID of the token's device.
    package let device: String
    /// The number of living entries, without conflicts.
    package let entries: Int
    /// The epoch of the user's history, as in `Cursor`.
    package let epoch: String
}

extension AccountReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            device: try reader.name("device"), entries: try reader.count("entries"),
            epoch: try reader.name("epoch"))
    }
}
