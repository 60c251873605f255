import TroveCodecs
package import TroveHTTP
package import TroveModel

/// Looks up the book with an ISBN; nil if no service knows it.
///
/// It asks the services that find books by ISBN one after another, except those that need a key
/// that the user does not have.
package struct ISBNLookup: Lookup {
    private let isbn: ISBN
    private let settings: CatalogueSettings
    /// The services in the order in which they are asked.
    package let services: [any ISBNService]
    /// The index of the service that is being asked.
    private var current = 0
    private var call: ServiceCall
    /// The book, while more is asked about it.
    private var found: CatalogueEntry?

    /// Prepares the lookup of the book with an ISBN.
    package init(_ isbn: ISBN, _ settings: CatalogueSettings) {
        self.isbn = isbn
        self.settings = settings
        services = CatalogueServices.forISBN(settings)
        call = ServiceCall(services.first, settings)
    }

    /// The service that is being asked.
    package var source: LookupSource { call.source }

    /// The address settings of all services that may be asked.
    package var addresses: [CatalogueSetting] { services.flatMap(\.addresses) }

    /// Returns the request to the first service.
    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        try call.begin(services.first?.book(isbn, settings))
    }

    /// Returns the book, or asks the next service.
    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CatalogueEntry?> {
        if let found { return receive(result, about: found) }
        let reply: HTTPReply
        switch try call.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        let json = try JSON(reply, of: source)
        if let entry = try services[current].book(json, isbn) {
            guard let more = services[current].work(of: isbn, settings) else {
                return .done(entry.trusted(settings))
            }
            found = entry
            return .ask(try call.begin(more), after: .zero)
        }
        guard current + 1 < services.count else { return .done(nil) }
        current += 1
        call = ServiceCall(services[current], settings)
        return .ask(try call.begin(services[current].book(isbn, settings)), after: .zero)
    }

    /// Adds the second reply to the book. A book without it is better than none, so a failure is
    /// not an error.
    private mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>, about book: CatalogueEntry
    ) -> LookupStep<CatalogueEntry?> {
        do throws(LookupFailure) {
            switch try call.receive(result) {
            case .ask(let request, let pause): return .ask(request, after: pause)
            case .reply(let reply):
                var book = book
                services[current].addWork(try JSON(reply, of: source), to: &book)
                return .done(book.trusted(settings))
            }
        } catch {
            return .done(book.trusted(settings))
        }
    }
}
