import TroveCommands
import TroveStore
import TroveTerminal

extension CommandRunner {
    /// The state of sync as the prompt shows it; nil for a local library.
    var promptState: TerminalText? {
        guard let sync, let counts = try? library.outbox.counts() else { return nil }
        return Message.prompt(sync.state, counts)
    }
}
