import Testing
import TroveTesting

/// A library whose file is removed under a shell, and one that is only read.
@Suite struct ReplacedLibraryTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
        try trove.prepare("add book Dune")
        try trove.shell("$TROVE --library other.db -c 'add book Emma' -c 'add book Persuasion'")
            .requiring()
    }

    @Test(arguments: [
        "cp other.db library.db", "mv other.db library.db",
        "rm library.db && cp other.db library.db",
        "mv library.db away.db",
    ])
    func isReportedBeforeAnyAcknowledgment(_ mishap: String) throws {
        let folder = "home/.local/share/trove"
        try trove.shell("cp other.db ../\(folder)/").requiring()
        let session = try trove.openTrove()
        try session.run("add book Ulysses")
        try trove.shell("cd ../\(folder) && \(mishap)").requiring()
        try session.enter("add book Lost")
        let status = try session.waitForExit()
        #expect(status == .exited(4), "\(session.screen)")
        #expect(!session.screen.contains("Added book 3"), "\(session.screen)")
        let screen = session.screen.split(separator: "\n").joined()
        #expect(screen.contains("moved, replaced or deleted"), "\(session.screen)")
        if mishap.hasPrefix("mv library") {
            let away = try trove.program.run(
                [
                    "--library", trove.scratch.path("\(folder)/away.db"), "--output", "tsv", "-c",
                    "list columns:title",
                ])
            #expect(away.text.contains("Dune") && away.text.contains("Ulysses"), "\(away)")
        } else {
            #expect(try trove.sqlite("PRAGMA integrity_check") == "ok")
            let list = try trove.prepare("list columns:title", ["--output", "tsv"]).text
            #expect(list.contains("Emma") && list.contains("Persuasion") && !list.contains("Dune"))
        }
    }

    /// A query creates nothing in the library's folder, not even briefly.
    @Test(.enabled(if: Tools.canTrace), arguments: [[], ["--read-only"]])
    func aQueryWritesNothing(_ options: [String]) throws {
        let folder = trove.scratch.path("home/.local/share/trove")
        let run = try trove.tool(
            "strace",
            [
                "-f", "-qq", "-y", "-e",
                "trace=openat,open,creat,unlink,unlinkat,rename,ftruncate,pwrite64", "-o",
                trove.scratch.path("trace"), trove.program.path,
            ] + options
                + ["-c", "list", "-c", "count books", "-c", "show Dune", "-c", "log"])
        #expect(run.status == .success, "\(run)")
        let trace = try trove.scratch.read("trace").split(separator: "\n")
        let signs = [
            "O_CREAT", "O_RDWR", "O_WRONLY", "creat(", "unlink", "rename(", "ftruncate(",
            "pwrite64(",
        ]
        let written = trace.filter { line in
            line.contains(folder) && !line.contains("ENOENT")
                && signs.contains(where: line.contains)
        }
        #expect(trace.contains { $0.contains("\(folder)/library.db") })
        #expect(written.isEmpty, "\(written)")
    }
}
