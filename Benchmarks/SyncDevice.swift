import TroveTesting

/// One of a user's devices: a shell over pipes with a library and a home of its own.
///
/// It stays open, so that what is measured is its sync and not its start, as it is with a peer whose
/// client runs within the process that measures.
final class SyncDevice {
    /// The program, for more shells on the same library.
    let trove: ProgramUnderTest
    /// The library's path.
    let library: String

    private let shell: RunningProgram
    private var marks = 0

    /// Opens an empty library that knows the server.
    init(_ name: String, _ server: SyncServer, in workshop: Workshop) throws {
        trove = try workshop.programOfItsOwn(
            workshop.trove.path, environment: ["TROVE_PASSWORD": "only for benchmarks"])
        workshop.remove(name)
        library = workshop.path(name)
        shell = try trove.start(["--library", library], errors: .merged)
        try run(["connect \(server.address)"])
    }

    /// Runs lines, and gives what they printed, mistakes too.
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

    /// How long lines take, from the writing of the first until the last has answered.
    func duration(of lines: String...) throws -> Duration {
        try TroveBenchmarks.duration { try run(lines) }
    }

    /// The books in its library, as another program reads them, sorted.
    func rows(_ workshop: Workshop) throws -> [String] {
        let statement = "SELECT title, author, note FROM book"
        return try workshop.sqlite.run(["-readonly", "-separator", "\t", library, statement])
            .requiring().lines.sorted()
    }

    /// Ends the shell: the library can be opened by another one.
    func close() throws {
        try shell.waitForExit().requiring()
    }
}

/// A device said that something is wrong.
struct DeviceRefused: Error {
    /// What it was told, at most the first five lines.
    let lines: [String]
    /// What it said.
    let output: String
}
