import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// A password typed in the wrong place appears in no error.
@Suite struct SecrecyTests {
    private static let context = Spelling.context
    private static let secrecy = Secrecy(CommandTable.vocabulary)

    private static func covers(_ line: String) -> Bool {
        do throws(LanguageError) {
            let parsed = try CommandTable.parse(line, in: context)
            let isIncomplete = if case .incomplete = parsed { true } else { false }
            return secrecy.covers(line, isIncomplete: isIncomplete, nil)
        } catch {
            return secrecy.covers(line, isIncomplete: false, error)
        }
    }

    /// Ways to type a password, which is `hunter2`.
    static let leaks = [
        "login ann@example.org hunter2", "LOGIN ann@example.org hunter2", "login hunter2",
        "login hunter2 ann@example.org", "login ann@example.org password:hunter2",
        "login ann@example.org password=hunter2", "login ann@example.org --password=hunter2",
        "login --hunter2", "login ann@example.org \"hunter2\"", "login ann@example.org (hunter2)",
        "login ann@example.org file:x hunter2", "login:hunter2", "login=hunter2",
        "  login \\\n ann@example.org \\\n hunter2", #"login ann@example.org "\qhunter2""#,
        "login ann@example.org 'it'hunter2", #""login" ann@example.org hunter2"#,
        "signup ann@example.org name:Ann hunter2", "signup ann@example.org hunter2",
        "signup ann@example.org pass:hunter2 name:Ann", "password hunter2",
        "password old:hunter2 new:hunter2", "connect https://ann:hunter2@trove.example.org",
        "connect ann:hunter2@localhost:7373", "connect https://trove.example.org ann hunter2",
        "signin ann@example.org hunter2", "sign-in ann@example.org hunter2",
        "log-in ann@example.org hunter2", "logni ann@example.org hunter2", "sign up hunter2",
        "register ann@example.org hunter2", "passwd hunter2", "passwrod hunter2",
        "alias in login ann@example.org hunter2", "alias in login hunter2",
        "explain login ann@example.org hunter2", "explain password hunter2",
        "explain explain login ann@example.org hunter2",
        "alias a alias b login ann@example.org hunter2",
        #"alias in login ann@example.org "\qhunter2""#, "alias in signin ann@example.org hunter2",
    ]

    @Test(arguments: leaks)
    func errorsNeverContainThePassword(_ line: String) {
        let error = #expect(throws: LanguageError.self) {
            try CommandTable.parse(line, in: Self.context)
        }
        #expect(error?.isSecret == true)
        #expect(error.map { "\($0.problem)".contains("hunter2") } == false)
        #expect(Self.covers(line))
    }

    /// An incomplete command is not an error to the parser; the shell reports one when no more
    /// lines can follow.
    @Test(arguments: [
        "login ann@example.org \"hunter2", "password 'hunter2", "signin x \"hunter2",
        "alias in login x \"hunter2", "login ann@example.org hunter2 \\",
    ])
    func incompleteCommandsAreGuarded(_ line: String) {
        let error = Self.secrecy.guarding(LanguageError(.openQuote("\""), at: 0..<1), in: line)
        #expect(error == LanguageError(.openQuote("\""), at: 0..<1, isSecret: true))
        #expect(Self.covers(line))
    }

    @Test(arguments: [
        "xyzzy hunter2", "logout hunter2", "add \"x", "alias x hunter2", "log in 2-1",
    ])
    func otherErrorsAreComplete(_ line: String) {
        let error = Self.secrecy.guarding(LanguageError(.unknownEscape("\\q"), at: 0..<1), in: line)
        #expect(error == LanguageError(.unknownEscape("\\q"), at: 0..<1))
    }

    @Test(arguments: [
        "login ann@example.org", "login ann@example.org file:x",
        "connect https://trove.example.org",
        "signup ann@example.org name:Ann", "list", "alias in login ann@example.org", "xyzzy",
        "alias in login", "add book", "logout now",
    ])
    func otherLinesAreKept(_ line: String) {
        #expect(!Self.covers(line))
    }

    @Test func aLineThatMentionsAPasswordIsNotKept() {
        #expect(Self.covers("echo my Password is x"))
    }

    /// An alias may begin a command that asks for a password, if it does not contain one.
    @Test(arguments: ["alias in login", "alias in login ann@example.org", "alias pw password"])
    func anAliasCanAskForAPassword(_ line: String) throws {
        #expect(throws: Never.self) { try CommandTable.parse(line, in: Self.context) }
    }
}
