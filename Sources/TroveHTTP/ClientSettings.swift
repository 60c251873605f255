/// What all requests of one client have in common.
struct ClientSettings: Sendable {
    /// How the client calls itself.
    let userAgent: String
    /// A PEM file with the authorities to trust in the place of the system's.
    let caFile: String?
    let proxies: HTTPProxies
}
