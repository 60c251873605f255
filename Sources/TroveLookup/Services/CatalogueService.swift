package import TroveCodecs
package import TroveModel

/// An online catalogue: where it is, what it is asked, and what its replies mean.
///
/// A new service is a type that conforms to this, and one line in `all`.
package protocol CatalogueService: Sendable {
    /// The name that users know; no two services share one.
    var name: String { get }
    /// What its entries are about.
    var subject: CatalogueSubject { get }
    /// The settings for its addresses: that of its API first, then those of its pictures.
    var addresses: [CatalogueSetting] { get }
    /// The setting for the user's key; nil if the service has no keys.
    var key: CatalogueSetting? { get }
    /// Whether it answers nothing without a key.
    var needsKey: Bool { get }
    /// Tells the user how to get a key and where to put it.
    var keyAdvice: String? { get }
    /// Whether it wants to know whom it can contact about the requests.
    var wantsContact: Bool { get }
    /// The sentence that its terms require wherever its data is shown.
    var attribution: String? { get }

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

    /// Whether a text can be the key of an entry.
    func isKey(_ key: String) -> Bool

    /// Returns the address of everything that the service knows of an entry.
    func details(of key: String, _ settings: CatalogueSettings) -> WebAddress?

    /// Adds what the reply to `details` says to an entry.
    ///
    /// - Parameters:
    ///   - json: the reply.
    ///   - entry: the entry.
    ///   - step: how many replies there were, this one included.
    ///   - settings: where the service is.
    /// - Returns: the address of a further reply that says more; nil if there is none.
    func add(
        _ json: JSON, to entry: inout CatalogueEntry, step: Int, _ settings: CatalogueSettings
    ) -> WebAddress?

    /// Returns where to download a picture that the service owns; nil if the address is not one of
    /// its own.
    func picture(at address: String, _ settings: CatalogueSettings) -> PictureAddress?
}

/// A service that finds books by their ISBN.
package protocol ISBNService: CatalogueService {
    /// Returns the address of the book with an ISBN.
    func book(_ isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress?

    /// Reads the reply to `book`; nil if the service does not know it.
    func book(_ json: JSON, _ isbn: ISBN) throws(LookupFailure) -> CatalogueEntry?

    /// Returns the address of the cover of the book with an ISBN; nil if the service has none by
    /// ISBN.
    func cover(of isbn: ISBN, _ settings: CatalogueSettings) -> String?
}

/// Where a picture of a service is downloaded; the address is nil if the settings have no valid one.
package struct PictureAddress: Sendable {
    let address: WebAddress?
}

/// The defaults fit a service that wants nothing from its users.
extension CatalogueService {
    package var key: CatalogueSetting? { nil }
    package var needsKey: Bool { false }
    package var keyAdvice: String? { nil }
    package var wantsContact: Bool { false }
    package var attribution: String? { nil }

    package func headers(_ settings: CatalogueSettings) -> [(name: String, value: String)] { [] }

    /// The source that failures name.
    package var source: LookupSource { .service(name) }
}

/// The services.
package enum CatalogueServices {
    /// All services. Of those for one subject, the first that can be used is asked first.
    package static let all: [any CatalogueService] = [OpenLibrary(), GoogleBooks(), TMDB()]

    /// Returns the service with a name; nil if there is none.
    package static func service(named name: String) -> (any CatalogueService)? {
        all.first { $0.name == name }
    }

    /// Returns the services that are asked about an ISBN, in this order.
    package static func forISBN(_ settings: CatalogueSettings) -> [any ISBNService] {
        all.compactMap { $0 as? any ISBNService }
            .filter { $0.key.map { settings.key($0) != nil } ?? true }
    }

    /// Returns the address of the cover of the book with an ISBN.
    package static func cover(of isbn: ISBN, _ settings: CatalogueSettings) -> String? {
        forISBN(settings).lazy.compactMap { $0.cover(of: isbn, settings) }.first
    }
}
