import Testing
import TroveHTTP

@Suite struct HTTPClientTests {
    @Test func canBeMade() throws {
        let client = try HTTPClient(userAgent: "test", caFile: nil)
        client.close()
    }
}
