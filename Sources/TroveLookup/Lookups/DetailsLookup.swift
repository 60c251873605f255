import TroveCodecs
package import TroveHTTP

/// Looks up what search results omit from an entry, such as the summary and the directors of a
/// film. An entry that the service no longer has is returned unchanged.
package struct DetailsLookup: Lookup {
    /// The maximum number of requests. A reply can refer to another one: the work of an edition, or
    /// the work that this one was merged into.
    private static let maximumSteps = 3

    private var entry: CatalogueEntry
    private let settings: CatalogueSettings
    private var call: ServiceCall
    private var steps = 0

    /// Prepares the lookup of an entry's details.
    package init(_ entry: CatalogueEntry, _ settings: CatalogueSettings) {
        self.entry = entry
        self.settings = settings
        call = ServiceCall(entry.service, settings)
    }

    /// The service of the entry.
    package var source: LookupSource { .service(entry.serviceName) }

    /// The address settings of the service; empty if this version does not have it.
    package var addresses: [CatalogueSetting] { entry.service?.addresses ?? [] }

    /// Returns the request for the details.
    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        guard let service = entry.service, service.isKey(entry.key) else {
            throw .unfit(source, .notKey)
        }
        if service.needsKey, let key = service.key, settings.key(key) == nil {
            throw .needsKey(source)
        }
        return try ask(service.details(of: entry.key, settings))
    }

    private mutating func ask(_ address: WebAddress?) throws(LookupFailure) -> HTTPRequest {
        steps += 1
        return try call.begin(address, takes: [404, 410])
    }

    /// Merges the reply into the entry, and may ask for a further one.
    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CatalogueEntry> {
        let reply: HTTPReply
        switch try call.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        // The service no longer has it.
        guard reply.status == 200 else { return .done(entry.trusted(settings)) }
        let json = try JSON(reply, of: source)
        if let next = entry.service?.add(json, to: &entry, step: steps, settings),
            steps < Self.maximumSteps
        {
            return .ask(try ask(next), after: .zero)
        }
        return .done(entry.trusted(settings))
    }
}
