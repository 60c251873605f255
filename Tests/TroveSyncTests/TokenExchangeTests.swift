import Testing
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting

/// A device exchanges its token when the server asks for it, and loses no token in any failure.
@Suite struct TokenExchangeTests {
    private static let offer = #"{"token":"trv_2","device":"d1"}"#

    /// Returns a reply in which the server asks to exchange the token.
    private static func asking(_ reply: String) -> String { reply.dropLast() + #","rotate":true}"# }

    private static let changes = asking(EngineRig.changes(since: 5, next: 5))

    /// Returns a device that the server has just asked to exchange its token.
    private func askedDevice(isPolling: Bool = false) throws -> EngineRig {
        let rig = try EngineRig(isPolling: isPolling)
        if !isPolling { try rig.engine.handle(.refresh(isRequested: false), at: rig.now) }
        try rig.answer("GET /v1/changes", Self.changes)
        return rig
    }

    private func token(of name: String, _ rig: EngineRig) throws -> String? {
        try rig.request(name).request.headers.first { $0.name == "Authorization" }?.value
    }

    @Test func theNextRequestUsesTheNewToken() throws {
        let rig = try askedDevice()
        #expect(rig.asked == ["POST /v1/token"] && !rig.engine.isSettled)
        try rig.answer("POST /v1/token", Self.offer)
        #expect(rig.library.account?.token == "trv_2" && rig.library.account?.device == "d1")
        #expect(rig.engine.isSettled && rig.engine.state == .online)
        try rig.add("Opal")
        #expect(try token(of: "POST /v1/push", rig) == "Bearer trv_2")
        #expect(rig.takeEvents().isEmpty)
    }

    /// A device that has changes to push whenever it connects never asks for changes.
    @Test func aPushAsksForIt() throws {
        let rig = try EngineRig()
        try rig.add("Opal")
        let reply = EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)])
        try rig.answer("POST /v1/push", Self.asking(reply))
        #expect(rig.asked == ["POST /v1/token"])
    }

    @Test func changesComeFirst() throws {
        let rig = try askedDevice()
        try rig.add("Opal")
        try rig.fail("POST /v1/token", .timedOut, mayHaveArrived: true)
        try rig.passPause()
        #expect(rig.asked == ["POST /v1/push"])
    }

    /// The token in the lost answer ends when the device asks again.
    @Test func aLostAnswerIsAskedForAgain() throws {
        let rig = try askedDevice()
        try rig.fail("POST /v1/token", .cutOff, mayHaveArrived: true)
        #expect(rig.library.account?.token == "trv_1")
        try rig.passPause()
        #expect(try token(of: "GET /v1/changes", rig) == "Bearer trv_1")
        try rig.answer("GET /v1/changes", Self.changes)
        #expect(try token(of: "POST /v1/token", rig) == "Bearer trv_1")
    }

    /// A request for a token that was delayed arrives after the one that repeated it, and ends the
    /// token that this one got. The server still accepts the former token.
    @Test func aDelayedRequestLogsNobodyOut() throws {
        let rig = try askedDevice()
        try rig.answer("POST /v1/token", Self.offer)
        try rig.add("Opal")
        #expect(try token(of: "POST /v1/push", rig) == "Bearer trv_2")
        try rig.refuse("POST /v1/push", 401, "bad_token")
        #expect(rig.library.account?.token == "trv_1")
        #expect(try token(of: "POST /v1/push", rig) == "Bearer trv_1")
        let reply = EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)])
        try rig.answer("POST /v1/push", reply)
        #expect(rig.engine.state == .online)
        // A token that has been accepted has no former one.
        try rig.add("Jade")
        try rig.refuse("POST /v1/push", 401, "bad_token")
        #expect(rig.engine.state == .signedOut)
    }

    @Test func anAcceptedTokenEndsTheFormerOne() throws {
        let rig = try askedDevice()
        try rig.answer("POST /v1/token", Self.offer)
        try rig.add("Opal")
        let reply = EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)])
        try rig.answer("POST /v1/push", reply)
        #expect(rig.library.account?.formerToken == nil)
        try rig.add("Jade")
        try rig.refuse("POST /v1/push", 401, "bad_token")
        #expect(rig.engine.state == .signedOut)
    }

    /// A poll with the former token would end with it.
    @Test func aPollWaitsForTheNewToken() throws {
        let rig = try askedDevice(isPolling: true)
        #expect(rig.asked == ["POST /v1/token"])
        try rig.answer("POST /v1/token", Self.offer)
        #expect(rig.transport.cancelled.isEmpty)
        #expect(try token(of: "GET /v1/changes", rig) == "Bearer trv_2")
    }

    @Test(arguments: [400, 503])
    func aPollStartsAfterARefusal(_ status: Int) throws {
        let rig = try askedDevice(isPolling: true)
        try rig.refuse("POST /v1/token", status, "trouble")
        #expect(try token(of: "GET /v1/changes", rig) == "Bearer trv_1")
    }

    /// The poll that was there before the exchange has the former token, which the server ends.
    @Test func thePollStartsAgain() throws {
        let rig = try EngineRig(isPolling: true)
        try rig.answer("GET /v1/changes", EngineRig.changes(since: 5, next: 5))
        let before = try rig.request("GET /v1/changes").id
        try rig.add("Opal")
        let reply = EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(1, version: 6)])
        try rig.answer("POST /v1/push", Self.asking(reply))
        try rig.answer("POST /v1/token", Self.offer)
        #expect(rig.transport.cancelled == [before])
        #expect(try token(of: "GET /v1/changes", rig) == "Bearer trv_2")
    }

    /// The present token is valid: the device stays online, and does not ask again in this session.
    @Test(arguments: [400, 404, 405, 429, 500, 503])
    func aRefusalChangesNothing(_ status: Int) throws {
        let rig = try askedDevice()
        try rig.refuse("POST /v1/token", status, "trouble")
        #expect(rig.engine.state == .online && rig.engine.isSettled)
        #expect(rig.library.account?.token == "trv_1")
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        try rig.answer("GET /v1/changes", Self.changes)
        #expect(rig.asked.isEmpty)
    }

    @Test(arguments: [
        #"{"token":"trv_1","device":"d1"}"#, #"{"token":"trv_2","device":"d2"}"#,
        #"{"token":"trv_2\r\nX: y","device":"d1"}"#, "{}", "[]",
    ])
    func aWrongReplyChangesNothing(_ reply: String) throws {
        let rig = try askedDevice()
        try rig.answer("POST /v1/token", reply)
        #expect(rig.library.account?.token == "trv_1" && rig.library.account?.device == "d1")
        #expect(!rig.engine.state.isOnline)
        // It is not asked for again.
        try rig.passPause()
        try rig.answer("GET /v1/changes", Self.changes)
        #expect(rig.asked.isEmpty && rig.engine.state == .online)
    }

    /// Another shell has changed the password meanwhile, which has ended the offered token.
    @Test func aNewerTokenStays() throws {
        let rig = try askedDevice()
        try rig.library.accountStore.keep(token: "trv_9")
        try rig.answer("POST /v1/token", Self.offer)
        #expect(rig.library.account?.token == "trv_9")
        #expect(try token(of: "GET /v1/changes", rig) == "Bearer trv_9")
    }
}
