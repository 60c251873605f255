package import TroveHTTP

/// Asks for what a list of results leaves out of an entry: the summary, the subjects, the length
/// and the directors of a film. What the catalogue has no more to say about comes back as it was.
package struct DetailsLookup: Lookup {
    private var entry: CatalogueEntry
    private let settings: CatalogueSettings

    package init(_ entry: CatalogueEntry, _ settings: CatalogueSettings) {
        self.entry = entry
        self.settings = settings
    }

    package var service: CatalogueService { entry.service }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        throw .unfit(service, "to follow")
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CatalogueEntry> {
        throw .unfit(service, "to follow")
    }
}
