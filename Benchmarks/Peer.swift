import Glibc
import TroveTesting

/// A program of `Benchmarks/Peers`, which is asked a line at a time and answers each with a line of
/// JSON; in each of them stands what it can be asked.
final class Peer {
    /// What it answered.
    struct Answer {
        let line: String

        /// The number of a name.
        func number(_ name: String) throws -> Double {
            let rest = line.split(separator: "\"\(name)\": ", maxSplits: 1).dropFirst().first
            guard let digits = rest?.prefix(while: { !",}".contains($0) }),
                let number = Double(digits)
            else { throw PeerFailed(answer: line) }
            return number
        }

        /// What a duration was, in a field `ms`.
        func duration() throws -> Duration { .microseconds(try number("ms") * 1000) }
    }

    private let program: RunningProgram

    /// Starts the program, and waits until it can be asked.
    init(_ name: String, _ arguments: [String], in workshop: Workshop) throws {
        guard let python = workshop.python else { throw NoPython() }
        // The benchmarks are started in the repository's folder; the program is not.
        guard let script = unsafe realpath("Benchmarks/Peers/\(name).py", nil) else {
            throw SystemCallError("realpath Benchmarks/Peers/\(name).py")
        }
        // `realpath` allocates the text, which is copied before it is freed.
        defer { unsafe free(script) }
        // Nothing is left in the repository's folder.
        let environment = ["PYTHONDONTWRITEBYTECODE": "1"]
        program = try workshop.programOfItsOwn(python, environment: environment)
            .start([unsafe String(cString: script)] + arguments, errors: .merged)
        _ = try answer()
    }

    @discardableResult
    func ask(_ request: String) throws -> Answer {
        try program.write("\(request)\n")
        return try answer()
    }

    /// Ends the program, and what it has started.
    func end() throws {
        try program.write("quit\n")
        try program.waitForExit().requiring()
    }

    private func answer() throws -> Answer {
        // Whatever is no answer is a complaint, and ends up in the failure to find one.
        let line = try program.read(until: "\n")
        guard line.hasPrefix("{\""), !line.hasPrefix("{\"error\"") else {
            _ = try? program.read(until: "\n\n", timeLimit: .seconds(1))
            throw PeerFailed(answer: program.text)
        }
        return Answer(line: line)
    }
}

/// A peer did not answer with a figure.
struct PeerFailed: Error {
    let answer: String
}

/// There is no Python with Anki: it could not be installed.
struct NoPython: Error {}
