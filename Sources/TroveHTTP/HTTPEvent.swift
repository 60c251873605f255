/// What has happened on the network since the client was asked last.
package enum HTTPEvent: Sendable {
    /// A request is over: with the number that it was started with, the reply or why there is none,
    /// and whether the server may have got the whole request.
    ///
    /// Where there is no reply and the request may have arrived, nobody knows whether it was carried
    /// out. `mayHaveArrived` is false only where it is certain that some of it was never sent.
    case finished(id: Int, Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)
    /// The time that `wake(after:)` named has come.
    case woken
}
