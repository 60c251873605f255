/// The settings that all requests of one client share.
struct ClientSettings: Sendable {
    /// The value of `User-Agent`.
    let userAgent: String
    /// A PEM file of certificate authorities to trust instead of the system's.
    let caFile: String?
    let proxies: HTTPProxies
}
