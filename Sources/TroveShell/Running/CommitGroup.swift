import TroveCommands
import TroveSystem
import TroveTerminal

/// The lines of a script that share one commit.
///
/// A commit is due after a number of lines, a number of bytes of output, or a time limit: rarely
/// enough that commits cost little, often enough that other shells do not wait.
struct CommitGroup {
    private static let lineLimit = 65_536
    private static let byteLimit = 8 << 20
    private static let timeLimit: Duration = .milliseconds(200)

    /// The first of the lines, from 1.
    private(set) var firstLine = 1
    private var lines = 0
    private var start = MonotonicClock.uptime

    /// Counts a line.
    mutating func add(line: Int) {
        if lines == 0 { firstLine = line }
        lines += 1
    }

    /// Starts a new group, after a commit.
    mutating func begin() {
        lines = 0
        start = MonotonicClock.uptime
    }

    /// Whether to commit now.
    func isDue(waitingBytes: Int, wouldWait: @autoclosure () -> Bool) -> Bool {
        // Right after an intermediate commit only a reply may be pending.
        guard lines > 0 || waitingBytes > 0 else { return false }
        if lines >= Self.lineLimit || waitingBytes >= Self.byteLimit || wouldWait() {
            return true
        }
        return MonotonicClock.uptime - start > Self.timeLimit
    }
}
