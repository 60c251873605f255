import Testing
import TroveLookup

/// The pauses between requests to a service.
@Suite struct RequestPaceTests {
    private static let work = "https://openlibrary.org/works/OL1W.json"

    @Test func requestsToOneServerHavePauses() {
        var pace = RequestPace()
        #expect(pace.due(Self.work, at: .seconds(10)) == .seconds(10))
        pace.note(Self.work, at: .seconds(10))
        #expect(pace.due(Self.work, at: .seconds(10)) == .milliseconds(10_350))
        // Another server has its own limit.
        #expect(pace.due("https://api.themoviedb.org/3/x", at: .seconds(10)) == .seconds(10))
        // After a pause, nothing waits.
        #expect(pace.due(Self.work, at: .seconds(20)) == .seconds(20))
    }

    /// A request that was planned for later and cancelled leaves no pause.
    @Test func onlyWhatIsSentCounts() {
        let pace = RequestPace()
        _ = pace.due(Self.work, at: .seconds(30))
        #expect(pace.due(Self.work, at: .seconds(10)) == .seconds(10))
    }

    @Test func coversByISBNHaveLongPauses() {
        var pace = RequestPace()
        let cover = "https://covers.openlibrary.org/b/isbn/9780441013593-L.jpg?default=false"
        pace.note(cover, at: .zero)
        #expect(pace.due(cover, at: .zero) == .seconds(3))
        let byID = "https://covers.openlibrary.org/b/id/1-L.jpg?default=false"
        #expect(pace.due(byID, at: .zero) == .zero)
    }

    @Test(arguments: ["http://127.0.0.1:8080/x", "http://localhost/x", "http://[::1]:80/x"])
    func aServerOnThisMachineHasNoPauses(_ address: String) {
        var pace = RequestPace()
        pace.note(address, at: .zero)
        #expect(pace.due(address, at: .zero) == .zero)
    }
}
