package import TroveCodecs
package import TroveHTTP
package import TroveWire

/// The requests of the protocol, for one server and one device.
package struct Endpoints: Sendable {
    /// The base URL, without a trailing slash.
    package let server: String
    /// The bearer token; nil for unauthenticated requests.
    package let token: String?

    /// Creates requests to a server; `token` is nil before the device has logged in.
    package init(server: String, token: String?) {
        self.server = server
        self.token = token
    }

    /// The header with which a device tells the server its `Limits.format`.
    package static let formatHeader = "Trove-Format"

    private func request(
        _ method: HTTPRequest.Method, _ path: String, body: [UInt8] = [],
        type: String = "application/json", timeout: Duration = .seconds(10)
    ) -> HTTPRequest {
        var headers: [(name: String, value: String)] = [
            ("Accept", "application/json"), (Self.formatHeader, "\(Limits.format)"),
        ]
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        if !body.isEmpty { headers.append(("Content-Type", type)) }
        return HTTPRequest(
            method, server + path, headers: headers, body: body, timeout: timeout,
            connectTimeout: min(timeout, .seconds(5)))
    }

    /// Requests the ID of the server and the protocol versions it supports.
    package func hello() -> HTTPRequest { request(.get, "/v1/hello") }

    /// Creates an account, with this device as its first.
    package func signUp(_ credentials: Credentials) -> HTTPRequest {
        request(.post, "/v1/signup", body: credentials.bytes, timeout: .seconds(30))
    }

    /// Logs in as a new device, or as the existing one that the credentials name.
    package func logIn(_ credentials: Credentials) -> HTTPRequest {
        request(.post, "/v1/login", body: credentials.bytes, timeout: .seconds(30))
    }

    /// Revokes this device's token.
    package func logOut() -> HTTPRequest { request(.post, "/v1/logout") }

    /// Requests the user and the number of entries in the account.
    package func account() -> HTTPRequest { request(.get, "/v1/account") }

    /// Changes the password. This revokes all tokens of the user; the reply contains a new one.
    package func changePassword(from old: String, to new: String) -> HTTPRequest {
        request(
            .post, "/v1/password", body: PasswordChange(old: old, new: new).bytes,
            timeout: .seconds(30))
    }

    /// Requests the list of the devices of the user.
    package func devices() -> HTTPRequest { request(.get, "/v1/devices") }

    /// Registers a new device of the same user. The reply contains its token.
    package func makeDevice(named name: String) -> HTTPRequest {
        request(.post, "/v1/devices", body: NewDevice(name: name).bytes)
    }

    /// Asks for another token of this device. The reply contains it, and its first use invalidates
    /// this one.
    package func exchangeToken() -> HTTPRequest { request(.post, "/v1/token") }

    /// Revokes the token of the device with this ID.
    package func endDevice(_ id: String) -> HTTPRequest { request(.delete, "/v1/devices/\(id)") }

    /// Pushes operations; the body is the JSON of a `PushRequest`.
    package func push(_ body: [UInt8], timeout: Duration = .seconds(30)) -> HTTPRequest {
        request(.post, "/v1/push", body: body, timeout: timeout)
    }

    /// Requests a page of changes. The server waits up to `wait` seconds if there are none.
    package func changes(
        _ query: ChangesQuery, wait: Int, limit: Int = Limits.page
    ) -> HTTPRequest {
        let reached = query.reached
        return request(
            .get,
            "/v1/changes?epoch=\(reached.epoch)&since=\(query.since)"
                + (query.since == reached.sequence ? "" : "&at=\(reached.sequence)")
                + "&mark=\(String(reached.mark, radix: 16))&limit=\(limit)&wait=\(wait)",
            // A short timeout detects a half-open connection.
            timeout: .seconds(wait + (wait == 0 ? 10 : 5)))
    }

    /// Uploads a photo.
    package func put(_ blob: [UInt8], as digest: SHA256) -> HTTPRequest {
        request(
            .put, "/v1/blobs/\(digest)", body: blob, type: "application/octet-stream",
            timeout: Self.photoTimeout)
    }

    /// Downloads a photo.
    package func get(_ digest: SHA256) -> HTTPRequest {
        var request = request(.get, "/v1/blobs/\(digest)", timeout: Self.photoTimeout)
        request.maximumReplySize = PictureHeader.maximumBytes
        return request
    }

    /// The timeout of a photo transfer: enough for the largest photo at 300 kbit/s.
    private static let photoTimeout = Duration.seconds(120)

    /// Requests the page of the snapshot after the entry with this ID; nil requests the first page.
    package func snapshot(after id: String?) -> HTTPRequest {
        request(
            .get, "/v1/snapshot?limit=\(Limits.page)" + (id.map { "&after=\($0)" } ?? ""),
            timeout: .seconds(30))
    }
}
