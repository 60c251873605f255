package import TroveModel
package import TroveWire

/// What a library knows of the server that it is connected to.
package struct Account: Sendable, Hashable {
    /// The server's address, without a slash at the end.
    package var server: String
    /// Which server it is, as it said itself; nil when it never did. Another one at the same address
    /// gets no token.
    package var serverID: String?
    /// Whose collection it is; nil before the first login.
    package var user: User?
    /// This device's id on the server; nil before the first login.
    package var device: String?
    /// The bearer token that this server gave; nil while nobody is logged in. It goes to no other server.
    package var token: String?
    /// How much of the user's history is in the library; nil before the first login.
    package var cursor: Cursor?
    /// When the server last answered; nil when it never did.
    package var lastContact: Timestamp?

    package init(
        server: String, serverID: String? = nil, user: User? = nil, device: String? = nil,
        token: String? = nil,
        cursor: Cursor? = nil, lastContact: Timestamp? = nil
    ) {
        self.server = server
        self.serverID = serverID
        self.user = user
        self.device = device
        self.token = token
        self.cursor = cursor
        self.lastContact = lastContact
    }

    /// Whether a server that says it is this one cannot be the one that is known.
    package func isAnother(serverID id: String?) -> Bool {
        serverID != nil && serverID != id
    }
}
