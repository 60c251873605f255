import TroveCodecs
import TroveWire

/// A route of the server. This table drives the dispatch of requests, the limits on their bodies,
/// and `GET /v1/openapi.json`.
package enum Route: String, CaseIterable, Sendable {
    case health, ready, hello, openapi, signup, login, logout, account, password
    case devices, addDevice, endDevice, token
    case push, changes, snapshot
    case putBlob, getBlob

    /// The HTTP method.
    package var method: String {
        switch self {
        case .health, .ready, .hello, .openapi, .account, .devices, .changes, .snapshot, .getBlob:
            "GET"
        case .signup, .login, .logout, .password, .addDevice, .token, .push: "POST"
        case .putBlob: "PUT"
        case .endDevice: "DELETE"
        }
    }

    /// The path; a segment in braces matches any text.
    package var path: String {
        switch self {
        case .health: "/health"
        case .ready: "/ready"
        case .hello: "/v1/hello"
        case .openapi: "/v1/openapi.json"
        case .signup: "/v1/signup"
        case .login: "/v1/login"
        case .logout: "/v1/logout"
        case .account: "/v1/account"
        case .password: "/v1/password"
        case .devices, .addDevice: "/v1/devices"
        case .endDevice: "/v1/devices/{id}"
        case .token: "/v1/token"
        case .push: "/v1/push"
        case .changes: "/v1/changes"
        case .snapshot: "/v1/snapshot"
        case .putBlob, .getBlob: "/v1/blobs/{sha256}"
        }
    }

    /// The most bytes that the body of a request may have.
    package var bodyLimit: Int {
        switch self {
        case .push: Limits.body
        case .putBlob: Limits.blob
        case .signup, .login, .password, .addDevice: Self.smallBody
        case .health, .ready, .hello, .openapi, .logout, .account, .devices, .endDevice, .token,
            .changes, .snapshot, .getBlob:
            0
        }
    }

    /// Enough for the longest names, passwords and addresses.
    private static let smallBody = 16 << 10

    /// Whether the answer needs the store. `ready` tries it without waiting.
    package var usesStore: Bool {
        switch self {
        case .health, .ready, .hello, .openapi: false
        default: true
        }
    }

    /// Whether the request needs a token.
    package var needsToken: Bool {
        switch self {
        case .health, .ready, .hello, .openapi, .signup, .login: false
        default: true
        }
    }
}

extension Route {
    /// The result of matching a method and a path.
    package enum Match: Equatable {
        /// A route, and the text that matched the segment in braces.
        case route(Route, parameter: String)
        /// The path exists, but only for these methods.
        case otherMethods([String])
        /// The path does not exist.
        case nothing
    }

    private static let segments = allCases.map { ($0, $0.path.split(separator: "/")) }
    /// The routes without a segment in braces, by path.
    private static let fixed = Dictionary(
        grouping: allCases.filter { !$0.path.contains("{") }, by: \.path)

    /// Finds the route of a method and a path. A segment in braces matches any nonempty text; the
    /// others must be equal.
    package static func match(method: String, path: String) -> Match {
        if let route = fixed[path]?.first(where: { $0.method == method }),
            route.path.isExactly(path)
        {
            return .route(route, parameter: "")
        }
        guard path.utf8.first == 0x2F else { return .nothing }
        let asked = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var methods: [String] = []
        for (route, segments) in segments where segments.count == asked.count {
            var parameter = ""
            let fits = zip(segments, asked).allSatisfy { segment, asked in
                guard segment.hasPrefix("{") else {
                    return String(segment).isExactly(String(asked))
                }
                parameter = String(asked)
                return !asked.isEmpty
            }
            guard fits else { continue }
            if route.method == method { return .route(route, parameter: parameter) }
            methods.append(route.method)
        }
        return methods.isEmpty ? .nothing : .otherMethods(methods)
    }
}
