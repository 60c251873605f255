import TroveWire

/// The part of a route's OpenAPI description that the table of routes does not have.
struct RouteDescription {
    /// A one-line summary.
    let summary: String
    /// The query parameters as OpenAPI objects, separated by commas.
    var query = ""
    /// The schema of a JSON body; nil for other bodies.
    var request: String?
    /// The success status, and below the schema of its body; nil for no body.
    let success: Int
    var reply: String?
    /// The error statuses, besides those that every route has.
    var refusals: [Int] = []
}

extension Route {
    /// All error statuses that the route can return.
    var refusals: [Int] {
        var statuses = Set(description.refusals)
        // The store can be full, busy or damaged.
        if self != .hello, self != .openapi { statuses.formUnion([500, 503, 507]) }
        if needsToken { statuses.insert(401) }
        statuses.insert(413)
        if bodyLimit > 0 { statuses.insert(400) }
        return statuses.sorted()
    }

    var description: RouteDescription {
        switch self {
        case .hello:
            RouteDescription(
                summary: "What the server speaks, what it takes, and that it is well", success: 200,
                reply: "Hello")
        case .openapi:
            RouteDescription(summary: "This description", success: 200, reply: "Description")
        case .signup:
            RouteDescription(
                summary: "Makes an account, and a device of it", request: "SignUp", success: 201,
                reply: "Login", refusals: [403, 409, 429])
        case .login:
            RouteDescription(
                summary: "Makes a device of an account, or gives one a token again",
                request: "LogIn", success: 200, reply: "Login", refusals: [401, 429])
        case .logout: RouteDescription(summary: "Ends the token", success: 204)
        case .account:
            RouteDescription(
                summary: "Who one is, and how much one has", success: 200, reply: "Account")
        case .password:
            RouteDescription(
                summary: "Changes the password; every token of the account ends",
                request: "PasswordChange", success: 200, reply: "NewToken", refusals: [403, 429])
        case .devices:
            RouteDescription(
                summary: "The devices of the account", success: 200, reply: "Devices")
        case .addDevice:
            RouteDescription(
                summary: "Makes a device beside the one that asks", request: "NewDevice",
                success: 200, reply: "NewToken")
        case .endDevice:
            RouteDescription(summary: "Ends a device and its token", success: 204, refusals: [404])
        case .push:
            RouteDescription(
                summary: "Takes operations, in the order of their numbers", request: "Push",
                success: 200, reply: "PushReply", refusals: [409, 410, 429])
        case .changes:
            RouteDescription(
                summary: "What was changed behind a cursor, or the wait for it",
                query: """
                    \(Self.parameter("epoch", "epoch", "the name of the history", required: true)),
                    \(Self.parameter("since", "sequence", "how far the device knows it")),
                    \(Self.parameter("at", "sequence", "the last place that it knows, if it is another")),
                    \(Self.parameter("mark", "mark", "the mark of the last place")),
                    \(Self.parameter("limit", "limit", "how many entries at most")),
                    \(Self.parameter("wait", "wait", "for how many seconds to wait for a change"))
                    """, success: 200, reply: "Changes", refusals: [400, 409, 410])
        case .snapshot:
            RouteDescription(
                summary: "What is there, page by page",
                query: """
                    \(Self.parameter("after", "id", "the id behind which the page begins")),
                    \(Self.parameter("limit", "limit", "how many entries at most"))
                    """, success: 200, reply: "Snapshot", refusals: [400])
        case .putBlob:
            RouteDescription(summary: "Keeps bytes under their hash", success: 204, refusals: [404])
        case .getBlob:
            RouteDescription(
                summary: "The bytes with a hash", success: 200, refusals: [404])
        }
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
