/// What has happened since the client was last asked.
package enum HTTPEvent: Sendable {
    /// A request has ended: its number, the reply or the failure, and whether the server may have
    /// received the whole request.
    ///
    /// Without a reply, a request that may have arrived may also have been carried out.
    /// `mayHaveArrived` is false only if part of the request was certainly never sent.
    case finished(id: Int, Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)
    /// The time set by `wake(after:)` has passed.
    case woken
}
