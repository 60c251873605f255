/// The possible states of an item, derived from the program's output.
///
/// An acknowledged command leaves one state. A command without an acknowledgment, because the
/// program was killed or the server's answer was lost, leaves the previous states and those that
/// the command produces.
struct Expectation: CustomStringConvertible {
    enum State: Hashable {
        case absent
        /// It exists, with this description.
        case present(String)
    }

    /// The effect of a command.
    enum Effect: Hashable {
        case add(String)
        case set(String)
        case delete

        /// Returns the state that the effect produces.
        func result(of state: State) -> State {
            switch self {
            case .add(let value): .present(value)
            case .set(let value): state == .absent ? .absent : .present(value)
            case .delete: .absent
            }
        }
    }

    /// The outcome of a command.
    enum Outcome: Hashable {
        case acknowledged
        /// It was rejected, and must have had no effect.
        case failed
        /// Unknown: the program was killed, or reported it as unconfirmed.
        case unknown
    }

    private(set) var possible: Set<State> = [.absent]
    /// Whether it may change without a further command, because of an operation in transit that the
    /// library does not know.
    private(set) var isOpen = false

    /// The only possible state; nil if there are several, or it may change.
    var certain: State? { possible.count == 1 && !isOpen ? possible.first : nil }

    /// Applies the outcome of a command.
    ///
    /// - Parameters:
    ///   - effect: The command's effect.
    ///   - outcome: The command's outcome.
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

    /// Records a state that a device shows. Returns whether it is possible.
    mutating func see(_ state: State) -> Bool {
        guard possible.contains(state) else { return false }
        if !isOpen { possible = [state] }
        return true
    }

    var description: String {
        possible.map { "\($0)" }.sorted().joined(separator: " or ")
    }
}
