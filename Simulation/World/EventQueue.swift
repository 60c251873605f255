/// What is going to happen, in virtual time. Two things of one moment happen in the order in which
/// they were planned.
struct EventQueue {
    /// Something that happens.
    typealias Action = () throws -> Void

    private struct Event {
        let time: Duration
        let order: Int
        let action: Action
    }

    /// The next event stands last.
    private var events: [Event] = []
    private var planned = 0

    /// Plans something.
    mutating func plan(at time: Duration, _ action: @escaping Action) {
        planned += 1
        let event = Event(time: time, order: planned, action: action)
        // Later events stand before earlier ones.
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].time > time { low = middle + 1 } else { high = middle }
        }
        events.insert(event, at: low)
    }

    /// The time of the next event; nil when nothing is planned.
    var nextTime: Duration? { events.last?.time }

    /// Takes the next event out.
    mutating func take() -> (time: Duration, action: Action)? {
        events.popLast().map { ($0.time, $0.action) }
    }

    /// Forgets everything that was planned.
    mutating func removeAll() { events.removeAll() }
}
