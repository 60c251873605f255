/// The planned actions, in the order of virtual time. Actions at the same time run in the order in
/// which they were planned.
struct ActionQueue {
    /// Something to run.
    typealias Action = () throws -> Void

    private struct Planned {
        let time: Duration
        let order: Int
        let action: Action
    }

    /// The next action is the last element.
    private var actions: [Planned] = []
    private var count = 0

    /// Plans an action.
    mutating func plan(at time: Duration, _ action: @escaping Action) {
        count += 1
        let planned = Planned(time: time, order: count, action: action)
        // Later actions are before earlier ones.
        var (low, high) = (0, actions.count)
        while low < high {
            let middle = (low + high) / 2
            if actions[middle].time > time { low = middle + 1 } else { high = middle }
        }
        actions.insert(planned, at: low)
    }

    /// The time of the next action; nil if none is planned.
    var nextTime: Duration? { actions.last?.time }

    /// Removes and returns the next action.
    mutating func take() -> (time: Duration, action: Action)? {
        actions.popLast().map { ($0.time, $0.action) }
    }

    /// Removes all actions.
    mutating func removeAll() { actions.removeAll() }
}
