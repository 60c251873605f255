import TroveCodecs
package import TroveHTTP
import TroveModel

/// Looks for books or films, a page of results at a time.
///
/// A page on which there is nothing but what came before is passed over.
package struct SearchLookup: Lookup {
    /// The longest text that is looked for, in bytes of UTF-8: an address has to carry it.
    private static let maximumLength = 1000
    /// How many pages without anything new are passed over.
    private static let maximumSkips = 3

    /// The catalogue that the settings choose for the subject of the query.
    package let service: CatalogueService
    private let query: CatalogueQuery
    private let seen: Set<String>
    private let settings: CatalogueSettings
    private var page: Int
    private var skips = 0
    private var exchange: Exchange

    /// The question for one page, from 1; `seen` are the keys of the entries that came on earlier
    /// pages of the same search.
    package init(
        _ query: CatalogueQuery, page: Int = 1, seen: Set<String> = [],
        _ settings: CatalogueSettings
    ) {
        service = settings.service(for: query.subject)
        self.query = CatalogueQuery(
            String(query.text.map { Self.isGap($0) ? " " : $0 }).split(separator: " ")
                .joined(separator: " "), in: query.field, of: query.subject)
        self.page = page
        self.seen = seen
        self.settings = settings
        exchange = Exchange(service, settings)
    }

    private static func isGap(_ character: Character) -> Bool {
        character.isWhitespace
            || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        guard !query.text.isEmpty else { throw .unfit(service, "there is no text") }
        guard query.text.utf8.count <= Self.maximumLength else {
            throw .unfit(service, "the text is too long")
        }
        guard page >= 1 else { throw .unfit(service, "there is no page \(page)") }
        if service == .tmdb {
            guard settings.tmdbShortKey != nil || settings.tmdbToken != nil else {
                throw .needsKey(service)
            }
            guard query.field != .author else {
                throw .unfit(service, "films are found by their titles only")
            }
            guard page <= TMDB.lastPage else { throw .unfit(service, "there is no page \(page)") }
        }
        return try exchange.begin(address)
    }

    private var address: WebAddress? {
        switch service {
        case .openLibrary: OpenLibrary.search(query, page: page, settings)
        case .googleBooks: GoogleBooks.search(query, page: page, settings)
        case .tmdb: TMDB.search(query, page: page, settings)
        case .elsewhere: nil
        }
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CataloguePage> {
        let reply: HTTPReply
        switch try exchange.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        var found = try found(JSON(reply, of: service))
        var keys = seen
        found.entries = found.entries.filter { keys.insert($0.key).inserted }
        if found.entries.isEmpty, let next = found.next, skips < Self.maximumSkips {
            skips += 1
            page = next
            return .ask(try exchange.begin(address), after: .zero)
        }
        return .done(found)
    }

    private func found(_ json: JSON) throws(LookupFailure) -> CataloguePage {
        switch service {
        case .openLibrary:
            var found = try OpenLibrary.page(json, number: page)
            // Of a work with many editions the one that was asked for comes first.
            if query.field == nil, let isbn = ISBN(parsing: query.text) {
                for (index, entry) in found.entries.enumerated() where entry.isbns.contains(isbn) {
                    found.entries[index].isbns = ([isbn] + entry.isbns).distinct(.max)
                }
            }
            return found
        case .googleBooks: return try GoogleBooks.page(json, number: page)
        case .tmdb, .elsewhere: return try TMDB.page(json, number: page)
        }
    }
}
