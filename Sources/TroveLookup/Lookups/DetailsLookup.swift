import TroveCodecs
package import TroveHTTP

/// Asks for what a list of results leaves out of an entry: the summary, the subjects, the length
/// and the directors of a film. What the catalogue has no more to say about comes back as it was.
package struct DetailsLookup: Lookup {
    /// How many times it is asked for what another answer has named: the work of an edition, what a
    /// work was merged into.
    private static let maximumSteps = 3

    private var entry: CatalogueEntry
    private let settings: CatalogueSettings
    private var exchange: Exchange
    private var steps = 0

    /// Prepares the look-up of what the catalogue adds to this entry.
    package init(_ entry: CatalogueEntry, _ settings: CatalogueSettings) {
        self.entry = entry
        self.settings = settings
        exchange = Exchange(entry.service, settings)
    }

    package var service: CatalogueService { entry.service }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        let (isKey, address) =
            switch service {
            case .openLibrary:
                (OpenLibrary.isKey(entry.key), OpenLibrary.thing(entry.key, settings))
            case .googleBooks:
                (GoogleBooks.isKey(entry.key), GoogleBooks.volume(entry.key, settings))
            case .tmdb:
                (
                    TMDB.isKey(entry.key),
                    TMDB.movie(entry.key, language: settings.language, settings)
                )
            case .elsewhere: (false, nil as WebAddress?)
            }
        guard isKey else { throw .unfit(service, "this is no key of the catalogue") }
        if service == .tmdb, settings.tmdbShortKey == nil, settings.tmdbToken == nil {
            throw .needsKey(service)
        }
        return try ask(address)
    }

    private mutating func ask(_ address: WebAddress?) throws(LookupFailure) -> HTTPRequest {
        steps += 1
        return try exchange.begin(address, takes: [404, 410])
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CatalogueEntry> {
        let reply: HTTPReply
        switch try exchange.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        // The catalogue does not have it any more.
        guard reply.status == 200 else { return .done(entry) }
        if let next = try add(JSON(reply, of: service)), steps < Self.maximumSteps {
            return .ask(try ask(next), after: .zero)
        }
        return .done(entry)
    }

    /// Takes over what an answer says; the address of what says more.
    private mutating func add(_ json: JSON) throws(LookupFailure) -> WebAddress? {
        switch service {
        case .openLibrary:
            return OpenLibrary.add(json, to: &entry).flatMap { OpenLibrary.thing($0, settings) }
        case .googleBooks:
            GoogleBooks.add(json, to: &entry)
            return nil
        case .tmdb, .elsewhere:
            let isTranslated = json["overview"]?.paragraphs != nil
            if steps == 1 || entry.summary == nil { TMDB.add(json, to: &entry) }
            guard !isTranslated, steps == 1, !settings.language.hasPrefix("en") else { return nil }
            return TMDB.movie(entry.key, language: "en-US", settings)
        }
    }
}
