package import TroveHTTP

/// Fetches the picture at an address, at most 10 MB; nil when there is none.
package struct PictureLookup: Lookup {
    package let service: CatalogueService
    private let address: String
    private let settings: CatalogueSettings

    package init(address: String, _ settings: CatalogueSettings) {
        service = .openLibrary
        self.address = address
        self.settings = settings
    }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        throw .unfit(service, "to follow")
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<[UInt8]?> {
        throw .unfit(service, "to follow")
    }
}
