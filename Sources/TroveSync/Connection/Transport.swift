package import TroveHTTP

/// A network for requests. The owner of the engine receives its events.
package protocol Transport: AnyObject {
    /// Starts a request; its `finished` event has the same ID.
    func start(_ request: HTTPRequest, id: Int)
    /// Cancels a request; its `finished` event still arrives.
    func cancel(_ id: Int)
}
