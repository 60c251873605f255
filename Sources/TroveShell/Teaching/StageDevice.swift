import TroveCommands
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// A device of a stage: a library file of its own and a runner for commands, whose output is
/// collected.
final class StageDevice {
    /// The name, as `as` gives it.
    let name: String
    let runner: CommandRunner
    /// Collects what the commands print.
    let output: Output

    /// Opens the device's library, which is created if it is missing.
    init(
        name: String, library path: String, surroundings: Surroundings, kinds: Kinds,
        session: Session, isInterrupted: @escaping () -> Bool
    ) throws(LibraryError) {
        self.name = name
        output = Output(isCollecting: true)
        runner = CommandRunner(
            library: try Library(.file(path), kinds: kinds, makesFolders: true),
            surroundings: surroundings, session: session, output: output, isForTerminal: false,
            isInterrupted: isInterrupted)
        takeSettings()
    }

    /// Reads the settings from the environment again.
    func takeSettings() {
        runner.session.settings.readEnvironment { runner.surroundings[$0] }
        runner.session.settings.color = .never
        runner.session.settings.pictures = false
    }

    /// The number of queued changes; 0 for a local library.
    var queued: Int { (try? runner.library.outbox.counts().waiting) ?? 0 }

    func json(of reply: Reply) -> [UInt8] {
        let renderer = ReplyRenderer(
            .json,
            OutputContext(
                kinds: runner.kinds, style: .plain, width: nil, isForTerminal: false,
                today: runner.surroundings.today))
        var bytes: [UInt8] = []
        renderer.render(reply, into: &bytes)
        return bytes
    }

    /// Makes the next command ask the server, as if time had passed since the last contact.
    func forgetContact() {
        guard let sync = runner.sync, sync.network.mode != .off else { return }
        try? sync.simulate(sync.network.mode)
    }

    /// Sends the queued changes if the device is online, as a shell at a prompt does in the
    /// background.
    func pushQueue() {
        guard let sync = runner.sync, sync.state.isOnline, queued > 0 else { return }
        _ = try? sync.syncNow(atMost: sync.patience)
    }

    /// Sends every queued change and fetches everything new. Returns whether that is complete;
    /// true for a local library, and while `net off` is in effect.
    func sync(atMost time: Duration) throws -> Bool {
        try runner.commitAndRelease()
        guard let sync = runner.sync, runner.library.isReplicating, sync.network.mode != .off
        else { return true }
        forgetContact()
        return try sync.syncNow(atMost: time, isWanted: true)
    }

    /// Stops the device's network.
    func close() { runner.closeNetwork() }
}
