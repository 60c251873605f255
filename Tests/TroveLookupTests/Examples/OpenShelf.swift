import TroveCodecs
import TroveModel

@testable import TroveLookup

/// Open Shelf, a catalogue of books.
struct OpenShelf: CatalogueService {
    static let api = CatalogueSetting(
        "openshelf-url", "TROVE_OPENSHELF_URL", address: "https://api.openshelf.example/v1")
    static let key = CatalogueSetting(key: "openshelf-key", "TROVE_OPENSHELF_KEY")

    let name = "Open Shelf"
    let subject = CatalogueSubject.books
    let addresses = [api]
    let key: CatalogueSetting? = Self.key
    let needsKey = true
    let keyAdvice: String? = "set TROVE_OPENSHELF_KEY to a key from openshelf.example"

    private static let pageSize = 20

    // MARK: Requests

    func headers(_ settings: CatalogueSettings) -> [(name: String, value: String)] {
        settings.key(Self.key).map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    func search(
        _ query: CatalogueQuery, page: Int, _ settings: CatalogueSettings
    ) throws(LookupFailure) -> WebAddress? {
        settings.address(Self.api)?.adding(
            "/books",
            [
                (query.field?.rawValue ?? "any", query.text), ("page", "\(page)"),
                ("size", "\(Self.pageSize)"),
            ])
    }

    func isKey(_ key: String) -> Bool {
        (1...18).contains(key.utf8.count) && key.utf8.allSatisfy { $0 &- 0x30 < 10 }
    }

    func details(of key: String, _ settings: CatalogueSettings) -> WebAddress? {
        settings.address(Self.api)?.adding("/books/\(key)")
    }

    func picture(at address: String, _ settings: CatalogueSettings) -> PictureAddress? {
        guard let api = settings[Self.api], address.hasPrefix("\(api)/") else { return nil }
        return PictureAddress(address: WebAddress(address))
    }

    // MARK: Replies

    func page(
        _ json: JSON, number: Int, of query: CatalogueQuery
    ) throws(LookupFailure) -> CataloguePage {
        guard let books = json["books"]?.array, let total = json["total"]?.int else {
            throw .invalidResponse(source, .noResults)
        }
        let hasMore = !books.isEmpty && number * Self.pageSize < total
        return CataloguePage(
            entries: books.prefix(TextLimits.entries).compactMap(entry), total: total,
            next: hasMore ? number + 1 : nil)
    }

    private func entry(_ book: JSON) -> CatalogueEntry? {
        guard let id = book["id"]?.int, id > 0,
            let title = book["title"]?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(self, key: "\(id)", title: title)
        entry.creators =
            book["authors"]?.texts(
                count: TextLimits.items, atMost: TextLimits.name) ?? []
        entry.year = book["year"]?.year
        return entry
    }

    func add(
        _ json: JSON, to entry: inout CatalogueEntry, step: Int, _ settings: CatalogueSettings
    ) -> WebAddress? {
        entry.summary = json["summary"]?.paragraphs
        entry.pages = json["pages"]?.amount
        entry.publisher = json["publisher"]?.text(atMost: TextLimits.name)
        return nil
    }
}
