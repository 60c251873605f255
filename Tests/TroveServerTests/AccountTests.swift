import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

struct AccountTests {
    let server: TestServer

    init() throws {
        server = TestServer(store: try .forTest())
    }

    private func signUp(
        name: String = "Ann", email: String = "ann@example.org",
        password: String = "a good password",
        device: String = "laptop", invitation: String? = nil, at server: TestServer? = nil
    ) -> TestServer.Answer {
        let credentials = Credentials(
            name: name, email: email, password: password, device: device, invitation: invitation)
        return (server ?? self.server).ask("POST", "/v1/signup", body: credentials.bytes)
    }

    // MARK: Signing up

    @Test func signUpLogsIn() throws {
        let answer = signUp(name: " Ann Lee ", email: "Ann@Example.org")
        #expect(answer.status == 201)
        let reply = try answer.message(LoginReply.init)
        #expect(reply.user.name == "Ann Lee" && reply.user.email == "ann@example.org")
        #expect(reply.token.hasPrefix("trv_") && reply.token.utf8.count == 58)
        #expect(ItemID(reply.device) != nil && ItemID(reply.epoch) != nil)
        #expect(TestDevice(server, reply, name: "laptop").ask("GET", "/v1/account").status == 200)
    }

    @Test(arguments: ["ann@example.org", "ANN@example.ORG"])
    func emailsAreUnique(_ email: String) throws {
        _ = try server.signUp("ann@example.org")
        let answer = signUp(email: email, password: "another password")
        #expect(answer.status == 409 && answer.code == "email_taken")
        #expect(throws: ServerRefusal.self) { try server.logIn(password: "another password") }
    }

    @Test(
        arguments: [
            "", "ann", "@example.org", "ann@", "a@b@c", "ann lee@example.org", "ann@exam\nple",
            // An @ with a mark above it is one, too.
            "a@b@\u{301}c",
            String(repeating: "a", count: 250) + "@b.de",
        ])
    func invalidEmailsAreRejected(_ email: String) {
        let answer = signUp(email: email)
        #expect(answer.status == 400 && answer.code == "bad_request")
    }

    /// Two addresses that look equal are equal, and none changes the order of a list.
    @Test(arguments: [
        "\u{202E}ann@example.org", "an\u{200B}n@example.org", "ann@ex\u{AD}ample.org",
    ])
    func anEmailWithInvisibleCharactersIsRejected(_ email: String) {
        let answer = signUp(email: email)
        #expect(answer.status == 400 && answer.code == "bad_request")
    }

    @Test(arguments: ["ann@\u{301}b", "ann@" + String(repeating: "ü", count: 250)])
    func emailsAreCountedInScalars(_ email: String) {
        #expect(signUp(email: email).status == 201)
    }

    @Test func theLongestEmailIsAccepted() {
        #expect(signUp(email: String(repeating: "a", count: 249) + "@b.de").status == 201)
    }

    @Test(
        arguments: [
            Case("none", "", 400), Case("blanks", "  ", 400), Case("one", "A", 201),
            Case("the longest", String(repeating: "ä", count: 100), 201),
            Case("longer", String(repeating: "a", count: 101), 400),
            Case("a line end", "A\nB", 400), Case("a line separator", "A\u{2028}B", 400),
            Case("a change of direction", "Ann \u{202E}nnA", 400),
            Case("a mark of direction", "Ann\u{200F}", 400),
            Case("an isolate", "\u{2066}Ann\u{2069}", 400),
            Case("a zero-width space", "A\u{200B}B", 400),
            Case("a joiner", "A\u{200D}B", 400), Case("a joiner at the end", "Ann\u{200C}", 400),
            Case("a byte-order mark", "\u{FEFF}Ann", 400), Case("a soft hyphen", "A\u{AD}nn", 400),
            Case("a filler", "Ann\u{3164}", 400), Case("a tag", "Ann\u{E0041}", 400),
            Case("an emoji of several", "\u{1F469}\u{200D}\u{1F4BB}", 201),
            Case("an emoji with a form", "\u{2764}\u{FE0F}\u{200D}\u{1F525}", 201),
            Case("a name with a joiner", "علی\u{200C}رضا", 201),
            Case("from right to left", "אן", 201),
        ] as [Case<String, Int>])
    func namesAreBounded(_ name: Case<String, Int>) {
        #expect(signUp(name: name.input).status == name.expected)
        #expect(signUp(email: "b@b", device: name.input).status == name.expected)
    }

