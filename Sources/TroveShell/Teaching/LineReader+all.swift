import TroveCommands
import TroveTerminal

extension LineReader {
    /// Returns all lines of a file with this name, without their ends.
    ///
    /// - Throws: `isUnreadable` if the file cannot be read, or is not UTF-8.
    mutating func allLines(of name: String) throws(CommandFailure) -> [String] {
        var lines: [String] = []
        while true {
            switch next(isInterrupted: { TerminalSignals.isInterrupted }) {
            case .text(let line): lines.append(line)
            case .end: return lines
            case .invalid, .tooLong, .database, .failure: throw CommandFailure(.isUnreadable(name))
            }
        }
    }
}
