import Testing
import TroveHTTP
import TroveLookup
import TroveStandIn
import TroveTesting

/// The result of a lookup: the answer or the failure, and its requests.
struct Outcome<Answer: Sendable> {
    let result: Result<Answer, LookupFailure>
    /// The requests, in order.
    let requests: [HTTPRequest]
    /// The pauses before each request but the first.
    let pauses: [Duration]

    var failure: LookupFailure? {
        if case .failure(let failure) = result { failure } else { nil }
    }
}

/// Runs a lookup with given replies. A lookup that needs more of them ends with `TooFewReplies`.
func ask<Some: Lookup>(
    _ lookup: Some, _ replies: [Result<HTTPReply, HTTPFailure>]
) throws -> Outcome<Some.Answer> {
    var rest = replies[...]
    let outcome = try drive(lookup) { _ in
        guard let reply = rest.popFirst() else { throw TooFewReplies() }
        return reply
    }
    return outcome
}

/// Runs a lookup with bodies of status 200.
func ask<Some: Lookup>(_ lookup: Some, _ bodies: String...) throws -> Outcome<Some.Answer> {
    try ask(lookup, bodies.map { .success(reply($0)) })
}

/// Runs a lookup with the real client, without its pauses, which the outcome lists.
func askWithClient<Some: Lookup>(
    _ lookup: Some, timeout: Duration = .seconds(10)
) throws -> Outcome<Some.Answer> {
    let client = try HTTPClient(userAgent: "trove-test/1", caFile: nil) { _ in nil }
    return try drive(lookup) { request in
        var request = request
        request.timeout = timeout
        client.start(request, id: 1)
        guard client.wait(atMost: .seconds(30)),
            case .finished(_, let result, _)? = client.takeEvents().first
        else { throw TooFewReplies() }
        return result
    }
}

private func drive<Some: Lookup>(
    _ lookup: Some, _ answer: (HTTPRequest) throws -> Result<HTTPReply, HTTPFailure>
) throws -> Outcome<Some.Answer> {
    var lookup = lookup
    var requests: [HTTPRequest] = []
    var pauses: [Duration] = []
    func outcome(_ result: Result<Some.Answer, LookupFailure>) -> Outcome<Some.Answer> {
        Outcome(result: result, requests: requests, pauses: pauses)
    }
    do {
        var request = try lookup.begin()
        while true {
            requests.append(request)
            switch try lookup.receive(try answer(request)) {
            case .ask(let next, let pause):
                request = next
                pauses.append(pause)
            case .done(let answer): return outcome(.success(answer))
            }
        }
    } catch let failure as LookupFailure {
        return outcome(.failure(failure))
    }
}

/// The lookup made more requests than expected.
struct TooFewReplies: Error {}

func reply(
    _ body: String, status: Int = 200, _ headers: [(name: String, value: String)] = []
) -> HTTPReply {
    HTTPReply(status: status, headers: headers, body: Array(body.utf8))
}

extension HTTPRequest {
    /// Returns the value of a header field.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

extension CatalogueSettings {
    /// The addresses of a stand-in.
    init(_ standIn: CatalogueStandIn) {
        self.init()
        self[OpenLibrary.api] = "\(standIn.url)/openlibrary"
        self[OpenLibrary.covers] = "\(standIn.url)/covers"
        self[GoogleBooks.api] = "\(standIn.url)/googlebooks"
        self[TMDB.api] = "\(standIn.url)/tmdb"
        self[TMDB.images] = "\(standIn.url)/images"
    }

    /// The services' real addresses, with keys and a contact.
    static var usual: CatalogueSettings {
        var settings = CatalogueSettings()
        settings.contact = "reader@example.org"
        return settings
    }

    static var withGoogleKey: CatalogueSettings {
        var settings = usual
        settings[GoogleBooks.key] = "AIzaSecret+Key"
        return settings
    }

    static var withTMDBKey: CatalogueSettings {
        var settings = usual
        settings[TMDB.key] = "0123456789abcdef0123456789abcdef"
        return settings
    }
}

extension LookupSource {
    static let openLibrary = LookupSource.service("Open Library")
    static let googleBooks = LookupSource.service("Google Books")
    static let tmdb = LookupSource.service("TMDB")
}
