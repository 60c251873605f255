import TroveTesting

/// A device of a user: a shell over pipes, with its own library and home.
///
/// It stays open, so that the measurement includes the sync but not the start of the program, as
/// with a peer whose client runs inside the measuring process.
final class SyncDevice {
    /// The program, for other shells on the same library.
    let trove: ProgramUnderTest
    /// The path of the library.
    let library: String

    private let shell: RunningProgram
    private var marks = 0

    /// Opens an empty library that is connected to the server.
    init(_ name: String, _ server: SyncServer, in workshop: Workshop) throws {
        trove = try workshop.programOfItsOwn(
            workshop.trove.path, environment: ["TROVE_PASSWORD": "only for benchmarks"])
        workshop.remove(name)
        library = workshop.path(name)
        shell = try trove.start(["--library", library], errors: .merged)
        try run(["connect \(server.address)"])
    }

    /// Runs lines and returns their output, including errors.
    @discardableResult
    func run(_ lines: [String]) throws -> String {
        marks += 1
        let mark = "done-\(marks)"
        try shell.write((lines + ["echo \(mark)"]).map { "\($0)\n" }.joined())
        let output = try shell.read(until: "\(mark)\n")
        guard !output.contains("error:") else {
            throw DeviceRefused(lines: Array(lines.prefix(5)), output: String(output.prefix(2000)))
        }
        return output
    }

    /// Measures lines, from writing the first until the last has answered.
    func duration(of lines: String...) throws -> Duration {
        try TroveBenchmarks.duration { try run(lines) }
    }

    /// Returns the books in the library, read by another program, sorted.
    func rows(_ workshop: Workshop) throws -> [String] {
        let statement = "SELECT title, author, note FROM book"
        return try workshop.sqlite.run(["-readonly", "-separator", "\t", library, statement])
            .requiring().lines.sorted()
    }

    /// Ends the shell, so that another one can open the library.
    func close() throws {
        try shell.waitForExit().requiring()
    }
}

/// A device reported an error.
struct DeviceRefused: Error {
    /// The lines that it ran, at most five.
    let lines: [String]
    /// Its output.
    let output: String
}
