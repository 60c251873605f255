import Testing
import TroveCodecs
import TroveModel
import TroveTesting
import TroveWire

/// Messages between client and server are read as written, or rejected by name.
@Suite struct WireMessageTests {
    @Test(arguments: WireSpecimen.all)
    func survivesARoundTrip(_ message: WireSpecimen) throws {
        let written = try message.rewrite(message.json)
        #expect(String(decoding: written, as: UTF8.self) == message.text)
    }

    /// A newer program may send members that this one does not know.
    @Test(arguments: WireSpecimen.all)
    func unknownMembersAreIgnored(_ message: WireSpecimen) throws {
        let json = try message.json
        var members = try #require(json.members)
        members.append(JSON.Member("newer", .array([.object([])])))
        #expect(
            String(decoding: try message.rewrite(.object(members)), as: UTF8.self) == message.text)
    }

    @Test(arguments: WireSpecimen.all)
    func aMissingMemberIsReported(_ message: WireSpecimen) throws {
        let json = try message.json
        let places = json.places(notBelow: ["fields", "mine", "theirs"])
        var required = 0
        for place in places {
            let isOptional =
                message.optional.contains(place.path) || message.omissible.contains(place.path)
                || message.free.contains(place.path)
            let changed = json.replacing(place, with: nil)
            guard !isOptional else {
                // Some members are what makes a tombstone or a refusal one.
                if !place.path.hasSuffix("deleted") { _ = try message.rewrite(changed) }
                continue
            }
            required += 1
            #expect(throws: WireError(place.path), "without \(place)") {
                try message.rewrite(changed)
            }
        }
        #expect(required > 0)
    }

    @Test(arguments: WireSpecimen.all)
    func aMemberOfTheWrongTypeIsReported(_ message: WireSpecimen) throws {
        let json = try message.json
        let others: [JSON] = [
            .null, .bool(true), .integer(-1), .number("1.5"), .string("\u{0}"), .array([.null]),
            .object([]),
        ]
        for place in json.places(notBelow: ["fields", "mine", "theirs"])
        where !message.free.contains(place.path) {
            let present = try #require(json[place])
            for other in others where other.shape != present.shape {
                if other.isNull, message.optional.contains(place.path) { continue }
                #expect(throws: WireError(place.path), "\(other) at \(place)") {
                    try message.rewrite(json.replacing(place, with: other))
                }
            }
        }
    }

    /// Values of the right type that are out of range.
    @Test(arguments: [
        Case("login reply", "token", JSON.string("trv_a b")),
        Case("login reply", "token", .string("")),
        Case("login reply", "token", .string("trv_\r\nX: y")),
        Case("login reply", "token", .string(String(repeating: "a", count: 201))),
        Case("login reply", "device", .string("../1")),
        Case("login reply", "epoch", .string("é")),
        Case("login reply", "user.id", .integer(-1)),
        Case("push", "operations.n", .integer(-1)),
        Case("push", "operations.n", .integer(1 << 53 + 1)),
        Case("push", "operations.n", .number("1.5")),
        Case("push", "operations.n", .number("1e400")),
        Case("push", "operations.action", .string("upsert")),
        Case("push", "operations.action", .string("")),
        Case("push", "operations.id", .string("0123")),
        Case("push", "operations.base", .integer(.min)),
        Case("push", "operations.at", .integer(.min)),
        Case("push", "operations.at", .integer(.max)),
        Case("push reply", "mark", .string("10000000000000000")),
        Case("push reply", "mark", .string("-1")),
        Case("push reply", "mark", .string("xyz")),
        Case("push reply", "mark", .string("")),
        Case("push reply", "results.status", .string("refused")),
        Case("push reply", "results.error.code", .integer(1)),
        Case("changes", "since", .integer(.max)),
        Case("changes", "next", .integer(-1)),
        Case("changes", "entries.ver", .integer(-1)),
        Case("snapshot", "seq", .number("0.5")),
        Case("snapshot", "epoch", .string("a/b")),
        Case("devices", "devices.seen", .integer(.min)),
        Case("conflict", "entry", .string("opal")),
    ])
    func anInvalidValueIsReported(_ row: Case<String, JSON>) throws {
        let message = try #require(WireSpecimen.all.first { $0.description == row.name })
        let json = try message.json
        let place = try #require(
            json.places(notBelow: ["fields"]).first { $0.path == row.input })
        #expect(throws: WireError(row.input)) {
            try message.rewrite(json.replacing(place, with: row.expected))
        }
    }

    /// A rejected result has a reason, and no other has one.
    @Test func onlyARejectionHasAReason() throws {
        let refused = try JSON(parsing: Array(#"{"n":1,"status":"rejected","ver":0}"#.utf8))
        #expect(throws: WireError("error")) { try PushResult(refused) }
        let taken = #"{"n":1,"status":"applied","ver":1,"error":{"code":"invalid","message":""}}"#
        #expect(throws: WireError("error")) { try PushResult(JSON(parsing: Array(taken.utf8))) }
    }

    /// A later version of the server may have further reasons; a device must not stop there.
    @Test func anUnknownReasonIsReadAsInvalid() throws {
        let text = #"{"n":1,"status":"rejected","ver":0,"error":{"code":"later","message":"no"}}"#
        let result = try PushResult(JSON(parsing: Array(text.utf8)))
        #expect(result.error == Rejection(.invalid, "no"))
    }

    /// Every action, status and reason has a fixed word on the wire.
    @Test func theWordsAreFixed() {
        #expect(
            PushOperation.Action.allCases.map(\.rawValue) == ["create", "update", "delete", "skip"])
        #expect(
            PushResult.Status.allCases.map(\.rawValue)
                == ["applied", "merged", "conflict", "rejected"])
        #expect(
            Rejection.Code.allCases.map(\.rawValue) == [
                "invalid", "name_taken", "unknown_kind", "too_large", "quota", "forbidden", "held",
            ])
    }

    @Test func aSkipHasOnlyItsNumber() throws {
        let json =
            #"{"epoch":"e","since":0,"mark":"0","operations":[{"n":3,"action":"skip","kind":7}]}"#
        let request = try PushRequest(JSON(parsing: Array(json.utf8)))
        #expect(request.operations == [.skip(3)])
    }

    /// A reply without success is a refusal, whatever its body.
    @Test(arguments: [
        Case(#"{"error":{"code":"fork","message":"no"}}"#, 409, ["fork", "no"]),
        Case(#"{"error":{"code":7}}"#, 400, ["", ""]),
        Case(#"{"error":"no"}"#, 400, ["", ""]),
        Case(#"[1]"#, 404, ["", ""]), Case("null", 404, ["", ""]),
    ])
    func aRefusalIsReadFromAnything(_ row: Case<Int, [String]>) throws {
        let body = try JSON(parsing: Array(row.name.utf8))
        let refusal = ServerRefusal(status: row.input, body: body, retryAfter: 4)
        #expect([refusal.code, refusal.message] == row.expected)
        #expect(refusal.status == row.input)
        #expect(refusal.retryAfter == 4)
        let again = ServerRefusal(
            status: row.input, body: try JSON(parsing: refusal.bytes), retryAfter: 4)
        #expect(again == refusal)
    }

    @Test func aRefusalNeedsNoBody() {
        let refusal = ServerRefusal(status: 502, body: nil, retryAfter: nil)
        #expect(refusal == ServerRefusal(status: 502, code: "", message: ""))
    }
}
