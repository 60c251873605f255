import TroveTesting

/// The built shell in a clean environment with a fixed time and no pager.
struct Trove {
    /// The built program, for special ways to start it.
    var program: ProgramUnderTest

    /// Finds the program and creates a clean home for it.
    ///
    /// - Parameter environment: Variables to add to the environment, or to replace in it.
    /// - Throws: `ProgramNotBuilt` when it is not found, `SystemCallError` without a home.
    init(environment: [String: String] = [:]) throws {
        let fixed = ["TROVE_NOW": "2026-11-20T12:00", "TZ": "UTC", "USER": "ann", "PAGER": "cat"]
        program = try ProgramUnderTest(
            BuiltProgram.path(of: "trove"),
            environment: fixed.merging(environment) { _, given in given })
    }

    /// The directory of its files.
    var scratch: ScratchDirectory { program.scratch }

    /// The whole environment of the program.
    var environment: [String: String] {
        get { program.environment }
        set { program.environment = newValue }
    }

    /// The default library, relative to `scratch`.
    static let libraryName = "home/.local/share/trove/library.db"

    /// The absolute path of the default library.
    var libraryPath: String { scratch.path(Self.libraryName) }

    /// Runs a script on standard input.
    func run(
        _ script: String, _ options: [String] = [], errors: ErrorRouting = .separate,
        fileID: String = #fileID, line: Int = #line
    ) throws -> ProgramRun {
        try program.run(
            options, input: .text(script), errors: errors, fileID: fileID, line: line)
    }

    /// Runs a script on standard input, which must succeed.
    @discardableResult
    func prepare(
        _ script: String, _ options: [String] = [], fileID: String = #fileID, line: Int = #line
    ) throws -> ProgramRun {
        try run(script, options).requiring(.success, fileID: fileID, line: line)
    }

    /// Runs a script on standard input, which must succeed, and returns its output and its
    /// warnings, in order.
    func output(
        of script: String, _ options: [String] = [], fileID: String = #fileID, line: Int = #line
    ) throws -> String {
        try run(script, options, errors: .merged)
            .requiring(.success, fileID: fileID, line: line).text
    }

    /// Returns the whole library as JSON.
    func json(
        _ options: [String] = [], fileID: String = #fileID, line: Int = #line
    ) throws -> String {
        try program.run(options + ["--json", "-c", "list"])
            .requiring(.success, fileID: fileID, line: line).text
    }

    /// Runs another program in the same environment.
    func tool(
        _ name: String, _ arguments: [String], input: ProgramInput = .empty,
        errors: ErrorRouting = .separate, fileID: String = #fileID, line: Int = #line
    ) throws -> ProgramRun {
        try other(name).run(
            arguments, input: input, errors: errors, fileID: fileID, line: line)
    }

    /// Returns another program in the same environment.
    func other(_ name: String) throws -> ProgramUnderTest {
        var other = try ProgramUnderTest(
            name, environment: program.environment, scratch: scratch)
        other.timeLimit = program.timeLimit
        return other
    }

    /// Runs a shell command, in which `$TROVE` is the program.
    func shell(
        _ line: String, input: ProgramInput = .empty, errors: ErrorRouting = .separate
    ) throws -> ProgramRun {
        var shell = try other("/bin/sh")
        shell.environment["TROVE"] = program.path
        return try shell.run(["-c", line], input: input, errors: errors)
    }

    /// Queries a database with SQLite's own shell, independently of the program under test.
    func sqlite(
        _ query: String, in path: String? = nil, fileID: String = #fileID, line: Int = #line
    ) throws -> String {
        let run = try tool("sqlite3", [path ?? libraryPath, query])
            .requiring(.success, fileID: fileID, line: line)
        return run.lines.joined(separator: "\n")
    }
}
