package import TroveModel
package import TroveWire

/// A library's server and the account on it.
package struct Account: Sendable, Hashable {
    /// The server's address, without a slash at the end.
    package var server: String
    /// The id that the server reports; nil if it reported none. A token is never sent to a server
    /// with another id at the same address.
    package var serverID: String?
    /// The user of the account; nil before the first login.
    package var user: User?
    /// This device's id on the server; nil before the first login.
    package var device: String?
    /// The name under which the server knows this device; nil before the first login, and in a
    /// library that an earlier version logged in.
    package var deviceName: String?
    /// The bearer token, which is sent to this server only; nil while the device is not logged in.
    /// A change removes the former token.
    package var token: String? { didSet { formerToken = nil } }
    /// The token that was exchanged for this one, until the server has accepted this one; nil for
    /// none.
    package var formerToken: String?
    /// The position in the account's history up to which the library is current; nil before the
    /// first login.
    package var cursor: Cursor?
    /// When the server last answered; nil if it never did.
    package var lastContact: Timestamp?

    /// Creates an account; without further values it has never logged in.
    package init(
        server: String, serverID: String? = nil, user: User? = nil, device: String? = nil,
        deviceName: String? = nil, token: String? = nil,
        cursor: Cursor? = nil, lastContact: Timestamp? = nil
    ) {
        self.server = server
        self.serverID = serverID
        self.user = user
        self.device = device
        self.deviceName = deviceName
        self.token = token
        self.cursor = cursor
        self.lastContact = lastContact
    }

    /// Returns whether a server that reports this id differs from the known one.
    package func isAnother(serverID id: String?) -> Bool {
        serverID != nil && serverID != id
    }
}
