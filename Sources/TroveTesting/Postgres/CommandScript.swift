import TroveSystem

/// A running script of `Scripts` that reads commands, one per line, and answers each with a line.
/// It ends with its input when the value is deallocated or the test program ends, however it ends.
final class CommandScript: Sendable {
    /// The first line that the script has printed.
    let greeting: String
    private let program: Monitor<RunningProgram>

    /// Starts a script, and reads its first line.
    ///
    /// - Parameters:
    ///   - name: The name of the script.
    ///   - arguments: Its arguments.
    ///   - timeLimit: How long an answer may take.
    /// - Throws: `PostgresFailure` when it cannot start.
    init(_ name: String, _ arguments: [String] = [], timeLimit: Duration) throws {
        let program = try RunningProgram(
            ProgramLaunch(
                path: Repository.path(of: "Scripts/\(name)"), arguments: arguments,
                environment: ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"],
                workingDirectory: "/"),
            input: nil, errors: .separate, timeLimit: timeLimit)
        greeting = String(try program.read(until: "\n").dropLast())
        guard !greeting.hasPrefix("failed:") else { throw PostgresFailure(description: greeting) }
        self.program = Monitor(program)
    }

    deinit {
        // The script removes its files at the end of its input.
        program.withLock { program in _ = try? program.waitForExit(timeLimit: .seconds(30)) }
    }

    /// Sends a command, and returns the answer.
    ///
    /// - Throws: `PostgresFailure` when the script could not do it.
    @discardableResult
    func run(_ command: String) throws -> String {
        try program.withLock { program in
            Result<String, any Error> {
                try program.write("\(command)\n")
                let answer = String(try program.read(until: "\n").dropLast())
                guard !answer.hasPrefix("failed:") else {
                    throw PostgresFailure(description: answer)
                }
                return answer
            }
        }.get()
    }
}

/// A database server did not do what a test asked.
package struct PostgresFailure: Error, CustomStringConvertible {
    /// What failed, and why.
    package let description: String
}
