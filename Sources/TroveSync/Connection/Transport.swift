package import TroveHTTP

/// What carries requests. The events of what was started come back to whoever drives the engine.
package protocol Transport: AnyObject {
    /// Begins a request; its `finished` event has the same id.
    func start(_ request: HTTPRequest, id: Int)
    /// Gives a request up; its event comes all the same.
    func cancel(_ id: Int)
}
