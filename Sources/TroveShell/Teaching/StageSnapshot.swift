import TroveCommands
import TroveLessons
import TroveModel
import TroveSync
import TroveTerminal

/// A copy of everything on a stage, for a step back.
struct StageSnapshot {
    /// What a device has besides its files.
    fileprivate struct Device {
        let name: String
        let session: Session
        let random: any RandomNumberGenerator
        let network: SimulatedNetwork.Mode
    }

    /// The path of the copy of the stage's state.
    fileprivate let path: String
    fileprivate let devices: [Device]
    fileprivate let isServerRunning: Bool
}

extension Stage {
    /// The timeout of a copy, in seconds.
    private static let timeLimit = 60

    /// Copies the libraries, the files, the server's store and the sessions. No command may be
    /// running. Blocks while the server starts, because it creates its store then.
    ///
    /// - Throws: `StageFailure`.
    func snapshot() throws(StageFailure) -> StageSnapshot {
        try awaitServer()
        let path = "\(folder.path)/snapshot-\(takeSnapshotNumber())"
        // Another process copies, because closing a descriptor of a library's file in this one
        // would drop the locks of the library.
        try execute("exec cp -a -- \"$1\" \"$2\"", [state, path])
        return StageSnapshot(
            path: path,
            devices: devices.map { device in
                StageSnapshot.Device(
                    name: device.name, session: device.runner.session.copy(),
                    random: device.runner.surroundings.random, network: device.runner.network)
            }, isServerRunning: server.isRunning)
    }

    /// Returns to a snapshot, which can be restored again. The devices are new objects afterward.
    ///
    /// - Throws: `StageFailure`.
    func restore(_ snapshot: StageSnapshot) throws(StageFailure) {
        closeDevices()
        server.stop()
        try execute(
            "rm -rf -- \"$2\" && exec cp -a -- \"$1\" \"$2\"", [snapshot.path, state])
        if snapshot.isServerRunning { try perform(.start) }
        for saved in snapshot.devices {
            let device = try device(saved.name, session: saved.session.copy())
            device.runner.surroundings.random = saved.random
            device.runner.network = saved.network
        }
    }

    private func execute(_ command: String, _ arguments: [String]) throws(StageFailure) {
        let result = SystemShell.capture(
            command, arguments, seconds: Self.timeLimit, limit: 1 << 16,
            isInterrupted: { TerminalSignals.endsWait })
        guard case .ended(0, _) = result else { throw .notCopied(state) }
    }
}
