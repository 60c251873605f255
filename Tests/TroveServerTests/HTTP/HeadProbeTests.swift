import Testing
import TroveServer
import TroveTesting

/// The self-test of the server, which decides how malformed heads are refused.
@Suite struct HeadProbeTests {
    @Test func theLayoutCheckHolds() {
        #expect(HeadProbe.holds(.layout))
    }

    /// The probe must be able to fail: without the layout check, malformed heads are accepted.
    @Test func theLibraryAloneAcceptsMalformedHeads() {
        #expect(!HeadProbe.holds(.library))
        #expect(!HeadProbe.holds(.none))
    }

    static let decisions: [Case<[HeadCheck], HeadCheck>] = [
        Case("both hold", [.layout, .library], .layout),
        Case("the layout has changed", [.library], .library),
        Case("neither holds", [], .none),
    ]

    @Test(arguments: decisions) func takesTheFirstCheckThatHolds(
        _ row: Case<[HeadCheck], HeadCheck>
    ) {
        #expect(HeadProbe.run { row.input.contains($0) } == row.expected)
    }

    /// Without a check that holds, a hidden request is never answered.
    @Test func aConnectionEndsAfterOneRequestWithoutACheck() throws {
        let server = try TestDaemon(headCheck: .none)
        let client = try server.connect()
        try client.send(TestDaemon.request("GET /hello") + TestDaemon.request("GET /mirror"))
        let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.split(separator: "HTTP/1.1 ").count == 1)
        #expect(server.handler.questions("/mirror") == 0)
    }
}