    /// The pattern in the description accepts exactly the names that the server accepts: at each
    /// edge between kinds of characters, and in all orders of a few.
    @Test func theDescriptionHasTheRuleForNames() throws {
        let schema = server.description["components"]?["schemas"]?["name"]
        let pattern = try #require(schema?["pattern"]?.text)
        var names = Self.edges.flatMap { edge in
            ["a\(edge)", "\(edge)a", "क\(edge)", "\(edge)", "क\(edge)\u{200D}क"]
        }
        let signs = ["a", "é", "क", " ", "\u{2003}", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{AD}"]
        var sequences = [""]
        for _ in 0..<3 {
            sequences = sequences.flatMap { name in signs.map { name + $0 } }
            names += sequences
        }
        let device = try server.signUp()
        let isDescribed = try Self.matches(pattern, names)
        for (name, isDescribed) in zip(names, isDescribed) {
            // The devices of a user are limited, by the hour.
            server.pass(seconds: 7)
            let answer = device.ask("POST", "/v1/devices", body: NewDevice(name: name).bytes)
            #expect(
                (answer.status == 200) == isDescribed,
                "\(name.unicodeScalars.map { String($0.value, radix: 16) })")
        }
    }

    /// Returns whether Python's regular expressions, which read scalars as those of JSON Schema do,
    /// match each whole text.
    private static func matches(_ pattern: String, _ texts: [String]) throws -> [Bool] {
        let asked = JSON.object([
            JSON.Member("pattern", .string(pattern)),
            JSON.Member("texts", .array(texts.map { .string($0) })),
        ])
        let program = """
            import json, re, sys
            asked = json.load(sys.stdin.buffer)
            rule = re.compile(asked["pattern"])
            print("".join("01"[rule.fullmatch(text) is not None] for text in asked["texts"]))
            """
        let run = try ProgramUnderTest("python3").run(["-c", program], input: .text(asked.written))
            .requiring()
        let answers = run.text.filter { !$0.isWhitespace }.map { $0 == "1" }
        #expect(answers.count == texts.count)
        return answers
    }

    /// The characters on both sides of each change of what the rule for names looks at.
    private static var edges: [Unicode.Scalar] {
        var edges: [Unicode.Scalar] = []
        var last: (scalar: Unicode.Scalar, kind: [Bool])?
        // Nothing is assigned between these ranges, and only private use behind them.
        let assigned = [0...0x323AF as ClosedRange<UInt32>, 0xE0000...0xE0FFF].joined()
        for scalar in assigned.lazy.compactMap(Unicode.Scalar.init) {
            let properties = scalar.properties
            let kind = [
                properties.generalCategory == .control, properties.generalCategory == .format,
                properties.isWhitespace, properties.isDefaultIgnorableCodePoint,
                properties.isVariationSelector, scalar.value > 0x2FF,
            ]
            if let last, last.kind != kind { edges += [last.scalar, scalar] }
            last = (scalar, kind)
        }
        return edges
    }

