import Glibc
import Testing
import TroveSystem
import TroveTesting

/// Completions for other shells, and the script that installs Trove.
@Suite(.timeLimit(.minutes(20))) struct InstallTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func output(_ program: String, _ option: String...) throws -> String {
        try ProgramUnderTest(BuiltProgram.path(of: program)).run(option).requiring().text
    }

    /// What bash offers for a line that ends with a word.
    private func offers(_ program: String, _ words: [String]) throws -> [String] {
        let script = try output(program, "--completions", "bash")
        let function = "_" + program.replacing("-", with: "_")
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let run = try ProgramUnderTest("bash").run([
            "-c",
            """
            \(script)
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
            \(function); printf '%s\\n' "${COMPREPLY[@]}"
            """,
        ])
        return try run.requiring().lines.filter { !$0.isEmpty }
    }

    @Test func bashCompletesOptionsAndValues() throws {
        #expect(try offers("trove", ["trove", "--ou"]) == ["--output"])
        #expect(try offers("trove", ["trove", "--output", "js"]) == ["json", "jsonl"])
        #expect(try offers("trove-server", ["trove-server", "--signup", "in"]) == ["invite"])
    }

    @Test func bashCompletesCommandsAndFiles() throws {
        func offered(_ words: String...) throws -> [String] {
            try offers("trove-server", ["trove-server"] + words)
        }
        #expect(try offered("ba") == ["backup"])
        #expect(try offered("--log", "json", "user", "ex") == ["export"])
        let folder = try ScratchDirectory()
        let file = try folder.write("", to: "my file.db")
        let start = String(file.dropLast(7))
        #expect(try offered("backup", start) == [file])
        #expect(try offered("user", "export", start) == [file])
        #expect(try offers("trove", ["trove", "-f", start]) == [file])
    }

    @Test(arguments: ["zsh", "fish"])
    func otherShellsGetEveryOption(_ shell: String) throws {
        let script = try output("trove", "--completions", shell)
        for option in ["library", "ephemeral", "output", "stop-on-error", "manual"] {
            #expect(script.contains(option), "\(option)")
        }
    }

    @Test func anUnknownShellIsRefused() throws {
        let run = try ProgramUnderTest(BuiltProgram.path(of: "trove"))
            .run(["--completions", "tcsh"])
        #expect(run.status == .exited(2))
        #expect(run.errorText.contains("bash, zsh or fish"))
    }

    @Test func installsWhereItIsTold() throws {
        let script = Repository.path(of: "Scripts/install")
        let prefix = scratch.path("prefix")
        // The script looks for the toolchain.
        let path = SystemCall.getenv("PATH") ?? ""
        var install = try ProgramUnderTest(script, environment: ["PATH": path])
        // It builds the release first.
        install.timeLimit = .seconds(1200)
        let run = try install.run(["--prefix", prefix]).requiring()
        #expect(run.text.contains("Installed trove and trove-server into \(prefix)/bin."))
        let trove = try ProgramUnderTest("\(prefix)/bin/trove").run(["--version"]).requiring()
        #expect(trove.text.hasPrefix("trove "))
        for file in [
            "bin/trove-server", "share/man/man1/trove.1", "share/man/man8/trove-server.8",
            "share/bash-completion/completions/trove", "share/zsh/site-functions/_trove",
            "share/fish/vendor_completions.d/trove-server.fish", "libexec/trove/catalogue-stand-in",
            "share/trove/lessons/first-steps.trove", "share/trove/lessons/conflicts.trove",
            "share/trove/lessons/bookvault-goodreads.csv",
        ] {
            #expect(scratch.exists("prefix/" + file), "\(file)")
        }
        // The program finds the installed lessons and the server beside it.
        let check = try ProgramUnderTest("\(prefix)/bin/trove").run([
            "--demo-check", "\(prefix)/share/trove/lessons/conflicts.trove",
        ])
        #expect(check.status == .success, "\(check.errorText)")
        // Again, over what is there.
        try install.run(["--prefix", prefix]).requiring()
        let wrong = try install.run(["--where", prefix])
        #expect(wrong.status == .exited(2))
    }
}
