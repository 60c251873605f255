/// Spaces the requests to each server, so that a long list of lookups stays within the limits of
/// Open Library, the strictest service.
package struct RequestPace: Sendable {
    /// Open Library allows three requests per second to a program that names a contact.
    private static let gap = Duration.milliseconds(350)
    /// Open Library allows 100 covers by ISBN in five minutes (see
    /// https://openlibrary.org/dev/docs/api/covers).
    private static let gapOfCovers = Duration.seconds(3)

    /// The uptime of the latest request under each rate limit.
    private var latest: [String: Duration] = [:]

    /// Creates a pace without requests.
    package init() {}

    /// Returns when a request may be sent. A server on this machine has no limit.
    ///
    /// - Parameters:
    ///   - address: The address of the request.
    ///   - now: The current uptime.
    /// - Returns: The uptime at which to send the request, at the earliest now.
    package func due(_ address: String, at now: Duration) -> Duration {
        guard let limit = Self.limit(of: address), let former = latest[limit.name] else {
            return now
        }
        return max(now, former + limit.gap)
    }

    /// Notes that a request is sent.
    package mutating func note(_ address: String, at now: Duration) {
        guard let limit = Self.limit(of: address) else { return }
        latest[limit.name] = now
    }

    /// Returns the rate limit that applies to a request; nil if none does.
    private static func limit(of address: String) -> (name: String, gap: Duration)? {
        guard let address = WebAddress(address), !address.isLoopback else { return nil }
        let isCover = address.path.contains("/b/isbn/")
        return (
            address.authority + (isCover ? "/b/isbn/" : ""), isCover ? gapOfCovers : gap
        )
    }
}