    @Test(
        arguments: [
            Case("seven", "xq8$k!m", 400), Case("eight", "xq8$k!mz", 201),
            Case("the longest", String(repeating: "xy", count: 64), 201),
            Case("longer", String(repeating: "xy", count: 64) + "z", 400),
            Case("a common one", "password1", 403), Case("in capitals", "PassWord1", 403),
            Case("one letter", "aaaaaaaaaaaa", 403),
            Case("eight of several bytes", "äöüßéèêë", 201),
        ] as [Case<String, Int>])
    func passwordsAreBounded(_ password: Case<String, Int>) {
        let answer = signUp(password: password.input)
        #expect(answer.status == password.expected)
        if password.expected != 201 { #expect(answer.code == "weak_password") }
    }

    @Test func aClosedServerRejectsSignUps() throws {
        let server = TestServer(store: try .forTest()) { $0.signup = .closed }
        let answer = signUp(at: server)
        #expect(answer.status == 403 && answer.code == "closed")
    }

    @Test func anInvitationWorksOnce() throws {
        let folder = try ScratchDirectory(name: "trove-invitations")
        let server = TestServer(store: try .open(folder.path("server.db"))) { $0.signup = .invite }
        let invitation = try ServerStore.open(folder.path("server.db")).invite(at: server.now)
        #expect(invitation.utf8.count == 19)
        #expect(signUp(at: server).code == "closed")
        #expect(signUp(invitation: "other", at: server).code == "closed")
        // A taken email does not use up the invitation. It may be typed in any case.
        let typed = invitation.uppercased().filter { $0 != "-" }
        #expect(signUp(invitation: typed, at: server).status == 201)
        #expect(signUp(email: "b@b", invitation: invitation, at: server).code == "closed")
    }

    @Test func anInvitationSurvivesATakenEmail() throws {
        let folder = try ScratchDirectory(name: "trove-invitations")
        let server = TestServer(store: try .open(folder.path("server.db"))) { $0.signup = .invite }
        let store = try ServerStore.open(folder.path("server.db"))
        let (first, second) = (try store.invite(at: server.now), try store.invite(at: server.now))
        #expect(signUp(invitation: first, at: server).status == 201)
        #expect(signUp(invitation: second, at: server).code == "email_taken")
        #expect(signUp(email: "b@b", invitation: second, at: server).status == 201)
    }

    @Test func anInvitationExpires() throws {
        let folder = try ScratchDirectory(name: "trove-invitations")
        let server = TestServer(store: try .open(folder.path("server.db"))) { $0.signup = .invite }
        let store = try ServerStore.open(folder.path("server.db"))
        let (first, second) = (try store.invite(at: server.now), try store.invite(at: server.now))
        server.pass(seconds: 30 * 86_400 - 1)
        #expect(signUp(invitation: first, at: server).status == 201)
        server.pass(seconds: 1)
        #expect(signUp(email: "b@b", invitation: second, at: server).code == "closed")
    }

    @Test func signUpsPerAddressAreLimited() throws {
        let server = TestServer(store: try .forTest()) { $0.signupsPerHour = 2 }
        _ = try server.signUp("a@a")
        _ = try server.signUp("b@b")
        #expect(signUp(email: "c@c", at: server).status == 429)
        _ = try server.signUp("c@c", peer: "192.0.2.7")
        server.pass(seconds: 3600)
        _ = try server.signUp("d@d")
    }

    // MARK: Logging in

    @Test func loginCreatesADevice() throws {
        let laptop = try server.signUp()
        let phone = try server.logIn("Ann@EXAMPLE.org")
        #expect(phone.id != laptop.id && phone.token != laptop.token)
        #expect(phone.user == laptop.user && phone.epoch == laptop.epoch)
        #expect(laptop.ask("GET", "/v1/account").status == 200)
    }

    @Test func wrongCredentialsAllGetTheSameReply() throws {
        _ = try server.signUp()
        for (email, password) in [
            ("ann@example.org", "a bad password"), ("bea@example.org", "a good password"),
        ] {
            let credentials = Credentials(email: email, password: password, device: "phone")
            let answer = server.ask("POST", "/v1/login", body: credentials.bytes)
            #expect(answer.status == 401 && answer.code == "wrong_credentials")
            #expect(
                answer.text
                    == #"{"error":{"code":"wrong_credentials","message":"the email or the password is wrong"}}"#
            )
        }
    }

    @Test func anUnknownEmailCostsAHash() throws {
        // The work is deferred for both, and the dummy hash costs as much as a real one.
        _ = try server.signUp()
        for email in ["ann@example.org", "bea@example.org"] {
            let credentials = Credentials(email: email, password: "a bad password", device: "x")
            let request = ServerRequest(
                method: "POST", path: "/v1/login", body: credentials.bytes)
            guard case .later = server.core.answer(request, isLast: false) else {
                Issue.record("the answer for \(email) came at once")
                continue
            }
        }
    }

