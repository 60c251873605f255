package import TroveHTTP

/// A network for requests. The owner of the engine receives its events.
package protocol Transport: AnyObject {
    /// Starts a request; its `finished` event has the same ID.
    func start(_ request: HTTPRequest, id: Int)
    /// Cancels a request. Its `finished` event still follows.
    func cancel(_ id: Int)
}
