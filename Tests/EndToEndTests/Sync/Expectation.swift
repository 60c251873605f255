/// What a thing may be like, by what was said of it.
///
/// A command that was acknowledged leaves one possibility. One whose acknowledgement did not come,
/// because the program was killed or the server's answer was lost, leaves what was possible before
/// and what the command makes of it.
struct Expectation: CustomStringConvertible {
    enum State: Hashable {
        case absent
        /// It is there, with this description.
        case present(String)
    }

    /// What a command does.
    enum Effect: Hashable {
        case add(String)
        case set(String)
        case delete

        /// What it makes of a state.
        func result(of state: State) -> State {
            switch self {
            case .add(let value): .present(value)
            case .set(let value): state == .absent ? .absent : .present(value)
            case .delete: .absent
            }
        }
    }

    /// What has become of a command.
    enum Outcome: Hashable {
        case acknowledged
        /// It was refused: it must have done nothing.
        case failed
        /// Nobody knows: it was killed, or it said so itself.
        case unknown
    }

    private(set) var possible: Set<State> = [.absent]
    /// Whether it may change without a further command: an operation may be on its way that the
    /// library knows nothing of.
    private(set) var isOpen = false

    /// The one state that it has; nil where that is not sure, or may change.
    var certain: State? { possible.count == 1 && !isOpen ? possible.first : nil }

    /// Takes in what has become of a command.
    ///
    /// - Parameters:
    ///   - effect: What the command does.
    ///   - outcome: What has become of it.
    ///   - mayBeUnderWay: Whether the server may have it although the library does not.
    mutating func take(_ effect: Effect, _ outcome: Outcome, mayBeUnderWay: Bool) {
        let results = Set(possible.map(effect.result))
        switch outcome {
        case .acknowledged: possible = results
        case .failed: break
        case .unknown:
            possible.formUnion(results)
            if mayBeUnderWay { isOpen = true }
        }
    }

    /// Takes in what a device shows; whether it may show that.
    mutating func see(_ state: State) -> Bool {
        guard possible.contains(state) else { return false }
        if !isOpen { possible = [state] }
        return true
    }

    var description: String {
        possible.map { "\($0)" }.sorted().joined(separator: " or ")
    }
}
