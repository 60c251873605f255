import TroveHTTP

/// One question to a service until it has an answer: redirections are followed, and a service that
/// wants to be asked later is asked later.
///
/// Every request says who asks. The user's keys go to the service that they are for and to nobody
/// else, and into no message.
struct Exchange: Sendable {
    enum Step {
        case ask(HTTPRequest, after: Duration)
        /// The status is 200, or one of those that the question takes.
        case reply(HTTPReply)
    }

    /// How many redirections are followed, one behind the other.
    private static let maximumRedirects = 5
    /// How long to wait before each further try, when the service does not say it.
    private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
    /// The longest time that a service may ask for; nobody waits longer at a prompt.
    private static let maximumPause = 30

    let service: CatalogueService
    private let settings: CatalogueSettings
    private var address: WebAddress?
    private var maximumSize = 0
    private var takes: Set<Int> = []
    private var isKeyed = true
    private var redirects = 0
    private var tries = 0

    init(_ service: CatalogueService, _ settings: CatalogueSettings) {
        self.service = service
        self.settings = settings
    }

    /// The first request of a question.
    ///
    /// - Parameters:
    ///   - address: What to ask; nil when the settings have no address there.
    ///   - maximumSize: The most bytes that the answer may have.
    ///   - takes: The statuses besides 200 that are answers: 404 where it means that there is none.
    ///   - isKeyed: Whether the service wants the user's key with it; not for pictures.
    /// - Returns: What to send.
    /// - Throws: `unfit` without an address.
    mutating func begin(
        _ address: WebAddress?, maximumSize: Int = 8 << 20, takes: Set<Int> = [],
        isKeyed: Bool = true
    ) throws(LookupFailure) -> HTTPRequest {
        guard let address else { throw .unfit(service, "its address is no http:// or https://") }
        self.address = address
        self.maximumSize = maximumSize
        self.takes = takes
        self.isKeyed = isKeyed
        redirects = 0
        tries = 0
        return request(address)
    }

    /// Takes in what came of the last request.
    mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> Step {
        let reply: HTTPReply
        switch result {
        case .success(let some): reply = some
        case .failure(let failure): throw LookupFailure(failure, of: service, secrets)
        }
        if reply.status == 200 || takes.contains(reply.status) {
            try checkLength(reply)
            return .reply(reply)
        }
        switch reply.status {
        case 301, 302, 303, 307, 308: return try follow(reply.header("Location") ?? "")
        case 429, 503: return try wait(reply)
        default: throw LookupFailure(reply, of: service, secrets)
        }
    }

    private mutating func follow(_ location: String) throws(LookupFailure) -> Step {
        redirects += 1
        guard redirects <= Self.maximumRedirects else {
            throw .nonsense(service, "more than \(Self.maximumRedirects) redirections")
        }
        guard let old = address, let new = old.following(location) else {
            throw .nonsense(service, "a redirection that leads nowhere")
        }
        guard new.isSecure || !old.isSecure || old.isLoopback && new.isLoopback else {
            throw .nonsense(service, "a redirection from https:// to http://")
        }
        if !new.hasSameOrigin(as: old) {
            isKeyed = false
            guard !secrets.contains(where: new.text.contains) else {
                throw .nonsense(service, "a redirection that takes the key elsewhere")
            }
        }
        address = new
        return .ask(request(new), after: .zero)
    }

    private mutating func wait(_ reply: HTTPReply) throws(LookupFailure) -> Step {
        var pause = tries < Self.pauses.count ? Self.pauses[tries] : nil
        if let seconds = reply.header("Retry-After").flatMap({ Int($0) }), seconds >= 0 {
            pause = seconds > Self.maximumPause ? nil : pause.map { max($0, .seconds(seconds)) }
        }
        guard let pause, let address else {
            throw reply.status == 429 ? .tooMany(service) : .unavailable(service, status: 503)
        }
        tries += 1
        return .ask(request(address), after: pause)
    }

    /// A body that was not packed has to be as long as its head says. (The client sees to it where it
    /// can; a server that speaks HTTP/1.0 or lies is seen here.)
    private func checkLength(_ reply: HTTPReply) throws(LookupFailure) {
        guard reply.header("Content-Encoding") == nil,
            reply.header("Transfer-Encoding") == nil,
            let length = reply.header("Content-Length").flatMap({ Int($0) }),
            length != reply.body.count
        else { return }
        throw .noConnection(service, .cutOff)
    }

    private func request(_ address: WebAddress) -> HTTPRequest {
        var headers = [(name: "User-Agent", value: settings.userAgent)]
        if service == .tmdb, isKeyed, let token = settings.tmdbToken {
            headers.append(("Authorization", "Bearer \(token)"))
        }
        return HTTPRequest(.get, address.text, headers: headers, maximumReplySize: maximumSize)
    }

    /// What may stand in no message, as it is and as it stands in an address.
    private var secrets: [String] { settings.secrets }
}

extension Exchange: CustomStringConvertible, CustomReflectable {
    /// The service only: there may be a key in the address.
    var description: String { "a question to \(service.name)" }

    var customMirror: Mirror { Mirror(reflecting: description) }
}