    @Test func aDeviceWithAnExpiredTokenCanResume() throws {
        let laptop = try server.signUp()
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
        #expect(laptop.ask("POST", "/v1/logout").status == 204)
        let again = try server.logIn(device: "old laptop", resumed: laptop.id)
        #expect(again.id == laptop.id && again.token != laptop.token)
        again.number = laptop.number
        let reply = try again.push(again.update(id(1), base: 0, ("title", "Emma")))
        // It is still the same device, so nothing conflicts, and its numbers continue.
        #expect(reply.acknowledged == 2 && reply.results[0].status == .applied)
        #expect(try again.entry(id(1))?.by == "old laptop")
    }

    @Test func onlyAUsersOwnLiveDeviceCanResume() throws {
        let laptop = try server.signUp()
        let other = try server.signUp("bea@example.org")
        let phone = try server.logIn()
        _ = laptop.ask("DELETE", "/v1/devices/\(phone.id)")
        for id in [other.id, phone.id, "nonsense", "0192f0c1-7b1a-7c3e-9d55-0a1b2c3d4e5f"] {
            let device = try server.logIn(resumed: id)
            #expect(device.id != id)
        }
        #expect(other.ask("GET", "/v1/account").status == 200)
    }

    @Test func resumingEndsTheOldToken() throws {
        let laptop = try server.signUp()
        _ = try server.logIn(resumed: laptop.id)
        #expect(laptop.ask("GET", "/v1/account").status == 401)
    }

    // MARK: Tokens

