package import TroveHTTP

/// Looks for books or films, a page of results at a time.
package struct SearchLookup: Lookup {
    package let service: CatalogueService
    private let query: CatalogueQuery
    private let page: Int
    private let seen: Set<String>
    private let settings: CatalogueSettings

    /// The question for one page, from 1.
    ///
    /// - Parameter seen: The keys of the entries that came on earlier pages of the same search.
    package init(
        _ query: CatalogueQuery, page: Int = 1, seen: Set<String> = [],
        _ settings: CatalogueSettings
    ) {
        service = settings.service(for: query.subject)
        self.query = query
        self.page = page
        self.seen = seen
        self.settings = settings
    }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        throw .unfit(service, "to follow")
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CataloguePage> {
        throw .unfit(service, "to follow")
    }
}
