import Testing
import TroveLoopback
import TroveStandIn
import TroveTesting

/// The catalogue addresses in the environment.
@Suite(.timeLimit(.minutes(20))) struct CatalogueAddressTests {
    static let bad: [Case<(variable: String, value: String), String>] = [
        .init("no scheme", ("TROVE_OPENLIBRARY_URL", "localhost:8080"), "search dune"),
        .init("another scheme", ("TROVE_OPENLIBRARY_URL", "ftp://x.example"), "isbn 9780441013593"),
        .init("no host", ("TROVE_OPENLIBRARY_URL", "http://"), "search dune"),
        .init("a blank", ("TROVE_COVERS_URL", "http://a b"), "search dune"),
        .init("films", ("TROVE_TMDB_URL", "tmdb"), "search alien in:movies"),
        .init("pictures of films", ("TROVE_TMDB_IMAGES_URL", "tmdb"), "search alien in:movies"),
        .init("scanned codes", ("TROVE_OPENLIBRARY_URL", "x"), "scan\n9780441013593"),
    ]

    /// A wrong address does not lead to another service.
    @Test(arguments: bad) func anInvalidAddressIsNamedInTheError(
        _ row: Case<(variable: String, value: String), String>
    ) throws {
        let catalogues = try CatalogueStandIn()
        let (variable, value) = row.input
        let trove = try Trove(catalogues: catalogues, environment: [variable: value])
        let run = try trove.run(row.expected, errors: .merged)
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.text.contains("\(variable) is not a valid address: \"\(value)\""))
        #expect(catalogues.requests.isEmpty)
    }

    @Test func theSessionCanOverrideIt() throws {
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(
            catalogues: catalogues, environment: ["TROVE_OPENLIBRARY_URL": "nowhere"])
        let run = try trove.run(
            "settings openlibrary-url \(catalogues.url)/openlibrary\nsearch dune")
        #expect(run.status == .success, "\(run)")
        #expect(!catalogues.requests.isEmpty)
    }
}
