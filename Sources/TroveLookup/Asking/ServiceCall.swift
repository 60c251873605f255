import TroveHTTP

/// A request to a service, with redirections, and retries when the service asks for a pause.
///
/// Every request identifies Trove. The user's key is sent to its own service only, and is never
/// part of a message.
struct ServiceCall: Sendable {
    enum Step {
        case ask(HTTPRequest, after: Duration)
        /// The status is 200, or another one that the request accepts.
        case reply(HTTPReply)
    }

    /// The maximum number of redirections in a row.
    private static let maximumRedirects = 5
    /// The pauses before the retries, unless the service names one.
    private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
    /// The longest pause that a service may ask for, in seconds.
    private static let maximumPause = 30

    let source: LookupSource
    /// The service; nil for a picture on another server.
    private let service: (any CatalogueService)?
    private let settings: CatalogueSettings
    private let isAsked: Bool
    /// Whether the next request is for public hosts only.
    private var isForPublicHosts = false
    private var address: WebAddress?
    private var maximumSize = 0
    private var takes: Set<Int> = []
    private var isKeyed = true
    private var redirects = 0
    private var tries = 0

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - service: the service; nil for the server of a picture that belongs to none.
    ///   - settings: the settings of the services.
    ///   - isAsked: whether the user asked for this. Other calls that are redirected to another
    ///     server go on to public hosts only.
    init(
        _ service: (any CatalogueService)?, _ settings: CatalogueSettings, isAsked: Bool = true
    ) {
        self.service = service
        source = service?.source ?? .pictureServer
        self.settings = settings
        self.isAsked = isAsked
    }

    /// Returns the first request.
    ///
    /// - Parameters:
    ///   - address: the address to request; nil if the settings have no valid one.
    ///   - maximumSize: the maximum size of the reply, in bytes.
    ///   - takes: the statuses besides 200 that are replies, such as 404 for "not found".
    ///   - isKeyed: whether to send the user's key; false for pictures.
    ///   - isForPublicHosts: whether the request is for public hosts only.
    /// - Returns: the request to send.
    /// - Throws: `unfit` without an address.
    mutating func begin(
        _ address: WebAddress?, maximumSize: Int = 8 << 20, takes: Set<Int> = [],
        isKeyed: Bool = true, isForPublicHosts: Bool = false
    ) throws(LookupFailure) -> HTTPRequest {
        guard let address else { throw .unfit(source, .badAddress) }
        // A proxy might be asked for it otherwise.
        guard !isForPublicHosts || !address.isLoopback else { throw .unfit(source, .notPublic) }
        self.address = address
        self.maximumSize = maximumSize
        self.takes = takes
        self.isKeyed = isKeyed
        self.isForPublicHosts = isForPublicHosts
        redirects = 0
        tries = 0
        return request(address)
    }

    /// Handles the result of the last request.
    mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> Step {
        let reply: HTTPReply
        switch result {
        case .success(let some): reply = some
        case .failure(let failure): throw LookupFailure(failure, of: source, secrets)
        }
        if reply.status == 200 || takes.contains(reply.status) {
            try checkLength(reply)
            return .reply(reply)
        }
        switch reply.status {
        case 301, 302, 303, 307, 308: return try follow(reply.header("Location") ?? "")
        case 429, 503: return try wait(reply)
        default: throw LookupFailure(reply, of: source, secrets)
        }
    }

    private mutating func follow(_ location: String) throws(LookupFailure) -> Step {
        redirects += 1
        guard redirects <= Self.maximumRedirects else {
            throw .invalidResponse(source, .tooManyRedirections(limit: Self.maximumRedirects))
        }
        guard let old = address, let new = old.following(location) else {
            throw .invalidResponse(source, .redirectionToNowhere)
        }
        guard new.isSecure || !old.isSecure || old.isLoopback && new.isLoopback else {
            throw .invalidResponse(source, .insecureRedirection)
        }
        // A service must not make this machine ask its own services.
        guard old.isLoopback || !new.isLoopback else {
            throw .invalidResponse(source, .redirectionToNowhere)
        }
        if !new.hasSameOrigin(as: old) {
            isKeyed = false
            if !isAsked, !old.isLoopback { isForPublicHosts = true }
            guard !secrets.contains(where: new.text.contains) else {
                throw .invalidResponse(source, .redirectionWithKey)
            }
        }
        address = new
        return .ask(request(new), after: .zero)
    }

    private mutating func wait(_ reply: HTTPReply) throws(LookupFailure) -> Step {
        var pause = tries < Self.pauses.count ? Self.pauses[tries] : nil
        if let text = reply.header("Retry-After") {
            // A lookup does not wait for a date, or for a number that is out of bounds.
            let seconds = Int(text).flatMap { $0 > Self.maximumPause ? nil : $0 }
            pause = seconds.flatMap { seconds in pause.map { max($0, .seconds(seconds)) } }
        }
        guard let pause, let address else {
            throw reply.status == 429 ? .tooMany(source) : .unavailable(source, status: 503)
        }
        tries += 1
        return .ask(request(address), after: pause)
    }

    /// Checks that a body without an encoding is as long as its header says. The client checks this
    /// too, except for HTTP/1.0.
    private func checkLength(_ reply: HTTPReply) throws(LookupFailure) {
        guard reply.header("Content-Encoding") == nil,
            reply.header("Transfer-Encoding") == nil,
            let length = reply.header("Content-Length").flatMap({ Int($0) }),
            length != reply.body.count
        else { return }
        throw .noConnection(source, .cutOff)
    }

    private func request(_ address: WebAddress) -> HTTPRequest {
        var headers = [(name: "User-Agent", value: settings.userAgent)]
        if isKeyed, let service { headers += service.headers(settings) }
        return HTTPRequest(
            .get, address.text, headers: headers, maximumReplySize: maximumSize,
            isForPublicHosts: isForPublicHosts)
    }

    /// The texts that must not be in a message.
    private var secrets: [String] { settings.secrets }
}

extension ServiceCall: CustomStringConvertible, CustomReflectable {
    /// The source only, because the address may contain a key.
    var description: String { "call to \(source)" }

    var customMirror: Mirror { Mirror(reflecting: description) }
}
