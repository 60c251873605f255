import TroveCodecs
package import TroveHTTP
package import TroveModel

/// Asks which book has an ISBN; nil if no service knows it.
///
/// The services that find books by ISBN are asked one after the other, without those that the user has
/// no key for.
package struct ISBNLookup: Lookup {
    private let isbn: ISBN
    private let settings: CatalogueSettings
    /// The services in the order in which they are asked.
    package let services: [any ISBNService]
    /// The index of the service that is asked now.
    private var current = 0
    private var call: ServiceCall

    /// Prepares the look-up of the book with an ISBN.
    package init(_ isbn: ISBN, _ settings: CatalogueSettings) {
        self.isbn = isbn
        self.settings = settings
        services = CatalogueServices.forISBN(settings)
        call = ServiceCall(services.first, settings)
    }

    package var source: LookupSource { call.source }

    package var addresses: [CatalogueSetting] { services.flatMap(\.addresses) }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        try call.begin(services.first?.book(isbn, settings))
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CatalogueEntry?> {
        let reply: HTTPReply
        switch try call.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        let json = try JSON(reply, of: source)
        if let entry = try services[current].book(json, isbn) { return .done(entry) }
        guard current + 1 < services.count else { return .done(nil) }
        current += 1
        call = ServiceCall(services[current], settings)
        return .ask(try call.begin(services[current].book(isbn, settings)), after: .zero)
    }
}
