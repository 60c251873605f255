import Testing
import TroveTesting

/// A server for a class: its code, the list of accounts, and the reset.
@Suite(.timeLimit(.minutes(20))) struct ClassroomTests {
    private let server: ServerUnderTest

    init() throws {
        server = try ServerUnderTest(arguments: ["--classroom"])
    }

    private var code: String {
        get throws {
            try server.scratch.read("store/server.db-class").replacing("\n", with: "")
        }
    }

    /// Runs a command of the operator on the store.
    private func operate(_ words: String...) throws -> ProgramRun {
        try server.program.run(words + ["--store", server.store])
    }

    private func student(_ name: String) throws -> Trove {
        let student = try SyncWorld.device(name)
        try student.prepare("connect \(server.url)")
        return student
    }

    private func signUp(_ student: Trove, _ name: String) throws {
        try student.prepare("signup \(name)@example.org name:\(name) code:\(code)")
    }

    @Test func theCodeLetsAnyNumberSignUp() throws {
        for name in ["ann", "bob", "eve"] { try signUp(student(name), name) }
        let accounts = try operate("user", "list").requiring()
        #expect(accounts.lines.first == "3 accounts")
        for name in ["ann", "bob", "eve"] {
            #expect(accounts.lines.contains { $0.hasSuffix("  \(name) <\(name)@example.org>") })
        }
    }

    @Test func theCodeMayBeTypedInOtherWays() throws {
        let typed = try code.uppercased().replacing("-", with: "")
        try student("ann").prepare("signup ann@example.org name:Ann code:\(typed)")
        var bob = try student("bob")
        bob.environment["TROVE_INVITATION"] = try code
        try bob.prepare("signup bob@example.org name:Bob")
    }

    /// The error says what is wrong, and the command that works.
    @Test func withoutTheCodeASignUpIsRefused() throws {
        let ann = try student("ann")
        let missing = try ann.run("signup ann@example.org name:Ann")
        #expect(missing.status == .exited(1))
        #expect(
            missing.errorText.contains(
                """
                error: this server is for a class; a new account needs the code of the class
                """), "\(missing)")
        #expect(missing.errorText.contains("`signup EMAIL name:NAME code:CODE`"))
        let wrong = try ann.run("signup ann@example.org name:Ann code:2222-2222")
        #expect(wrong.status == .exited(1))
        #expect(wrong.errorText.contains("error: this is not the code of the class"), "\(wrong)")
        #expect(try operate("user", "list").requiring().text == "0 accounts\n")
    }

    /// After many wrong codes from one address, the right one is refused too, for a time.
    @Test func guessingTheCodeIsLimited() throws {
        func status(_ code: String) throws -> Int {
            let body = """
                {"name":"Ann","email":"ann@example.org","password":"correct horse",\
                "device":"laptop","invitation":"\(code)"}
                """
            let client = try RawExchange(port: Int(server.port))
            try client.send(
                "POST /v1/signup HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
            return try client.readReply().status
        }
        let statuses = try (0..<80).map { try status("2222-22\(20 + $0)") }
        #expect(statuses.prefix(50).allSatisfy { $0 == 403 })
        #expect(statuses.last == 429)
        #expect(try status(code) == 429)
    }

    @Test func theCodeSurvivesARestart() throws {
        let before = try code
        try server.terminate()
        try server.start()
        #expect(try code == before)
        try signUp(student("ann"), "ann")
    }

    /// The network of one student does not affect the others.
    @Test func netActsOnOneDevice() throws {
        let (ann, bob) = (try student("ann"), try student("bob"))
        try signUp(ann, "ann")
        try signUp(bob, "bob")
        #expect(try ann.run("net off\nadd gem Opal\nsync").status == .exited(1))
        try bob.prepare("add gem Ruby\nsync")
    }

    /// The reset works while the server runs, and no device loses what it holds.
    @Test func theResetRemovesAllAccounts() throws {
        let ann = try student("ann")
        try signUp(ann, "ann")
        try ann.prepare("add gem Opal\nsync")
        try ann.prepare("net off\nadd gem Ruby")
        let reset = try operate("reset").requiring()
        #expect(reset.text.hasPrefix("Removed 1 account from \(server.storePath)."))
        #expect(reset.errorText.hasSuffix("Z account reset from operator\n"), "\(reset)")
        #expect(try operate("user", "list").requiring().text == "0 accounts\n")
        // The device is logged out, and keeps its items and its queue.
        let sync = try ann.run("sync")
        #expect(sync.status == .exited(1))
        #expect(sync.errorText.contains("error: you are not logged in"), "\(sync)")
        #expect(try ann.titles().sorted() == ["Opal", "Ruby"])
        #expect(try ann.prepare("queue").text.contains("Ruby"))
        // A new account, under the same email, gets all of them.
        try ann.prepare("disconnect --yes\nconnect \(server.url)")
        try signUp(ann, "ann")
        try ann.prepare("sync")
        let phone = try SyncWorld.device("phone")
        try phone.prepare("connect \(server.url)\nlogin ann@example.org")
        #expect(try phone.titles().sorted() == ["Opal", "Ruby"])
    }

    /// The copy that a reset keeps can be restored.
    @Test func aResetCanBeTakenBack() throws {
        let ann = try student("ann")
        try signUp(ann, "ann")
        try ann.prepare("add gem Opal\nsync")
        let reset = try operate("reset").requiring().text
        let copy = try #require(reset.firstMatch(of: #/ is in (.+)\.\n/#)).output.1
        try server.terminate()
        try server.program.run(
            ["restore", String(copy), "--store", server.store]
        ).requiring()
        try server.start()
        try ann.prepare("add gem Ruby\nsync")
        #expect(try operate("user", "list").requiring().lines.first == "1 account")
    }

    @Test func onlyTheStoreOfAClassIsReset() throws {
        let other = try ServerUnderTest()
        let run = try other.program.run(["reset", "--store", "sqlite:\(other.storePath)"])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("is not the store of a class"))
    }

    /// The page has the address and the commands that students type, and they work.
    @Test func thePageSaysWhatStudentsDo() throws {
        try server.terminate()
        let program = try server.program.start(
            ["--classroom", "--listen", "127.0.0.1:\(server.port)", "--store"]
                + [server.store])
        let page = try program.read(until: "keep their libraries\n")
        let commands = page.split(separator: "\n").filter { $0.hasPrefix("   ") }
            .map { $0.drop { $0 == " " } }
        let connect = try #require(commands.first { $0.hasPrefix("connect ") })
        let signUp = try #require(commands.first { $0.hasPrefix("signup ") })
            .replacing("EMAIL", with: "ann@example.org").replacing("NAME", with: "Ann")
        #expect(connect == "connect \(server.url)")
        let ann = try SyncWorld.device("ann")
        try ann.prepare("\(connect)\n\(signUp)\nadd gem Opal\nsync")
        #expect(page.contains("trove-server reset --store sqlite:\(server.storePath)"))
        program.send(.terminate)
        #expect(try program.waitForExit(timeLimit: .seconds(60)).status == .success)
    }

    /// A new code would replace that on the board.
    @Test func aDamagedCodeIsNotReplaced() throws {
        try server.terminate()
        let file = "store/server.db-class"
        _ = try server.program.scratch.write("?\n", to: file)
        let run = try server.program.run(
            ["--classroom", "--listen", "127.0.0.1:0", "--store", server.store])
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("-class does not contain the code of a class"), "\(run)")
        #expect(try server.program.scratch.read(file) == "?\n")
    }

    @Test func aClassHasNoOtherRuleForSignUps() throws {
        let run = try server.program.run(["--classroom", "--signup", "invite"])
        #expect(run.status == .exited(2))
        #expect(run.errorText.contains("--classroom and --signup cannot be used together"))
    }
}
