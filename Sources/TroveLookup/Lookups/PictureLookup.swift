package import TroveHTTP

/// Downloads the picture at an address, of at most 10 MB; nil if there is none.
///
/// A picture of a service is downloaded from the address in the settings.
package struct PictureLookup: Lookup {
    private static let maximumSize = 10_000_000

    /// The service that owns the picture; nil for any other server.
    private let service: (any CatalogueService)?
    private let address: WebAddress?
    private let isForPublicHosts: Bool
    private var call: ServiceCall

    /// Prepares the download of a picture.
    ///
    /// - Parameters:
    ///   - text: the address, which an entry or an item has.
    ///   - settings: the settings of the services.
    ///   - isAsked: whether the user asked for this picture. Other pictures are requested from
    ///     public hosts only, because their addresses may come from someone else's file or device,
    ///     unless the settings name another server for the service.
    package init(address text: String, _ settings: CatalogueSettings, isAsked: Bool) {
        (service, address) = Self.owner(of: text, settings)
        call = ServiceCall(service, settings, isAsked: isAsked)
        let isMoved = address?.authority != WebAddress(text)?.authority
        isForPublicHosts = !isAsked && !isMoved
    }

    /// Returns the service that owns a picture, and where to download it.
    private static func owner(
        of text: String, _ settings: CatalogueSettings
    ) -> ((any CatalogueService)?, WebAddress?) {
        for service in CatalogueServices.all {
            if let picture = service.picture(at: text, settings) {
                return (service, picture.address)
            }
        }
        return (nil, WebAddress(text))
    }

    /// The service that owns the picture, or the server of another picture.
    package var source: LookupSource { call.source }

    /// The address settings of the service. Without a service, those for all pictures: if one of
    /// them is not valid, a service's own picture cannot be recognized.
    package var addresses: [CatalogueSetting] {
        service?.addresses ?? CatalogueServices.all.flatMap { $0.addresses.dropFirst() }
    }

    /// Returns the request for the picture.
    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        try call.begin(
            address, maximumSize: Self.maximumSize, takes: [404, 410], isKeyed: false,
            isForPublicHosts: isForPublicHosts)
    }

    /// Returns the picture, or nil if the reply is not one.
    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<[UInt8]?> {
        let reply: HTTPReply
        switch try call.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        guard reply.status == 200 else { return .done(nil) }
        guard Self.isPicture(reply.body) else { throw .invalidResponse(source, .notPicture) }
        return .done(Self.isEmptyGIF(reply.body) ? nil : reply.body)
    }

    /// Returns whether bytes begin like a picture. The `Content-Type` is often wrong.
    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("BM".utf8),
            Array("RIFF".utf8),
        ]
        return starts.contains { bytes.starts(with: $0) }
            // ISO media files: AVIF and HEIC.
            || bytes.dropFirst(4).starts(with: "ftyp".utf8)
    }

    /// Returns whether the bytes are the 1×1 GIF that Open Library sends for a missing cover.
    private static func isEmptyGIF(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "GIF8".utf8) && bytes.count > 10
            && bytes[6...9].elementsEqual([1, 0, 1, 0])
    }
}
