import Glibc
import TroveTesting

/// The programs to measure and their files.
///
/// All files are in one folder of a real file system, so that durable writes reach the disk.
/// Libraries are kept between runs.
struct Workshop {
    /// The path of the folder.
    let folder: String
    let trove: ProgramUnderTest
    let sqlite: ProgramUnderTest
    let shell: ProgramUnderTest
    /// A Python with Anki, if it could be installed.
    let python: String?

    init(folder: String, python: String?) throws {
        self.folder = folder
        self.python = python
        let scratch = try ScratchDirectory(name: "trove-bench")
        trove = try Self.program(try BuiltProgram.path(of: "trove"), scratch)
        sqlite = try Self.program("sqlite3", scratch)
        shell = try Self.program("/bin/sh", scratch)
    }

    /// Returns a program with an environment and a home folder of its own, so several can run side
    /// by side.
    func programOfItsOwn(_ path: String, environment: [String: String] = [:]) throws
        -> ProgramUnderTest
    {
        var program = try ProgramUnderTest(
            path, environment: environment, scratch: ScratchDirectory(name: "trove-bench"))
        program.timeLimit = .seconds(300)
        return program
    }

    private static func program(_ path: String, _ scratch: ScratchDirectory) throws
        -> ProgramUnderTest
    {
        var program = try ProgramUnderTest(path, scratch: scratch)
        program.timeLimit = .seconds(3600)
        return program
    }

    /// Runs a shell command line, in which `$1` and so on are the given words.
    @discardableResult
    func run(_ commandLine: String, _ words: String...) throws -> ProgramRun {
        try run(commandLine, words: words)
    }

    /// Runs a shell command line with a list of words.
    @discardableResult
    func run(_ commandLine: String, words: [String]) throws -> ProgramRun {
        try shell.run(["-c", commandLine, "sh"] + words).requiring()
    }

    /// Measures a shell command line.
    func duration(_ commandLine: String, _ words: String...) throws -> Duration {
        try shell.run(["-c", commandLine, "sh"] + words).requiring().duration
    }

    func remove(_ name: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { _ = unsafe unlink(path(name) + suffix) }
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Creates an empty folder.
    func emptyFolder(_ name: String) throws -> String {
        try run("rm -rf \"$1\" && mkdir -p \"$1\"", path(name))
        return path(name)
    }

    /// Writes a text file from pieces.
    func write(_ pieces: some Sequence<String>, to name: String) throws -> String {
        let path = path(name)
        guard let file = unsafe fopen(path, "w") else { throw CannotWrite(path: path) }
        defer { unsafe fclose(file) }
        for piece in pieces {
            guard unsafe fputs(piece, file) >= 0 else { throw CannotWrite(path: path) }
        }
        return path
    }

    /// Returns the path of a library with this many books, and creates it by adding them if it is
    /// missing.
    func library(of count: Int) throws -> String {
        let name = "library-\(SampleBook.generation)-\(count).db"
        let path = path(name)
        guard unsafe access(path, R_OK) != 0 else { return path }
        note("making a library of \(count) books")
        let unfinished = "unfinished.db"
        remove(unfinished)
        let script = try write((0..<count).lazy.map { SampleBook(at: $0).command }, to: "add.trove")
        try run(
            "\"$1\" --library \"$2\" <\"$3\" >/dev/null", trove.path, self.path(unfinished), script)
        remove("add.trove")
        guard unsafe rename(self.path(unfinished), path) == 0 else { throw CannotWrite(path: path) }
        return path
    }

    /// Reports a slow step.
    func note(_ text: String) { say("… \(text)") }
}

/// Writes a progress message to standard error; standard output has the report.
func say(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
}

/// A file could not be written.
struct CannotWrite: Error {
    let path: String
}
