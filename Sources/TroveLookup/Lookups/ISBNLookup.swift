import TroveCodecs
package import TroveHTTP
package import TroveModel

/// Asks which book has a number; nil when no catalogue knows it.
///
/// Open Library is asked, and Google Books for what that does not know, when the user has a key.
package struct ISBNLookup: Lookup {
    /// Open Library at first; Google Books once it is asked instead.
    package private(set) var service = CatalogueService.openLibrary
    private let isbn: ISBN
    private let settings: CatalogueSettings
    private var exchange: Exchange

    /// Prepares the look-up of the book with this number.
    package init(_ isbn: ISBN, _ settings: CatalogueSettings) {
        self.isbn = isbn
        self.settings = settings
        exchange = Exchange(.openLibrary, settings)
    }

    package mutating func begin() throws(LookupFailure) -> HTTPRequest {
        try exchange.begin(OpenLibrary.edition(isbn, settings))
    }

    package mutating func receive(
        _ result: Result<HTTPReply, HTTPFailure>
    ) throws(LookupFailure) -> LookupStep<CatalogueEntry?> {
        let reply: HTTPReply
        switch try exchange.receive(result) {
        case .ask(let request, let pause): return .ask(request, after: pause)
        case .reply(let some): reply = some
        }
        let json = try JSON(reply, of: service)
        guard service == .openLibrary else {
            // It finds what is merely like the number, too.
            let entries = try GoogleBooks.page(json, number: 1).entries
            return .done(entries.first { $0.isbns.contains(isbn) }.map(withNumberFirst))
        }
        if let entry = try OpenLibrary.edition(json, isbn) { return .done(entry) }
        guard settings.googleKey != nil else { return .done(nil) }
        service = .googleBooks
        exchange = Exchange(service, settings)
        return .ask(try exchange.begin(GoogleBooks.edition(isbn, settings)), after: .zero)
    }

    private func withNumberFirst(_ entry: CatalogueEntry) -> CatalogueEntry {
        var entry = entry
        entry.isbns = ([isbn] + entry.isbns).distinct(.max)
        return entry
    }
}
