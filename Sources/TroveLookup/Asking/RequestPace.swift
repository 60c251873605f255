/// Spaces the requests to a service, so that a long list of look-ups stays within its limits.
package struct RequestPace: Sendable {
    /// Open Library allows three requests per second to a program that names a contact.
    private static let gap = Duration.milliseconds(350)
    /// Open Library allows 100 covers by ISBN in five minutes.
    private static let gapOfCovers = Duration.seconds(3)

    /// The uptimes of the latest requests, by the limit that they count for.
    private var latest: [String: Duration] = [:]

    /// Creates a pace without requests.
    package init() {}

    /// Plans a request. A service on this machine has no limit.
    ///
    /// - Parameters:
    ///   - address: The address of the request.
    ///   - now: The current uptime.
    /// - Returns: The uptime at which to send the request, at the earliest now.
    package mutating func plan(_ address: String, at now: Duration) -> Duration {
        guard let address = WebAddress(address), !address.isLoopback else { return now }
        let isCover = address.path.hasPrefix("/b/isbn/")
        let limit = address.authority + (isCover ? "/b/isbn/" : "")
        let gap = isCover ? Self.gapOfCovers : Self.gap
        let due = latest[limit].map { max(now, $0 + gap) } ?? now
        latest[limit] = due
        return due
    }
}
