internal import TroveTerminal

/// The commands of a script that share one commit.
///
/// A commit is due after so many commands, so many bytes of output, or so much time: long enough that
/// commits cost little, short enough that other shells do not wait.
struct CommitGroup {
    private static let commandLimit = 8192
    private static let byteLimit = 1 << 20
    /// In nanoseconds.
    private static let timeLimit: UInt64 = 200_000_000

    /// The line of the first command, from 1.
    private(set) var firstLine = 1
    private var commands = 0
    private var start = MonotonicTime.now()

    /// Counts a command.
    mutating func add(line: Int) {
        if commands == 0 { firstLine = line }
        commands += 1
    }

    /// Begins anew, after a commit.
    mutating func begin() {
        commands = 0
        start = MonotonicTime.now()
    }

    /// Whether to commit now. The clock is asked now and then only.
    func isDue(waitingBytes: Int, wouldWait: @autoclosure () -> Bool) -> Bool {
        guard commands > 0 else { return false }
        if commands >= Self.commandLimit || waitingBytes >= Self.byteLimit || wouldWait() {
            return true
        }
        return commands % 64 == 0 && MonotonicTime.now() - start > Self.timeLimit
    }
}
