package import TroveHTTP

/// A query to a service, which may take several requests. It has no network and no clock: its owner
/// sends the requests and passes in the results.
package protocol Lookup: Sendable {
    associatedtype Answer: Sendable

    /// The server that is being asked.
    var source: LookupSource { get }

    /// The settings for the addresses that it may use.
    var addresses: [CatalogueSetting] { get }

    /// Returns the first request.
    ///
    /// - Throws: why the service cannot be asked, such as a missing key.
    mutating func begin() throws(LookupFailure) -> HTTPRequest

    /// Handles the result of the last request.
    ///
    /// - Throws: why the lookup failed.
    mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<Answer>
}

/// The next step of a lookup.
package enum LookupStep<Answer: Sendable>: Sendable {
    /// Send a further request after a pause: a redirection, a retry or a detail.
    case ask(HTTPRequest, after: Duration)
    case done(Answer)
}
