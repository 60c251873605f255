import Testing
import TroveCodecs
import TroveHTTP
import TroveModel

@testable import TroveLookup

/// The catalogue service that CONTRIBUTING adds.
@Suite struct OpenShelfTests {
    private let service = OpenShelf()
    private let settings: CatalogueSettings

    init() {
        var settings = CatalogueSettings()
        settings[OpenShelf.key] = "secret"
        self.settings = settings
    }

    private func page(_ text: String, number: Int = 1) throws -> CataloguePage {
        try service.page(
            JSON(parsing: Array(text.utf8)), number: number, of: CatalogueQuery("salt"))
    }

    @Test func sendsTheKeyInAHeader() throws {
        var call = ServiceCall(service, settings)
        let query = CatalogueQuery("salt & sea", in: .title)
        let request = try call.begin(try service.search(query, page: 2, settings))
        #expect(
            request.url
                == "https://api.openshelf.example/v1/books?title=salt%20%26%20sea&page=2&size=20")
        #expect(request.header("Authorization") == "Bearer secret")
    }

    @Test func readsAPageOfResults() throws {
        let page = try page(
            """
            {"total": 21, "books": [{"id": 7, "title": "Salt", "authors": ["Ada Brandt"],
            "year": 1999}, {"id": 8}, {"title": "No id"}, 9]}
            """)
        #expect(page.entries.map(\.key) == ["7"])
        #expect(page.entries.first?.title == "Salt")
        #expect(page.entries.first?.creators == ["Ada Brandt"])
        #expect(page.entries.first?.year == 1999)
        #expect(page.total == 21)
        #expect(page.next == 2)
        #expect(try self.page(#"{"total": 21, "books": [{}]}"#, number: 2).next == nil)
    }

    @Test func readsDetails() throws {
        var entry = CatalogueEntry(service, key: "7", title: "Salt")
        let reply = #"{"summary": "The sea.", "pages": 320, "publisher": "Harbor"}"#
        let json = try JSON(parsing: Array(reply.utf8))
        #expect(service.add(json, to: &entry, step: 1, settings) == nil)
        #expect(entry.summary == "The sea.")
        #expect(entry.pages == 320)
        #expect(entry.publisher == "Harbor")
        #expect(service.details(of: "7", settings)?.text.hasSuffix("/v1/books/7") == true)
    }

    @Test(arguments: ["{}", #"{"books": []}"#, #"{"books": 1, "total": 1}"#])
    func rejectsOtherReplies(_ reply: String) {
        #expect(throws: LookupFailure.invalidResponse(service.source, .noResults)) {
            try page(reply)
        }
    }

    @Test(arguments: ["", "x", "-1", "../1", String(repeating: "9", count: 19)])
    func rejectsOtherKeys(_ key: String) {
        #expect(!service.isKey(key))
    }

    @Test func downloadsOnlyItsOwnPictures() {
        let own = "https://api.openshelf.example/v1/covers/7.jpg"
        #expect(service.picture(at: own, settings)?.address?.text == own)
        #expect(service.picture(at: "https://elsewhere.example/7.jpg", settings) == nil)
    }
}
