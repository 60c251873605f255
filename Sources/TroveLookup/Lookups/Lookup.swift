package import TroveHTTP

/// A question to a service, which may take several requests. It has no network and no clock: its
/// owner sends the requests and passes in the replies.
package protocol Lookup: Sendable {
    associatedtype Answer: Sendable

    /// What is asked now.
    var source: LookupSource { get }

    /// The settings for the addresses that it may need.
    var addresses: [CatalogueSetting] { get }

    /// Returns the first request.
    ///
    /// - Throws: why the service cannot be asked, such as a missing key.
    mutating func begin() throws(LookupFailure) -> HTTPRequest

    /// Handles the end of the last request.
    ///
    /// - Throws: why there is no answer.
    mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<Answer>
}

/// What a look-up does next.
package enum LookupStep<Answer: Sendable>: Sendable {
    /// Sends a further request after a pause: a redirection, a retry or a detail.
    case ask(HTTPRequest, after: Duration)
    case done(Answer)
}
