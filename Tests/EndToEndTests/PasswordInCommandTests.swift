import Testing
import TroveTesting

/// A password that was typed as a part of a command is an error, and is printed nowhere.
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
    func isAnErrorThatDoesNotShowIt(_ line: String) throws {
        let run = try Trove().run("alias in login ann@example.org\n" + line, ["--echo"])
        #expect(!run.text.contains("hunter2"))
        #expect(!run.errorText.contains("hunter2"))
        #expect(run.errorText.contains(#/-:[23]:\d+: error: /#))
        #expect(run.status == .exited(1))
    }

    @Test(arguments: lines)
    func isNotShownByACheckEither(_ line: String) throws {
        let run = try Trove().run("alias in login ann@example.org\n" + line, ["--check"])
        #expect(!(run.text + run.errorText).contains("hunter2"))
        #expect(run.errorText.contains("error: "))
    }

    @Test func theErrorSaysWherePasswordsComeFrom() throws {
        let run = try Trove().run("login ann@example.org hunter2")
        #expect(
            run.errorText.contains(
                "Trove asks for passwords, or reads them from TROVE_PASSWORD or file:PATH"))
    }

    /// Other lines are shown, with a caret under the place.
    @Test func otherErrorsShowTheirLine() throws {
        let run = try Trove().run("logout hunter2")
        #expect(run.errorText.contains("  logout hunter2\n         ^"))
    }
}
