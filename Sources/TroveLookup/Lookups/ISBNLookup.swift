package import TroveHTTP
package import TroveModel

/// Asks which book has a number; nil when no catalogue knows it.
package struct ISBNLookup: Lookup {
    package private(set) var service = CatalogueService.openLibrary
    private let isbn: ISBN
    private let settings: CatalogueSettings

    package init(_ isbn: ISBN, _ settings: CatalogueSettings) {
        self.isbn = isbn
        self.settings = settings
    }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        throw .unfit(service, "to follow")
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CatalogueEntry?> {
        throw .unfit(service, "to follow")
    }
}
