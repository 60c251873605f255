import TroveWire

/// The part of a route's OpenAPI description that the table of routes does not have.
struct RouteDescription {
    let summary: String
    /// The query parameters as OpenAPI objects, separated by commas.
    var query = ""
    /// The schema of a JSON body; nil for other bodies.
    var request: String?
    /// The success status.
    let success: Int
    /// The schema of the reply's body; nil for no body.
    var reply: String?
    /// The error statuses, besides those that every route has.
    var refusals: [Int] = []
}

extension Route {
    /// All error statuses that the route can return.
    var refusals: [Int] {
        var statuses = Set(description.refusals)
        // The store can be full, busy or damaged.
        if ![.health, .hello, .openapi].contains(self) { statuses.formUnion([500, 503, 507]) }
        if needsToken { statuses.insert(401) }
        statuses.insert(413)
        if bodyLimit > 0 { statuses.insert(400) }
        return statuses.sorted()
    }

    var description: RouteDescription {
        switch self {
        case .health: RouteDescription(summary: "Whether the server runs", success: 204)
        case .ready:
            RouteDescription(summary: "Whether the server can use its store", success: 204)
        case .hello:
            RouteDescription(
                summary: "Server ID, protocol versions, limits and kinds", success: 200,
                reply: "Hello")
        case .openapi:
            RouteDescription(
                summary: "This OpenAPI description", success: 200, reply: "Description")
        case .signup:
            RouteDescription(
                summary: "Create an account with its first device", request: "SignUp", success: 201,
                reply: "Login", refusals: [403, 409, 429])
        case .login:
            RouteDescription(
                summary: "Log in as a new device, or as an existing one",
                request: "LogIn", success: 200, reply: "Login", refusals: [401, 403, 429])
        case .logout: RouteDescription(summary: "Log out: revoke the token", success: 204)
        case .account:
            RouteDescription(
                summary: "The account and the number of its entries", success: 200, reply: "Account"
            )
        case .password:
            RouteDescription(
                summary: "Change the password and revoke all tokens of the account",
                request: "PasswordChange", success: 200, reply: "NewToken", refusals: [403, 429])
        case .devices:
            RouteDescription(
                summary: "List the devices of the account", success: 200, reply: "Devices")
        case .addDevice:
            RouteDescription(
                summary: "Create another device of the account", request: "NewDevice",
                success: 200, reply: "NewToken", refusals: [429])
        case .endDevice:
            RouteDescription(
                summary: "End a device and revoke its token", success: 204, refusals: [404])
        case .token:
            RouteDescription(
                summary: "Exchange the token: the old one ends when the new one is first used",
                success: 200, reply: "NewToken")
        case .push:
            RouteDescription(
                summary: "Push operations, in the order of their numbers", request: "Push",
                success: 200, reply: "PushReply", refusals: [409, 410, 429])
        case .changes:
            RouteDescription(
                summary: "Changes after a cursor; can wait for the next one (long poll)",
                query: Self.changesQuery, success: 200, reply: "Changes", refusals: [400, 409, 410])
        case .snapshot:
            RouteDescription(
                summary: "All living entries, page by page",
                query: Self.snapshotQuery, success: 200, reply: "Snapshot", refusals: [400])
        case .putBlob:
            RouteDescription(
                summary: "Store a blob under its SHA-256", success: 204, refusals: [404])
        case .getBlob:
            RouteDescription(
                summary: "Download a blob by its SHA-256", success: 200, refusals: [404])
        }
    }

    private static var changesQuery: String {
        """
        \(Self.parameter("epoch", "epoch", "the epoch of the history", required: true)),
        \(Self.parameter("since", "sequence", "the version to start after")),
        \(Self.parameter("at", "sequence", "the last version known, default: since")),
        \(Self.parameter("mark", "mark", "the mark of the last version known")),
        \(Self.parameter("limit", "limit", "the most entries of a page")),
        \(Self.parameter("wait", "wait", "the seconds to wait for a change"))
        """
    }

    private static var snapshotQuery: String {
        """
        \(Self.parameter("after", "id", "the ID to start after")),
        \(Self.parameter("limit", "limit", "the most entries of a page"))
        """
    }

    /// Returns a query parameter as an OpenAPI object.
    private static func parameter(
        _ name: String, _ schema: String, _ summary: String, required: Bool = false
    ) -> String {
        """
        {"name":"\(name)","in":"query","required":\(required),"description":"\(summary)",
        "schema":{"$ref":"#/components/schemas/\(schema)"}}
        """
    }
}
