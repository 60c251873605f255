package import TroveCodecs
package import TroveModel

/// Which pictures are to go to the server and which are to come from it, and which of them is next.
///
/// A value, without a clock: it is told how the uptime is. What was tried in vain is tried again
/// after a pause that doubles.
package struct PhotoPlan: Sendable {
    /// A way that a picture has to go.
    package enum Direction: Sendable, Hashable {
        case put
        case get
    }

    /// A picture that has not got where it should be.
    package struct Waiting: Sendable, Hashable {
        /// The value of the item that names the picture.
        package let photo: PhotoValue
        /// The digest of the picture's content, by which the server knows it.
        package let digest: SHA256
        /// Whether it is to be uploaded (`put`) or downloaded (`get`).
        package var direction: Direction
        /// What has kept it at the last try.
        package var trouble: PhotoTrouble?
    }

    /// What a pause is about.
    private enum Concern: Hashable {
        case one(SHA256)
        /// All that is to be put.
        case putting
    }

    private struct Pause {
        var end: Duration
        var length: Duration
    }

    /// The pictures to upload or download, in the order in which `update` got them.
    package private(set) var waiting: [Waiting] = []
    private var pauses: [Concern: Pause] = [:]
    /// What keeps everything that is to be put.
    private var puttingTrouble: PhotoTrouble?

    private static let longestPause = Duration.seconds(3600)

    package init() {}

    /// Takes in what there is: what was found out of pictures that still wait stays.
    ///
    /// - Parameters:
    ///   - named: the pictures that things name.
    ///   - isHere: whether one is in the library's folder.
    ///   - isThere: whether the server is known to have one.
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

    /// The picture whose turn it is at a moment; nil when none can be tried.
    package func next(at uptime: Duration) -> Waiting? {
        let mayPut = isFree(.putting, uptime)
        return waiting.first {
            ($0.direction == .get || mayPut) && isFree(.one($0.digest), uptime)
        }
    }

    private func isFree(_ concern: Concern, _ uptime: Duration) -> Bool {
        pauses[concern].map { $0.end <= uptime } ?? true
    }

    /// When there will be one, if there is none now.
    package var wakeAt: Duration? {
        waiting.compactMap { next in
            let putting = next.direction == .put ? pauses[.putting]?.end : nil
            return [putting, pauses[.one(next.digest)]?.end].compactMap(\.self).max()
        }.min()
    }

    /// A picture is where it should be.
    package mutating func finish(_ digest: SHA256) {
        guard let index = waiting.firstIndex(where: { $0.digest == digest }) else { return }
        if waiting.remove(at: index).direction == .put {
            pauses[.putting] = nil
            puttingTrouble = nil
        }
        pauses[.one(digest)] = nil
    }

    /// A picture has to go the other way: the library's own file of it is gone or damaged, or is
    /// there again.
    package mutating func turn(_ digest: SHA256, to direction: Direction) {
        guard let index = waiting.firstIndex(where: { $0.digest == digest }) else { return }
        waiting[index].direction = direction
    }

    /// A picture could not go its way.
    ///
    /// - Returns: whether that is news.
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

    /// Somebody asks for it: everything is tried again at once, and what fails is news.
    package mutating func hurry() {
        pauses = [:]
        puttingTrouble = nil
        for index in waiting.indices { waiting[index].trouble = nil }
    }
}
