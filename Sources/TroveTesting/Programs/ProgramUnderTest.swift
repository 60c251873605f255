import Glibc
import TroveLoopback
import TroveSystem

/// A real program and the clean environment it runs in.
///
/// It inherits nothing from the test runner's environment except the file for coverage data. Its
/// home directory lies in a scratch directory, which copies of the value and their runs share: a
/// run finds what earlier ones stored.
package struct ProgramUnderTest: Sendable {
    /// The program's absolute path.
    package var path: String
    /// The directory with `HOME`, `TMPDIR`, `XDG_RUNTIME_DIR` and, by default, the working
    /// directory, as `home`, `tmp`, `run` and `work`.
    package let scratch: ScratchDirectory
    /// The program's whole environment.
    package var environment: [String: String]
    /// The program's working directory.
    package var workingDirectory: String
    /// The time limit for a run or a single wait.
    package var timeLimit: Duration = .seconds(120)

    /// Prepares a program to run.
    ///
    /// - Parameters:
    ///   - path: The program: an absolute path, a path from the test's working directory, or a
    ///     name to look up in `PATH`.
    ///   - environment: Variables to add to the clean environment, or to replace in it.
    ///   - scratch: A directory shared with other programs; a new one by default.
    /// - Throws: `SystemCallError` when the directory cannot be created or the program is not
    ///   found.
    package init(
        _ path: String, environment: [String: String] = [:], scratch: ScratchDirectory? = nil
    ) throws {
        let scratch = try scratch ?? ScratchDirectory()
        let home = try scratch.makeDirectory("home")
        let clean = [
            "HOME": home,
            "XDG_DATA_HOME": "\(home)/.local/share",
            "XDG_STATE_HOME": "\(home)/.local/state",
            "XDG_CONFIG_HOME": "\(home)/.config",
            "XDG_CACHE_HOME": "\(home)/.cache",
            "XDG_RUNTIME_DIR": try scratch.makeDirectory("run", permissions: 0o700),
            "TMPDIR": try scratch.makeDirectory("tmp"),
            "LANG": "C.UTF-8",
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "TERM": "dumb",
        ]
        self.environment = clean.merging(environment) { _, given in given }
        // Without it, a coverage build would write its file to the working directory.
        let key = "LLVM_PROFILE_FILE"
        if environment[key] == nil { self.environment[key] = SystemCall.getenv(key) }
        self.path = try Self.resolve(path, in: self.environment["PATH"] ?? "")
        self.scratch = scratch
        workingDirectory = try scratch.makeDirectory("work")
    }

    /// Runs the program to its end.
    ///
    /// - Throws: `WaitFailure` when it exceeds `timeLimit` and is killed; `SystemCallError` when it
    ///   cannot be started.
    package func run(
        _ arguments: [String] = [], input: ProgramInput = .empty, errors: ErrorRouting = .separate,
        fileID: String = #fileID, line: Int = #line
    ) throws -> ProgramRun {
        let program = try start(arguments, input: input, errors: errors)
        return try program.waitForExit(fileID: fileID, line: line)
    }

    /// Starts the program, for interaction while it runs.
    ///
    /// Unless an input is given, its standard input is a pipe that stays open for `write`.
    ///
    /// - Throws: `SystemCallError` when it cannot be started.
    package func start(
        _ arguments: [String] = [], input: ProgramInput? = nil, errors: ErrorRouting = .separate
    ) throws -> RunningProgram {
        try RunningProgram(launch(arguments), input: input, errors: errors, timeLimit: timeLimit)
    }

    /// Starts the program in its own terminal, whose type is in `TERM`.
    ///
    /// - Throws: `SystemCallError` when it cannot be started.
    package func openTerminal(
        _ arguments: [String] = [], size: WindowSize = .standard,
        terminal: String = "xterm-256color"
    ) throws -> TerminalSession {
        var launch = launch(arguments)
        launch.environment["TERM"] = terminal
        return try TerminalSession(launch, size: size, timeLimit: timeLimit)
    }

    /// Starts a shell with job control in a terminal, in the program's environment, and waits for
    /// its prompt, `TerminalSession.shellPrompt`.
    ///
    /// The shell's variable `PROGRAM` holds the program's path: `session.enter("\"$PROGRAM\"
    /// list")` starts it. This can test what a lone program cannot: Ctrl-Z and `fg`, and whether
    /// the terminal mode was restored. For the latter the shell must not change the mode: Debian's
    /// `/bin/sh` does not, but a shell with a line editor does.
    ///
    /// - Throws: `WaitFailure` when the prompt does not appear; `SystemCallError` when the shell
    ///   cannot be started.
    package func openShell(
        _ shell: String = "/bin/sh", arguments: [String] = ["-i"], size: WindowSize = .standard,
        terminal: String = "xterm-256color", fileID: String = #fileID, line: Int = #line
    ) throws -> TerminalSession {
        var launch = launch(arguments)
        launch.path = try Self.resolve(shell, in: environment["PATH"] ?? "")
        launch.environment["TERM"] = terminal
        launch.environment["PROGRAM"] = path
        launch.environment["PS1"] = TerminalSession.shellPrompt
        let session = try TerminalSession(launch, size: size, timeLimit: timeLimit)
        try session.waitForPrompt(fileID: fileID, line: line)
        return session
    }

    private func launch(_ arguments: [String]) -> ProgramLaunch {
        ProgramLaunch(
            path: path, arguments: arguments, environment: environment,
            workingDirectory: workingDirectory, scratch: scratch)
    }

    /// Finds the program now, because it will be started from another directory.
    private static func resolve(_ path: String, in searchPath: String) throws -> String {
        let candidates =
            path.contains("/") ? [path] : searchPath.split(separator: ":").map { "\($0)/\(path)" }
        for candidate in candidates where SystemCall.access(candidate, X_OK) == 0 {
            guard let resolved = FilePath.resolved(candidate) else { continue }
            // A program's name may decide its behavior (`sh` is a link to `dash`), so only the
            // directory is resolved.
            if candidate.hasPrefix("/") { return candidate }
            return resolved
        }
        throw SystemCallError("find the program \(path)", code: ENOENT)
    }
}
