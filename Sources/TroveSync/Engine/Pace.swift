import TroveHTTP
import TroveWire

/// The one place that knows whether the next request may go out at once.
///
/// The rule: between two pauses, no request is made twice without progress, and the pauses grow. What
/// progress is:
/// - Operations have left the outbox. The person made them, so this cannot go on for ever; pauses begin
///   anew.
/// - The cursor has come further than it ever was. What was asked may be asked again, but a failure
///   that follows still waits longer than the one before.
/// - The server has answered for half a minute without a failure.
///
/// Realigning to another history and asking for a new device undo progress, so they are no part of it:
/// they have a pause of their own, which nothing but time makes shorter.
struct Pace {
    /// What was asked since the last pause, or since there was progress.
    private var made: Set<Request> = []
    private var failures = Backoff()
    /// How far the cursor has ever come.
    private var furthest: (epoch: String, sequence: Version) = ("", 0)
    private var healthySince: Duration?

    private var repairs = Backoff(first: .seconds(1), longest: .seconds(300))
    private var repairCount = 0
    private var lastRepair: Duration?

    private var polls = Backoff(first: .seconds(1), longest: .seconds(20))
    private var emptyPolls = 0

    /// So many repairs in a row are tried at once.
    private static let freeRepairs = 3
    /// After so long without one, earlier repairs do not count any more.
    private static let repairMemory = Duration.seconds(1800)
    /// A server that has answered for so long is well.
    private static let health = Duration.seconds(30)
    /// So many polls in a row may come back at once with nothing.
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
    }

    // MARK: Requests

    /// Notes that a request is to go out; false where it went out already since the last pause and
    /// brought nothing, so that a pause must come first.
    mutating func mayStart(_ request: HTTPRequest) -> Bool {
        made.insert(Request(request)).inserted
    }

    /// The pause after a failure, or before a request that went out already; not shorter than the
    /// server asks to be left alone.
    mutating func pause(
        atLeast asked: Duration? = nil, at uptime: Duration,
        using random: inout some RandomNumberGenerator
    ) -> Duration {
        if let healthySince, uptime - healthySince >= Self.health { failures.reset() }
        healthySince = nil
        made = []
        let own = failures.next(using: &random)
        return asked.map { max($0, own) } ?? own
    }

    // MARK: Progress

    /// The server has answered, and its answer makes sense.
    mutating func noteAnswer(at uptime: Duration) {
        if healthySince == nil { healthySince = uptime }
    }

    /// Operations have left the outbox.
    mutating func noteSettled() {
        made = []
        failures.reset()
    }

    /// Where the cursor stands.
    mutating func note(cursor epoch: String, _ sequence: Version) {
        guard epoch != furthest.epoch || sequence > furthest.sequence else { return }
        if epoch == furthest.epoch { made = [] }
        furthest = (epoch, sequence)
    }

    /// Somebody asks for it: what was asked may be asked again.
    mutating func notePerson() { made = [] }

    // MARK: Repairs

    /// The pause before something is repaired; nil where it may be tried at once.
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

    /// The pause after a poll; nil where the next one may go out at once. A server, or a cache on the
    /// way, that does not let polls wait is not asked without end.
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
