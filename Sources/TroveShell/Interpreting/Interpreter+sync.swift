import TroveLanguage
import TroveModel

extension Interpreter {
    /// Carries out what has to do with a server, in a library that has none.
    func runSync(_ command: Command) throws -> Reply {
        switch command {
        case .connect(nil): throw CommandFailure(.needsAddress)
        case .connect(let address?): throw CommandFailure(.badAddress, at: address.span)
        case .whoAmI: .text(Message.nobodyIsLoggedIn)
        case .status: .text(Message.isLocal)
        case .queue(.drop(let number?, _)), .queue(.retry(let number?)):
            throw CommandFailure(.notInQueue(number.value), at: number.span)
        case .queue: .text(Message.nothingQueued)
        case .resolve(let number?, _):
            throw CommandFailure(.noSuchConflict(number.value), at: number.span)
        case .conflicts, .resolve: .text(Message.noConflicts)
        case .policy(.show): .text(Message.policies(kinds.all.map { ($0.name, $0.offline) }))
        case .policy(.reset): .text(Message.policiesReset)
        case .policy(.set(let kind, let operation, let rule)):
            .text(Message.policy(kinds[kind], operation, rule))
        case .net(let action): .text(Message.network(action ?? .auto))
        default: throw CommandFailure(.isNotConnected)
        }
    }
}
