package import TroveCodecs
package import TroveModel

/// Google Books, a catalogue of books. It is used if the user has a key.
///
/// Source: https://developers.google.com/books/docs/v1/using.
package struct GoogleBooks: ISBNService {
    /// The setting for the address of the API.
    package static let api = CatalogueSetting(
        "googlebooks-url", "TROVE_GOOGLEBOOKS_URL",
        address: "https://www.googleapis.com/books/v1")
    /// The setting for the key.
    package static let key = CatalogueSetting(key: "googlebooks-key", "TROVE_GOOGLEBOOKS_KEY")

    /// The name in messages and lists.
    package let name = "Google Books"
    /// Books.
    package let subject = CatalogueSubject.books
    /// The API also serves the pictures.
    package let addresses = [api]
    /// The setting for the key, which is optional.
    package let key: CatalogueSetting? = Self.key
    /// How to get and set a key.
    package let keyAdvice: String? =
        "set TROVE_GOOGLEBOOKS_KEY to a key from console.cloud.google.com"

    /// The number of results on a page; the service allows 40.
    private static let pageSize = 20

    /// Creates the service, which has no state.
    package init() {}

    // MARK: Requests

    /// Returns the address of a page of results.
    package func search(
        _ query: CatalogueQuery, page: Int, _ settings: CatalogueSettings
    ) throws(LookupFailure) -> WebAddress? {
        // A quotation mark or a colon would be an operator of the query language.
        let words = query.text.map { "\":".contains($0) ? " " : $0 }.split(separator: " ")
            .map { String($0) }
        let text =
            switch query.field {
            case .title: words.map { "intitle:\($0)" }.joined(separator: " ")
            case .author: words.map { "inauthor:\($0)" }.joined(separator: " ")
            case nil:
                ISBN(parsing: query.text).map { "isbn:\($0.thirteen)" }
                    ?? words.joined(separator: " ")
            }
        return Self.volumes(
            [
                ("q", text), ("startIndex", "\((page - 1) * Self.pageSize)"),
                ("maxResults", "\(Self.pageSize)"), ("printType", "books"),
            ], settings)
    }

    /// Returns the address of a search for an ISBN.
    package func book(_ isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress? {
        Self.volumes([("q", "isbn:\(isbn.thirteen)")], settings)
    }

    /// Returns the address of a volume.
    package func details(of key: String, _ settings: CatalogueSettings) -> WebAddress? {
        Self.address("/volumes/\(key)", [], settings)
    }

    /// Returns nil, because the covers cannot be addressed by ISBN.
    package func cover(of isbn: ISBN, _ settings: CatalogueSettings) -> String? { nil }

    /// Returns where to download a cover; nil if the address is not one of this service.
    package func picture(at text: String, _ settings: CatalogueSettings) -> PictureAddress? {
        let address = WebAddress(text)
        let host = address?.authority ?? ""
        let isOwn =
            Self.isGoogle(host) || host.hasSuffix(".googleusercontent.com")
            || settings[Self.api].map { text.hasPrefix("\($0)/") } ?? false
        return isOwn ? PictureAddress(address: address?.secured()) : nil
    }

    /// Returns whether a host is `books.google.com` or that of a country, such as
    /// `books.google.co.uk`.
    private static func isGoogle(_ host: String) -> Bool {
        host.wholeMatch(of: #/books\.google\.(com|[a-z]{2}|com?\.[a-z]{2})/#) != nil
    }

    private static func volumes(
        _ query: [(name: String, value: String)], _ settings: CatalogueSettings
    ) -> WebAddress? {
        address("/volumes", query, settings)
    }

    private static func address(
        _ path: String, _ query: [(name: String, value: String)], _ settings: CatalogueSettings
    ) -> WebAddress? {
        // The service answers 403 if it cannot derive the country from the IP address.
        var query = query + [("country", "US")]
        if let key = settings.key(key) { query.append(("key", key)) }
        return settings.address(api)?.adding(path, query)
    }

    /// Returns whether a text is a valid id of a volume.
    package func isKey(_ key: String) -> Bool { Self.isKey(key) }

    private static func isKey(_ key: String) -> Bool {
        (1...64).contains(key.utf8.count)
            && key.utf8.allSatisfy { byte in
                (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "-_".utf8.contains(byte)
            }
    }

    // MARK: Replies

    /// Reads a page. `totalItems` is an estimate, and `items` is missing if there are no results.
    package func page(
        _ json: JSON, number: Int, of query: CatalogueQuery
    ) throws(LookupFailure) -> CataloguePage {
        let total = json["totalItems"]?.int
        guard total != nil || json["items"] != nil else {
            throw .invalidResponse(source, .noResults)
        }
        let items = json["items"]?.array ?? []
        let hasMore = !items.isEmpty && number * Self.pageSize < (total ?? 0)
        return CataloguePage(
            entries: items.prefix(TextLimits.entries).compactMap(Self.entry), total: total,
            next: hasMore ? number + 1 : nil)
    }

    /// Reads the book with the ISBN. The search also finds books whose text contains the ISBN.
    package func book(_ json: JSON, _ isbn: ISBN) throws(LookupFailure) -> CatalogueEntry? {
        let entries = try page(json, number: 1, of: CatalogueQuery(isbn.thirteen)).entries
        guard var entry = entries.first(where: { $0.isbns.contains(isbn) }) else { return nil }
        entry.isbns = ([isbn] + entry.isbns).distinct(.max)
        return entry
    }

    private static func entry(_ item: JSON) -> CatalogueEntry? {
        guard let key = item["id"]?.text, isKey(key), let volume = item["volumeInfo"],
            let title = volume["title"]?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(GoogleBooks(), key: key, title: title)
        add(item, to: &entry)
        return entry
    }

    /// Adds the details of a volume; there are no further replies.
    package func add(
        _ json: JSON, to entry: inout CatalogueEntry, step: Int, _ settings: CatalogueSettings
    ) -> WebAddress? {
        Self.add(json, to: &entry)
        return nil
    }

    /// Adds the data of a volume that the entry lacks. Its summary may be longer than in search
    /// results.
    private static func add(_ item: JSON, to entry: inout CatalogueEntry) {
        guard let volume = item["volumeInfo"] else { return }
        func names(_ name: String) -> [String] {
            volume[name]?.texts(count: TextLimits.items, atMost: TextLimits.name) ?? []
        }
        entry.subtitle = entry.subtitle ?? volume["subtitle"]?.text(atMost: TextLimits.title)
        if entry.creators.isEmpty { entry.creators = names("authors") }
        entry.year = entry.year ?? volume["publishedDate"]?.yearInText
        let numbers = (volume["industryIdentifiers"]?.array ?? []).lazy.compactMap { number in
            number["type"]?.text?.hasPrefix("ISBN") == true
                ? number["identifier"]?.text.flatMap { ISBN(parsing: $0) } : nil
        }
        entry.isbns = (entry.isbns + Array(numbers)).distinct(TextLimits.items)
        entry.pages = entry.pages ?? volume["pageCount"]?.amount
        entry.cover = entry.cover ?? volume["imageLinks"].flatMap(cover)
        entry.summary = volume["description"]?.paragraphs.map(HTMLText.plain) ?? entry.summary
        let subjects = names("categories")
        if !subjects.isEmpty { entry.subjects = subjects }
        entry.language =
            entry.language ?? volume["language"]?.text.flatMap(LanguageNames.name(ofCode:))
        entry.publisher = entry.publisher ?? volume["publisher"]?.text(atMost: TextLimits.name)
    }

    /// Returns the address of the cover. Links have `http://` and ask for a turned-up corner.
    private static func cover(_ links: JSON) -> String? {
        (links["thumbnail"] ?? links["smallThumbnail"])?.text(atMost: 1000)
            .flatMap { WebAddress($0.replacing("&edge=curl", with: "")) }?.secured().text
    }
}
