import Glibc
import Testing
import TroveLoopback
import TroveTesting

/// A dummy server that is started, killed and restored like the real one.
@Suite struct ServerUnderTestTests {
    /// The directory of the dummy's program.
    let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    /// Returns a program with the server's arguments: `--listen ADDRESS --store sqlite:PATH --log
    /// json`. It logs its arguments and adds a line to its store before it listens.
    private func standIn(
        first: String = "", then rest: String = "while :; do sleep 60 & wait; done"
    ) throws -> String {
        let script = """
            #!/bin/sh
            \(first)
            echo "$@" >&2
            echo started >> "${4#sqlite:}"
            echo "trove-server listens on http://$2"
            \(rest)
            """
        return try executable(script)
    }

    /// Turns a script into a program.
    ///
    /// Another process writes it: a program started by another test at that moment would inherit a
    /// descriptor open for writing, and such a file cannot be executed.
    private func executable(_ script: String) throws -> String {
        let path = scratch.path("stand-in")
        try ProgramUnderTest("/bin/sh")
            .run(["-c", "cat > \(path); chmod +x \(path)"], input: .text(script)).requiring()
        return path
    }

    private func lives(_ server: ServerUnderTest) throws -> Int {
        try server.scratch.read("store/server.db").split(separator: "\n").count
    }

    @Test func isStartedWithItsDirectory() throws {
        let server = try ServerUnderTest(path: standIn(), arguments: ["--signup", "open"])
        #expect(server.isRunning)
        #expect(server.url == "http://127.0.0.1:\(server.port)")
        #expect(
            server.log == """
                --listen 127.0.0.1:\(server.port) --store sqlite:\(server.storePath) --log json \
                --signup open

                """)
        #expect(try lives(server) == 1)
    }

    @Test func keepsItsPort() throws {
        let server = try ServerUnderTest(path: standIn())
        // The port stays reserved, and connections are refused while no server listens.
        #expect { try Socket.connect(toPort: server.port) } throws: {
            ($0 as? SystemCallError)?.code == ECONNREFUSED
        }
        // A server with `SO_REUSEADDR` gets it.
        let listening = try Socket.listen(port: server.port)
        _ = try Socket.connect(toPort: server.port)
        listening.close()
        try server.restart()
        #expect(try lives(server) == 2)
        #expect(server.log.split(separator: "\n").count == 2)
    }

    @Test func canBeKilled() throws {
        let server = try ServerUnderTest(path: standIn())
        let process = try #require(server.processIdentifier)
        try server.kill()
        #expect(!server.isRunning)
        #expect(kill(process, 0) == -1 && errno == ESRCH)
        try server.kill()
        try server.start()
        try server.start()
        #expect(try lives(server) == 2)
    }

    @Test func aCrashIsReported() throws {
        let server = try ServerUnderTest(path: standIn(then: "echo 'out of luck' >&2; exit 3"))
        let process = try #require(server.processIdentifier)
        while try !ProcessState.hasEnded(process) {}
        #expect { try server.kill() } throws: { error in
            "\(error)".contains("exit status 3") && "\(error)".contains("out of luck")
        }
    }

    @Test func canBeTerminated() throws {
        let server = try ServerUnderTest(path: standIn(first: "trap 'echo bye >&2; exit 0' TERM"))
        try server.terminate()
        #expect(!server.isRunning)
        #expect(server.log.hasSuffix("bye\n"))
    }

    @Test func aFailureToExitIsReported() throws {
        let server = try ServerUnderTest(path: standIn(first: "trap '' TERM"))
        #expect(throws: ServerStartFailure.self) {
            try server.terminate(timeLimit: .milliseconds(200))
        }
    }

    @Test func aFailureToStartIsReported() throws {
        let broken = try executable("#!/bin/sh\necho 'no store' >&2\nexit 4\n")
        #expect { try ServerUnderTest(path: broken) } throws: { error in
            "\(error)".contains("exit status 4") && "\(error)".contains("no store")
        }
    }

    @Test func canRestoreAnOldStore() throws {
        let server = try ServerUnderTest(path: standIn(first: "trap 'exit 0' TERM"))
        try server.scratch.write([1, 2, 3], to: "store/blobs/aa/photo")
        try server.saveStore(as: "early")
        #expect(server.isRunning)
        #expect(try lives(server) == 2)
        try server.scratch.write("new", to: "store/server.db-wal")
        try server.restoreStore(from: "early")
        // The copy has one start, and the server starts again.
        #expect(try lives(server) == 2)
        #expect(try server.scratch.readBytes("store/blobs/aa/photo") == [1, 2, 3])
        #expect(!server.scratch.exists("store/server.db-wal"))
        // It can be restored more than once.
        try server.kill()
        try server.restoreStore(from: "early")
        #expect(!server.isRunning)
        #expect(try lives(server) == 1)
    }
}

private enum ProcessState {
    /// Whether a process has ended; it may still be a zombie, state Z of proc_pid_stat(5).
    static func hasEnded(_ process: Int32) throws -> Bool {
        let run = try ProgramUnderTest("cat").run(["/proc/\(process)/stat"])
        return run.status != .success || run.text.contains(") Z ")
    }
}
