import TroveHTTP
import TroveModel
import TroveWire

/// Decides whether a request may start at once or only after a pause.
///
/// Between two pauses, no request is sent twice without progress, and the pauses grow. Progress is:
/// - Operations have left the outbox. Their number is finite, because the user made them, so the
///   pauses start again from the shortest.
/// - The cursor is further than ever before. Requests may be repeated, but the pauses keep growing
///   with each failure.
/// - The server has answered for half a minute without a failure.
///
/// Realignments and new devices undo progress, so they have separate pauses, which only time
/// shortens.
struct RequestThrottle {
    /// The requests sent since the last pause, or since the last progress.
    private var sent: Set<Request> = []
    private var failures = Backoff()
    /// The furthest position of the cursor.
    private var furthest: (epoch: String, sequence: Version) = ("", 0)
    private var healthySince: Duration?

    private var repairs = Backoff(first: .seconds(1), longest: .seconds(300))
    private var repairCount = 0
    private var lastRepair: Duration?

    private var polls = Backoff(first: .seconds(1), longest: .seconds(20))
    private var emptyPolls = 0

    /// The number of consecutive repairs that may start without a pause.
    private static let freeRepairs = 3
    /// The time without a repair after which earlier ones are forgotten.
    private static let repairMemory = Duration.seconds(1800)
    /// The time without a failure after which earlier failures are forgotten.
    private static let health = Duration.seconds(30)
    /// The number of consecutive polls that may return early without an entry.
    private static let freePolls = 2

    private struct Request: Hashable {
        let method: HTTPRequest.Method
        let url: String
        let body: [UInt8]
        let authorization: String?

        init(_ request: HTTPRequest) {
            method = request.method
            url = request.url
            body = request.body
            authorization = request.headers.first { $0.name == "Authorization" }?.value
        }

        /// Leaves out the body, which may be long: its length tells requests apart well enough.
        func hash(into hasher: inout Hasher) {
            hasher.combine(method)
            hasher.combine(url)
            hasher.combine(body.count)
        }
    }

    // MARK: Requests

    /// Records that a request is about to start. Returns false if it was already sent since the
    /// last pause without progress; then a pause must come first.
    mutating func mayStart(_ request: HTTPRequest) -> Bool {
        sent.insert(Request(request)).inserted
    }

    /// Returns the pause after a failure, or before a request that was already sent. It is at least
    /// as long as the server asks for.
    mutating func pause(
        atLeast asked: Duration? = nil, at uptime: Duration,
        using random: inout some RandomNumberGenerator
    ) -> Duration {
        if let healthySince, uptime - healthySince >= Self.health { failures.reset() }
        healthySince = nil
        sent = []
        let own = failures.next(using: &random)
        return asked.map { max($0, own) } ?? own
    }

    // MARK: Progress

    /// Records that the server has sent a valid reply.
    mutating func noteAnswer(at uptime: Duration) {
        if healthySince == nil { healthySince = uptime }
    }

    /// Records that operations have left the outbox.
    mutating func noteSettled() {
        sent = []
        failures.reset()
    }

    mutating func note(cursor epoch: String, _ sequence: Version) {
        guard epoch != furthest.epoch || sequence > furthest.sequence else { return }
        if epoch == furthest.epoch { sent = [] }
        furthest = (epoch, sequence)
    }

    /// Records that the user asked for a retry, so requests may be repeated.
    mutating func noteUserRequest() { sent = [] }

    // MARK: Repairs

    /// Returns the pause before a repair, or nil if it may start at once.
    mutating func pauseBeforeRepair(at uptime: Duration) -> Duration? {
        if let lastRepair, uptime - lastRepair > Self.repairMemory {
            repairCount = 0
            repairs.reset()
        }
        lastRepair = uptime
        repairCount += 1
        return repairCount > Self.freeRepairs ? repairs.nextLimit() : nil
    }

    // MARK: Polls

    /// Returns the pause after a poll, or nil if the next one may start at once. It protects a
    /// server that does not let polls wait, or a proxy that answers them early.
    mutating func pauseAfterPoll(isEmpty: Bool, lasting time: Duration) -> Duration? {
        guard isEmpty, time < .seconds(5) else {
            emptyPolls = 0
            polls.reset()
            return nil
        }
        emptyPolls += 1
        return emptyPolls > Self.freePolls ? polls.nextLimit() : nil
    }
}
