import TroveCodecs
package import TroveHTTP
import TroveModel

/// Searches a service, one page of results at a time.
///
/// A page that only repeats entries of earlier pages is skipped.
package struct SearchLookup: Lookup {
    /// The maximum length of a query in bytes of UTF-8, because it is part of an address.
    private static let maximumLength = 1000
    /// The maximum number of skipped pages.
    private static let maximumSkips = 3

    /// The service that the settings choose for the subject of the query.
    package let service: (any CatalogueService)?
    private let query: CatalogueQuery
    private let seen: Set<String>
    private let settings: CatalogueSettings
    private var page: Int
    private var skips = 0
    private var call: ServiceCall

    /// Prepares the search for one page, from 1. `seen` contains the keys of the entries on earlier
    /// pages.
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
        call = ServiceCall(service, settings)
    }

    private static func isGap(_ character: Character) -> Bool {
        character.isWhitespace
            || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }

    /// The service that is searched.
    package var source: LookupSource { call.source }

    /// The address settings of the service.
    package var addresses: [CatalogueSetting] { service?.addresses ?? [] }

    /// Returns the request for the page.
    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        guard let service else { throw .unfit(source, .noService) }
        guard !query.text.isEmpty else { throw .unfit(source, .noText) }
        guard query.text.utf8.count <= Self.maximumLength else {
            throw .unfit(source, .textTooLong)
        }
        guard page >= 1 else { throw .unfit(source, .noPage(page)) }
        if service.needsKey, let key = service.key, settings.key(key) == nil {
            throw .needsKey(source)
        }
        return try call.begin(address(service))
    }

    private func address(
        _ service: any CatalogueService
    ) throws(LookupFailure) -> WebAddress? {
        try service.search(query, page: page, settings)
    }

    /// Returns the page without the entries of earlier pages, or asks for the next one.
    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CataloguePage> {
        let reply: HTTPReply
        switch try call.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        guard let service else { return .done(CataloguePage(entries: [], total: 0, next: nil)) }
        var found = try service.page(JSON(reply, of: source), number: page, of: query)
        var keys = seen
        found.entries = found.entries.filter { keys.insert($0.key).inserted }
            .map { $0.trusted(settings) }
        if found.entries.isEmpty, let next = found.next, skips < Self.maximumSkips {
            skips += 1
            page = next
            return .ask(try call.begin(address(service)), after: .zero)
        }
        return .done(found)
    }
}
