import Testing
import TroveLookup

/// The pauses between requests to a service.
@Suite struct RequestPaceTests {
    private static let work = "https://openlibrary.org/works/OL1W.json"

    @Test func requestsToOneServiceHavePauses() {
        var pace = RequestPace()
        #expect(pace.plan(Self.work, at: .seconds(10)) == .seconds(10))
        #expect(pace.plan(Self.work, at: .seconds(10)) == .milliseconds(10_350))
        #expect(pace.plan(Self.work, at: .seconds(10)) == .milliseconds(10_700))
        // Another service has its own limit.
        #expect(pace.plan("https://api.themoviedb.org/3/x", at: .seconds(10)) == .seconds(10))
        // After a pause, nothing waits.
        #expect(pace.plan(Self.work, at: .seconds(20)) == .seconds(20))
    }

    @Test func coversByISBNHaveLongPauses() {
        var pace = RequestPace()
        let cover = "https://covers.openlibrary.org/b/isbn/9780441013593-L.jpg?default=false"
        #expect(pace.plan(cover, at: .zero) == .zero)
        #expect(pace.plan(cover, at: .zero) == .seconds(3))
        let byID = "https://covers.openlibrary.org/b/id/1-L.jpg?default=false"
        #expect(pace.plan(byID, at: .zero) == .zero)
    }

    @Test(arguments: ["http://127.0.0.1:8080/x", "http://localhost/x", "http://[::1]:80/x"])
    func aServiceOnThisMachineHasNoPauses(_ address: String) {
        var pace = RequestPace()
        #expect(pace.plan(address, at: .zero) == .zero)
        #expect(pace.plan(address, at: .zero) == .zero)
    }
}
