import Testing
import TroveCodecs
import TroveModel
import TroveWire

/// The lists of fields match the messages.
struct WireFieldTests {
    /// A message has the listed fields only, all required ones, in the order of the list.
    @Test(arguments: [
        ("signup", "SignUp"), ("login", "LogIn"), ("login reply", "Login"),
        ("token reply", "NewToken"), ("password change", "PasswordChange"),
        ("new device", "NewDevice"), ("devices", "Devices"), ("push", "Push"), ("skip", "Push"),
        ("push reply", "PushReply"), ("changes", "Changes"), ("snapshot", "Snapshot"),
    ])
    func messagesHaveTheListedFields(_ specimen: String, _ name: String) throws {
        let json = try #require(WireSpecimen.all.first { $0.description == specimen }).json
        let message = try #require(WireMessage.all.first { $0.name == name })
        #expect(matches(json, .message(message)))
    }

    @Test func helloHasTheListedFields() throws {
        let bytes = HelloReply.bytes(server: "s", kinds: [("gem", ["name"]), ("book", [])])
        let message = try #require(WireMessage.all.first { $0.name == "Hello" })
        #expect(matches(try JSON(parsing: bytes), .message(message)))
    }

    @Test func helloTellsNewerServers() throws {
        let current = HelloReply.bytes(server: "s", kinds: [])
        #expect(try HelloReply(JSON(parsing: current)).format == Limits.format)
        for (format, isNewer) in [("", false), (#","format":1"#, false), (#","format":99"#, true)] {
            let text = #"{"server":"s","protocols":[1]\#(format)}"#
            #expect(try HelloReply(JSON(parsing: Array(text.utf8))).isNewer == isNewer)
        }
    }

    @Test func theAccountHasTheListedFields() throws {
        let user = User(id: 3, name: "Ann", email: "ann@example.org")
        let bytes = AccountReply(device: "d", entries: 2, epoch: "e").bytes(of: user)
        let message = try #require(WireMessage.all.first { $0.name == "Account" })
        #expect(matches(try JSON(parsing: bytes), .message(message)))
    }

    @Test func aRefusalHasTheListedFields() throws {
        let bytes = ServerRefusal(status: 409, code: "fork", message: "no").bytes
        let message = try #require(WireMessage.all.first { $0.name == "Refusal" })
        #expect(matches(try JSON(parsing: bytes), .message(message)))
    }

    /// Returns whether the objects in a value have the fields of its type.
    private func matches(_ json: JSON, _ type: WireType) -> Bool {
        switch type {
        case .message(let message): message.forms.contains { matches(json, $0) }
        case .object(let fields): matches(json, fields)
        case .list(let element, most: _):
            json.array?.allSatisfy { matches($0, element) } ?? false
        default: true
        }
    }

    private func matches(_ json: JSON, _ fields: [WireField]) -> Bool {
        let listed = fields.filter { !$0.isOptional || json[$0.name] != nil }
        return json.members?.map(\.name) == listed.map(\.name)
            && listed.allSatisfy { matches(json[$0.name] ?? .null, $0.type) }
    }
}
