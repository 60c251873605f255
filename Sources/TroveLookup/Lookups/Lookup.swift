package import TroveHTTP

/// One question to a catalogue, which may take several requests. A value: it has no network and no
/// clock; whoever drives it sends what it asks for and hands in what comes back.
package protocol Lookup: Sendable {
    associatedtype Answer: Sendable

    /// The service that is asked, for messages.
    var service: CatalogueService { get }

    /// The first request.
    ///
    /// - Throws: when it cannot even be asked: no key, a text that no catalogue takes.
    mutating func begin() throws(LookupFailure) -> HTTPRequest

    /// Takes in what came of the request before.
    ///
    /// - Throws: why there is no answer.
    mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<Answer>
}

/// What comes next.
package enum LookupStep<Answer: Sendable>: Sendable {
    /// A further request, to be sent after this time: a redirection, a second try, a detail.
    case ask(HTTPRequest, after: Duration)
    case done(Answer)
}
