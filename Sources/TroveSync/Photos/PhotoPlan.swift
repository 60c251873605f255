package import TroveCodecs
package import TroveModel

/// The queue of photos to upload and to download.
///
/// It has no clock: the current uptime is passed in. A failed transfer is retried after a pause
/// that doubles each time.
package struct PhotoPlan: Sendable {
    /// Whether a photo is uploaded (`put`) or downloaded (`get`).
    package enum Direction: Sendable, Hashable {
        case put
        case get
    }

    /// A photo that is not synced yet.
    package struct Waiting: Sendable, Hashable {
        /// The value of the item that names the photo.
        package let photo: PhotoValue
        /// The digest of the photo's content, which identifies it on the server.
        package let digest: SHA256
        /// Whether to upload (`put`) or to download (`get`) the photo.
        package var direction: Direction
        /// Why the last try failed.
        package var trouble: PhotoTrouble?
    }

    /// The transfers that a pause delays.
    private enum Concern: Hashable {
        case one(SHA256)
        /// All uploads.
        case putting
    }

    private struct Pause {
        var end: Duration
        var length: Duration
    }

    /// The photos to upload or download, in the order passed to `update`.
    package private(set) var waiting: [Waiting] = []
    private var pauses: [Concern: Pause] = [:]
    /// Why no upload can succeed at present.
    private var puttingTrouble: PhotoTrouble?

    private static let longestPause = Duration.seconds(3600)

    /// Creates a plan without photos.
    package init() {}

    /// Replaces the list of photos. Photos that are still waiting keep their failures and pauses.
    ///
    /// - Parameters:
    ///   - named: the photos that items name.
    ///   - isHere: whether a photo is in the library's folder.
    ///   - isThere: whether the server is known to have a photo.
    package mutating func update(
        _ named: [PhotoValue], isHere: (SHA256) -> Bool, isThere: (SHA256) -> Bool
    ) {
        let troubles = Dictionary(
            waiting.map { ($0.digest, $0.trouble) }, uniquingKeysWith: { first, _ in first })
        waiting = named.compactMap { photo in
            guard let digest = photo.digest else { return nil }
            let direction: Direction = isHere(digest) ? .put : .get
            if direction == .put, isThere(digest) { return nil }
            return Waiting(
                photo: photo, digest: digest, direction: direction,
                trouble: troubles[digest] ?? nil)
        }
        let digests = Set(waiting.map(\.digest))
        pauses = pauses.filter { concern, _ in
            if case .one(let digest) = concern { digests.contains(digest) } else { true }
        }
    }

    /// Returns the photo to transfer next at `uptime`, or nil if all are paused.
    package func next(at uptime: Duration) -> Waiting? {
        let mayPut = isFree(.putting, uptime)
        return waiting.first {
            ($0.direction == .get || mayPut) && isFree(.one($0.digest), uptime)
        }
    }

    private func isFree(_ concern: Concern, _ uptime: Duration) -> Bool {
        pauses[concern].map { $0.end <= uptime } ?? true
    }

    /// The uptime at which `next` will return a photo if it returns none now.
    package var wakeAt: Duration? {
        waiting.compactMap { next in
            let putting = next.direction == .put ? pauses[.putting]?.end : nil
            return [putting, pauses[.one(next.digest)]?.end].compactMap(\.self).max()
        }.min()
    }

    /// Removes a photo that is synced.
    package mutating func finish(_ digest: SHA256) {
        guard let index = waiting.firstIndex(where: { $0.digest == digest }) else { return }
        if waiting.remove(at: index).direction == .put {
            pauses[.putting] = nil
            puttingTrouble = nil
        }
        pauses[.one(digest)] = nil
    }

    /// Changes the direction of a photo, because the library's file is missing or damaged, or
    /// exists again.
    package mutating func turn(_ digest: SHA256, to direction: Direction) {
        guard let index = waiting.firstIndex(where: { $0.digest == digest }) else { return }
        waiting[index].direction = direction
    }

    /// Records the failure of a transfer, and pauses before the next try.
    ///
    /// - Returns: whether to report the failure to the user.
    package mutating func fail(
        _ digest: SHA256, _ trouble: PhotoTrouble, at uptime: Duration
    ) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.digest == digest }) else { return false }
        let former = trouble.concernsAll ? puttingTrouble : waiting[index].trouble
        if trouble.concernsAll { puttingTrouble = trouble }
        waiting[index].trouble = trouble
        let concern = trouble.concernsAll ? Concern.putting : .one(digest)
        let first: Duration = trouble == .isNotThere ? .seconds(1) : .seconds(30)
        let length = pauses[concern].map { min($0.length * 2, Self.longestPause) } ?? first
        pauses[concern] = Pause(end: uptime + length, length: length)
        return trouble.isNews && former != trouble
    }

    /// Ends all pauses because the user waits, and reports every failure again.
    package mutating func retryAll() {
        pauses = [:]
        puttingTrouble = nil
        for index in waiting.indices { waiting[index].trouble = nil }
    }
}
