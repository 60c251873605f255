package import TroveCodecs

/// The answer to `GET /v1/account`, as far as a device uses it.
package struct AccountReply: Sendable, Hashable {
    /// The device that the token belongs to.
    package let device: String
    /// How many entries of the user are alive; conflicts are not counted.
    package let entries: Int
    /// The name of the user's history, as in `Cursor`.
    package let epoch: String
}

extension AccountReply {
    /// Reads the message; a member that is missing or invalid is an error that names it.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            device: try reader.name("device"), entries: try reader.count("entries"),
            epoch: try reader.name("epoch"))
    }
}
