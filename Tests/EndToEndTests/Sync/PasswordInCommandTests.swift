import Testing
import TroveTesting

/// A password typed as part of a command is an error, and is never printed.
@Suite(.timeLimit(.minutes(20))) struct PasswordInCommandTests {
    static let lines = [
        "login ann@example.org hunter2", "login hunter2", "login ann@example.org password:hunter2",
        "login ann@example.org --hunter2", "in hunter2", "signup ann@example.org name:Ann hunter2",
        "password hunter2", "connect https://ann:hunter2@localhost:7373",
        "signin ann@example.org hunter2", #"login ann@example.org "\qhunter2""#,
        "alias ann login ann@example.org hunter2", "login ann@example.org \\\nhunter2",
        "login ann@example.org \"hunter2", "login ann@example.org hunter2 \\",
    ]

    @Test(arguments: lines)
    func isAnErrorWithoutThePassword(_ line: String) throws {
        let run = try Trove().run("alias in login ann@example.org\n" + line, ["--echo"])
        #expect(!run.text.contains("hunter2"))
        #expect(!run.errorText.contains("hunter2"))
        #expect(run.errorText.contains(#/-:[23]:\d+: error: /#))
        #expect(run.status == .exited(1))
    }

    @Test(arguments: lines)
    func isNotShownByCheck(_ line: String) throws {
        let run = try Trove().run("alias in login ann@example.org\n" + line, ["--check"])
        #expect(!(run.text + run.errorText).contains("hunter2"))
        #expect(run.errorText.contains("error: "))
    }

    @Test func theErrorExplainsHowToGiveAPassword() throws {
        let run = try Trove().run("login ann@example.org hunter2")
        #expect(
            run.errorText.contains(
                "Trove asks for passwords, or reads them from TROVE_PASSWORD or file:PATH"))
    }

    /// Errors quote other lines, with a caret below the position.
    @Test func otherErrorsQuoteTheirLine() throws {
        let run = try Trove().run("logout hunter2")
        #expect(run.errorText.contains("  logout hunter2\n         ^"))
    }
}