    @Test(
        arguments: [
            nil, "", "x", "trv_", "trv_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ] as [String?])
    func invalidTokensAreRejected(_ token: String?) throws {
        _ = try server.signUp()
        let answer = server.ask("GET", "/v1/account", token: token)
        #expect(answer.status == 401 && answer.code == "bad_token")
    }

    @Test func tokensAreRandomAndKeptAsHashes() throws {
        let folder = try ScratchDirectory(name: "trove-tokens")
        let server = TestServer(store: try .open(folder.path("server.db")))
        var tokens: Set<String> = []
        for number in 0..<20 { tokens.insert(try server.signUp("\(number)@b").token) }
        #expect(tokens.count == 20)
        for file in folder.files() {
            let bytes = String(decoding: try folder.readBytes(file), as: UTF8.self)
            #expect(!bytes.contains("trv_") && !bytes.contains("a good password"))
        }
    }

    @Test func anUnusedTokenExpires() throws {
        let laptop = try server.signUp()
        server.pass(days: 89)
        #expect(laptop.ask("GET", "/v1/account").status == 200)
        server.pass(days: 90)
        #expect(laptop.ask("GET", "/v1/account").status == 200)
        server.pass(days: 90)
        server.pass(seconds: 1)
        #expect(laptop.ask("GET", "/v1/account").code == "bad_token")
        // The device still exists and continues.
        #expect(try server.logIn(resumed: laptop.id).id == laptop.id)
    }

    @Test func logoutEndsTheToken() throws {
        let laptop = try server.signUp()
        let phone = try server.logIn()
        #expect(laptop.ask("POST", "/v1/logout").status == 204)
        #expect(laptop.ask("GET", "/v1/account").code == "bad_token")
        #expect(laptop.ask("POST", "/v1/logout").code == "bad_token")
        #expect(phone.ask("GET", "/v1/account").status == 200)
    }

    // MARK: The account

    @Test func theAccountReportsNameAndUsage() throws {
        let laptop = try server.signUp()
        _ = try laptop.push(
            laptop.create(id(1), ("title", "a")), laptop.create(id(2), ("title", "b")),
            laptop.delete(id(1), base: 1), laptop.create(id(3), ("title", "")))
        let phone = try server.logIn()
        // A conflict does not count as an item.
        _ = try phone.push(phone.create(id(2), ("title", "c")))
        let account = try laptop.ask("GET", "/v1/account").message { $0 }
        #expect(account["entries"] == 1 && account["epoch"]?.text == laptop.epoch)
        #expect(account["device"]?.text == laptop.id)
        #expect(account["user"]?["email"] == "ann@example.org")
    }

    // MARK: The password

    private func change(_ device: TestDevice, _ old: String, _ new: String) -> TestServer.Answer {
        let body = JSON.object([JSON.Member("old", .string(old)), JSON.Member("new", .string(new))])
        return device.ask("POST", "/v1/password", body: body.bytes)
    }

    @Test func aNewPasswordEndsAllTokens() throws {
        let laptop = try server.signUp()
        let phone = try server.logIn()
        let number = try laptop.push(laptop.skip()).acknowledged
        let answer = change(laptop, "a good password", "a better password")
        #expect(answer.status == 200)
        for device in [laptop, phone] {
            #expect(device.ask("GET", "/v1/account").code == "bad_token")
        }
        #expect(try answer.message { $0["device"]?.text } == laptop.id)
        laptop.token = try answer.message { $0["token"]?.text ?? "" }
        #expect(try laptop.push(laptop.skip()).acknowledged == number + 1)
        #expect(try laptop.ask("GET", "/v1/account").message { $0["device"]?.text } == laptop.id)
        #expect(throws: ServerRefusal.self) { try server.logIn() }
        #expect(try server.logIn(password: "a better password", resumed: phone.id).id == phone.id)
    }

    @Test func theOldPasswordIsNeeded() throws {
        let laptop = try server.signUp()
        let answer = change(laptop, "a bad password", "a better password")
        #expect(answer.status == 403 && answer.code == "wrong_credentials")
        #expect(laptop.ask("GET", "/v1/account").status == 200)
        #expect(try server.logIn().user == laptop.user)
        #expect(change(laptop, "a good password", "password1").code == "weak_password")
    }

    @Test func guessingTheOldPasswordIsLimited() throws {
        let laptop = try server.signUp()
        for _ in 0..<5 {
            #expect(change(laptop, "a bad password", "a better password").status == 403)
        }
        #expect(change(laptop, "a good password", "a better password").status == 429)
        #expect(throws: ServerRefusal.self) { try server.logIn() }
    }

    @Test func aHashWithAnotherCostIsReplaced() throws {
        let folder = try ScratchDirectory(name: "trove-rehash")
        let dear = TestServer(store: try .open(folder.path("server.db"))) {
            $0.hasCheapPasswords = false
        }
        _ = try dear.signUp()
        let file = folder.path("server.db")
        #expect(try StoredHash.of("ann@example.org", in: file).contains("m=65536,t=2,p=1$"))
        let cheap = TestServer(store: try .open(file))
        _ = try cheap.logIn()
        #expect(try StoredHash.of("ann@example.org", in: file).contains("m=8,t=1,p=1$"))
        _ = try cheap.logIn()
    }

    @Test func devicesAreLimitedToTwoHundred() throws {
        let laptop = try server.signUp()
        server.pass(seconds: 120)
        var others: [TestDevice] = []
        for number in 0..<199 {
            server.pass(seconds: 60)
            others.append(try server.logIn(device: "\(number)"))
        }
        func count() throws -> Int {
            try laptop.ask("GET", "/v1/devices").message(Device.list).count
        }
        #expect(try count() == 200)
        // With one more, the device that was away longest is removed.
        _ = try server.logIn(device: "one too many")
        #expect(others[0].ask("GET", "/v1/account").status == 401)
        #expect(try count() == 200)
        // The one that asks is not removed.
        server.pass(days: 1)
        for other in others.dropFirst(3) { _ = other.ask("GET", "/v1/account") }
        let body = JSON.object([JSON.Member("name", "another")]).bytes
        #expect(others[1].ask("POST", "/v1/devices", body: body).status == 200)
        #expect(others[1].ask("GET", "/v1/account").status == 200)
        #expect(others[2].ask("GET", "/v1/account").status == 401)
        #expect(try count() == 200)
    }
}
