package import TroveHTTP

/// Fetches the picture at an address, at most 10 MB; nil when there is none.
///
/// The addresses of the catalogues' own pictures lead where the settings say.
package struct PictureLookup: Lookup {
    private static let maximumSize = 10_000_000

    /// The service whose picture it is; `elsewhere` for any other address.
    package let service: CatalogueService
    private let address: WebAddress?
    private var exchange: Exchange

    /// Prepares the look-up of the picture at this address, as an entry names it.
    package init(address text: String, _ settings: CatalogueSettings) {
        (service, address) = Self.place(of: text, settings)
        exchange = Exchange(service, settings)
    }

    /// Who has the picture, and where to ask for it.
    private static func place(
        of text: String, _ settings: CatalogueSettings
    ) -> (CatalogueService, WebAddress?) {
        for base in [OpenLibrary.covers, settings.covers] where text.hasPrefix("\(base)/") {
            let address = WebAddress(settings.covers + text.dropFirst(base.count))
            // Otherwise a picture that is not there is one of one point.
            return (.openLibrary, address?.adding("", [("default", "false")]))
        }
        for base in [TMDB.images, settings.tmdbImages] where text.hasPrefix("\(base)/") {
            return (.tmdb, WebAddress(settings.tmdbImages + text.dropFirst(base.count)))
        }
        let address = WebAddress(text)
        let host = address?.authority ?? ""
        let isGoogles =
            host.hasPrefix("books.google.") || host.hasSuffix(".googleusercontent.com")
            || text.hasPrefix("\(settings.googleBooks)/")
        return isGoogles ? (.googleBooks, address?.secured()) : (.elsewhere, address)
    }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        try exchange.begin(
            address, maximumSize: Self.maximumSize, takes: [404, 410], isKeyed: false)
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<[UInt8]?> {
        let reply: HTTPReply
        switch try exchange.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        guard reply.status == 200 else { return .done(nil) }
        guard Self.isPicture(reply.body) else { throw .nonsense(service, "no picture") }
        return .done(Self.isEmptyGIF(reply.body) ? nil : reply.body)
    }

    /// Whether bytes begin as pictures do. What the head says of their type is often wrong.
    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("BM".utf8),
            Array("RIFF".utf8),
        ]
        return starts.contains { bytes.starts(with: $0) }
            // ISO media files, that is AVIF and HEIC.
            || bytes.dropFirst(4).starts(with: "ftyp".utf8)
    }

    /// Whether it is the GIF of one point that Open Library sends for a picture that is not there.
    private static func isEmptyGIF(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "GIF8".utf8) && bytes.count > 10
            && bytes[6...9].elementsEqual([1, 0, 1, 0])
    }
}
