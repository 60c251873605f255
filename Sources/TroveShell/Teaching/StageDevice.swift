import TroveCommands
import TroveModel
import TroveStore
import TroveSync

/// A device of a stage: a library file of its own and a runner for commands, whose output is
/// collected.
final class StageDevice {
    /// The name, as `as` gives it.
    let name: String
    /// Runs the device's commands.
    let runner: CommandRunner
    /// Collects what the commands print.
    let output: Output

    /// Opens the device's library, which is created if it is missing.
    init(
        name: String, library path: String, surroundings: Surroundings, kinds: Kinds,
        isInterrupted: @escaping () -> Bool
    ) throws(LibraryError) {
        self.name = name
        output = Output(isCollecting: true)
        runner = CommandRunner(
            library: try Library(.file(path), kinds: kinds, makesFolders: true),
            surroundings: surroundings, output: output, isForTerminal: false,
            isInterrupted: isInterrupted)
        runner.session.settings.color = .never
        runner.session.settings.pictures = false
    }

    /// The number of queued changes; 0 for a local library.
    var queued: Int { (try? runner.library.outbox.counts().waiting) ?? 0 }

    /// Makes the next command ask the server, as if time had passed since the last contact.
    func forgetContact() {
        guard let sync = runner.sync, sync.network.mode != .off else { return }
        try? sync.simulate(sync.network.mode)
    }

    /// Sends every queued change and fetches everything new. Returns whether that is complete;
    /// true for a local library.
    func sync(atMost time: Duration) throws -> Bool {
        try runner.commitAndRelease()
        guard let sync = runner.sync, runner.library.isReplicating else { return true }
        forgetContact()
        return try sync.syncNow(atMost: time, isWanted: true)
    }

    /// Stops the device's network.
    func close() { runner.closeNetwork() }
}
