import TroveTesting

/// A program in `Benchmarks/Peers` or `Benchmarks/Programs`. It reads requests line by line and
/// answers each with a line of JSON; each program documents its requests.
final class Peer {
    /// An answer.
    struct Answer {
        let line: String

        /// Returns a text by its name.
        func text(_ name: String) throws -> String {
            let rest = line.split(separator: "\"\(name)\": \"", maxSplits: 1).dropFirst().first
            guard let text = rest?.prefix(while: { $0 != "\"" }) else {
                throw PeerFailed(answer: line)
            }
            return String(text)
        }

        /// Returns a number by its name.
        func number(_ name: String) throws -> Double {
            let rest = line.split(separator: "\"\(name)\": ", maxSplits: 1).dropFirst().first
            guard let digits = rest?.prefix(while: { !",}".contains($0) }),
                let number = Double(digits)
            else { throw PeerFailed(answer: line) }
            return number
        }

        /// Returns the duration in the member `ms`.
        func duration() throws -> Duration { .microseconds(try number("ms") * 1000) }
    }

    private let program: RunningProgram
    /// Its first line.
    private(set) var greeting = Answer(line: "")
    /// The figures of its process.
    var figures: ProcessFigures { ProcessFigures(identifier: program.processIdentifier) }

    /// Starts a program that `Scripts/bench` has compiled, and waits until it is ready.
    init(compiled name: String, _ arguments: [String], in workshop: Workshop) throws {
        program = try workshop.programOfItsOwn(workshop.path("programs/\(name)"))
            .start(arguments, errors: .merged)
        greeting = try answer()
    }

    /// Starts a program in Python, and waits until it is ready.
    init(_ name: String, _ arguments: [String], in workshop: Workshop) throws {
        guard let python = workshop.python else { throw NoPython() }
        let script = Repository.path(of: "Benchmarks/Peers/\(name).py")
        // Keep Python from writing into the repository.
        let environment = ["PYTHONDONTWRITEBYTECODE": "1"]
        program = try workshop.programOfItsOwn(python, environment: environment)
            .start([script] + arguments, errors: .merged)
        greeting = try answer()
    }

    @discardableResult
    func ask(_ request: String) throws -> Answer {
        try program.write("\(request)\n")
        return try answer()
    }

    /// Ends the program and its children.
    func end() throws {
        try program.write("quit\n")
        try program.waitForExit().requiring()
    }

    private func answer() throws -> Answer {
        // Anything but an answer is an error message, which the failure to parse it shows.
        let line = try program.read(until: "\n")
        guard line.hasPrefix("{\""), !line.hasPrefix("{\"error\"") else {
            _ = try? program.read(until: "\n\n", timeLimit: .seconds(1))
            throw PeerFailed(answer: program.text)
        }
        return Answer(line: line)
    }
}

/// A peer answered without the figure.
struct PeerFailed: Error {
    let answer: String
}

/// Python with Anki could not be installed.
struct NoPython: Error {}
