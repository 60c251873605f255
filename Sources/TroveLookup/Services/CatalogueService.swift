package import TroveCodecs
package import TroveModel

/// An online catalogue: its addresses, its requests, and the meaning of its replies.
///
/// A new service is a type that conforms to this protocol, and one line in `all`.
package protocol CatalogueService: Sendable {
    /// The name that users know; unique among the services.
    var name: String { get }
    /// The subject of its entries.
    var subject: CatalogueSubject { get }
    /// The settings for its addresses: first the API, then the pictures.
    var addresses: [CatalogueSetting] { get }
    /// The setting for the user's key; nil if the service has no keys.
    var key: CatalogueSetting? { get }
    /// Whether it requires a key.
    var needsKey: Bool { get }
    /// The advice on how to get a key and where to set it; nil if it has no keys.
    var keyAdvice: String? { get }
    /// Whether it wants a contact for questions about the requests.
    var wantsContact: Bool { get }
    /// The sentence that its terms require wherever its data is shown; nil for none.
    var attribution: String? { get }

    /// Whether only the details of an entry name its creators.
    var hasCreatorsInDetails: Bool { get }

    /// Returns the headers that carry the user's key.
    func headers(_ settings: CatalogueSettings) -> [(name: String, value: String)]

    /// Returns the address of a page of results, from 1; nil if the settings have no valid address.
    ///
    /// - Throws: `unfit` for a query that the service cannot answer.
    func search(
        _ query: CatalogueQuery, page: Int, _ settings: CatalogueSettings
    ) throws(LookupFailure) -> WebAddress?

    /// Reads the reply to `search`.
    func page(
        _ json: JSON, number: Int, of query: CatalogueQuery
    ) throws(LookupFailure) -> CataloguePage

    /// Returns whether a text is a valid key of an entry.
    func isKey(_ key: String) -> Bool

    /// Returns the address of an entry's details; nil if the settings have no valid address.
    func details(of key: String, _ settings: CatalogueSettings) -> WebAddress?

    /// Adds the reply to `details` to an entry.
    ///
    /// - Parameters:
    ///   - json: the reply.
    ///   - entry: the entry.
    ///   - step: the number of replies so far, including this one.
    ///   - settings: the addresses of the service.
    /// - Returns: the address of a further reply with more details; nil if there is none.
    func add(
        _ json: JSON, to entry: inout CatalogueEntry, step: Int, _ settings: CatalogueSettings
    ) -> WebAddress?

    /// Returns where to download a picture of this service; nil if the address does not belong to
    /// it.
    func picture(at address: String, _ settings: CatalogueSettings) -> PictureAddress?
}

/// A service that finds books by their ISBN.
package protocol ISBNService: CatalogueService {
    /// Returns the address of the book with an ISBN; nil if the settings have no valid address.
    func book(_ isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress?

    /// Reads the reply to `book`; nil if the service does not know it.
    func book(_ json: JSON, _ isbn: ISBN) throws(LookupFailure) -> CatalogueEntry?

    /// Returns the address of data that `book` does not return, such as the year of the first
    /// publication; nil if there is nothing more.
    func work(of isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress?

    /// Adds the reply to `work` to an entry.
    func addWork(_ json: JSON, to entry: inout CatalogueEntry)

    /// Returns the address of the cover of the book with an ISBN; nil if the service has none by
    /// ISBN.
    func cover(of isbn: ISBN, _ settings: CatalogueSettings) -> String?
}

/// The download address of a picture of a service; nil if the settings have no valid one.
package struct PictureAddress: Sendable {
    let address: WebAddress?
}

/// The defaults are for a service that requires nothing from its users.
extension CatalogueService {
    /// The default: no keys.
    package var key: CatalogueSetting? { nil }
    /// The default: no key required.
    package var needsKey: Bool { false }
    /// The default: none.
    package var keyAdvice: String? { nil }
    /// The default: no contact required.
    package var wantsContact: Bool { false }
    /// The default: none.
    package var attribution: String? { nil }
    /// The default: search results name the creators.
    package var hasCreatorsInDetails: Bool { false }

    /// The default: no headers.
    package func headers(_ settings: CatalogueSettings) -> [(name: String, value: String)] { [] }

    /// The source for failures.
    package var source: LookupSource { .service(name) }
}

/// The defaults are for a service that returns everything about a book at once.
extension ISBNService {
    /// The default: nothing more.
    package func work(of isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress? { nil }
    /// The default: nothing.
    package func addWork(_ json: JSON, to entry: inout CatalogueEntry) {}
}

/// The services.
package enum CatalogueServices {
    /// All services. Of those for one subject, the first that is usable is preferred.
    package static let all: [any CatalogueService] = [
        OpenLibrary(), GoogleBooks(), TMDB(),
    ]

    /// Returns the service with a name; nil if there is none.
    package static func service(named name: String) -> (any CatalogueService)? {
        all.first { $0.name == name }
    }

    /// Returns the services to ask for an ISBN, in this order.
    package static func forISBN(_ settings: CatalogueSettings) -> [any ISBNService] {
        all.compactMap { $0 as? any ISBNService }
            .filter { $0.key.map { settings.key($0) != nil } ?? true }
    }

    /// Returns the address of the cover of the book with an ISBN.
    package static func cover(of isbn: ISBN, _ settings: CatalogueSettings) -> String? {
        forISBN(settings).lazy.compactMap { $0.cover(of: isbn, settings) }.first
    }
}
