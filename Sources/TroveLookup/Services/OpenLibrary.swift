package import TroveCodecs
package import TroveModel

/// Open Library, a catalogue of books.
///
/// Sources: its code (openlibrary/fastapi/search.py, plugins/books/dynlinks.py) and its
/// documentation, https://openlibrary.org/dev/docs/api/search and
/// https://openlibrary.org/dev/docs/api/books.
package struct OpenLibrary: ISBNService {
    /// The setting for the address of the API.
    package static let api = CatalogueSetting(
        "openlibrary-url", "TROVE_OPENLIBRARY_URL", address: "https://openlibrary.org")
    /// The setting for the address of the covers.
    package static let covers = CatalogueSetting(
        "covers-url", "TROVE_COVERS_URL", address: "https://covers.openlibrary.org")

    /// The name in messages and lists.
    package let name = "Open Library"
    /// Books.
    package let subject = CatalogueSubject.books
    /// The API and the covers, which are on different servers.
    package let addresses = [api, covers]
    /// It answers programs without a contact with 403.
    package let wantsContact = true

    /// The number of results on a page. The service's default, 100, makes replies of 300 kB.
    private static let pageSize = 20

    /// The fields of each result. Without this list, results have no ISBNs and no pages.
    private static let fields =
        "key,title,subtitle,author_name,first_publish_year,isbn,cover_i,number_of_pages_median,"
        + "subject,publisher,language,series_name,series_position"

    /// The fields of the work of an edition, with the edition among them.
    private static let workFields =
        "key,first_publish_year,subject,series_name,series_position,editions,editions.key,"
        + "editions.language"

    /// Creates the service, which has no state.
    package init() {}

    // MARK: Requests

    /// Returns the address of a page of results.
    package func search(
        _ query: CatalogueQuery, page: Int, _ settings: CatalogueSettings
    ) throws(LookupFailure) -> WebAddress? {
        settings.address(Self.api)?.adding(
            "/search.json",
            [
                Self.words(query), ("fields", Self.fields), ("limit", "\(Self.pageSize)"),
                ("page", "\(page)"),
            ])
    }

    /// Returns the parameter for the words of a query.
    ///
    /// `title` and `author` accept any text. `q` searches all fields and finds most, but it accepts
    /// Lucene's query language, in which a colon or a hyphen makes `Dune: Messiah` find nothing. So
    /// only the words are sent, and `AND` in lower case. `q` rejects `the` and texts of fewer than
    /// three characters; these, such as It or Go, are sent as titles.
    private static func words(_ query: CatalogueQuery) -> (name: String, value: String) {
        switch query.field {
        case .title: return ("title", query.text)
        case .author: return ("author", query.text)
        case nil: break
        }
        if let isbn = ISBN(parsing: query.text) { return ("isbn", isbn.thirteen) }
        let plain = String(
            query.text.map { ":()[]{}\"-+&|!^~*?\\/<>=".contains($0) ? " " : $0 })
        let words = plain.split(separator: " ").map { word in
            ["AND", "OR", "NOT", "TO"].contains(word) ? word.lowercased() : String(word)
        }
        let text = words.joined(separator: " ")
        let isTooShort = text.unicodeScalars.count < 3 || text.lowercased() == "the"
        return isTooShort ? ("title", query.text) : ("q", text)
    }

    /// Returns the address of the edition with an ISBN.
    package func book(_ isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress? {
        // Without `.json`, the reply is JavaScript, and sometimes 404.
        settings.address(Self.api)?.adding(
            "/api/books.json", [("bibkeys", Self.editionKey(isbn)), ("jscmd", "data")])
    }

    /// Returns the address of a search for the work of the edition with an ISBN, which gives the
    /// year of the first publication and the language.
    package func work(of isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress? {
        settings.address(Self.api)?.adding(
            "/search.json",
            [("isbn", isbn.thirteen), ("fields", Self.workFields), ("limit", "1")])
    }

    /// Returns the address of a work or an edition.
    package func details(of key: String, _ settings: CatalogueSettings) -> WebAddress? {
        settings.address(Self.api)?.adding("\(key).json")
    }

    /// Returns the address of the cover of the edition with an ISBN.
    package func cover(of isbn: ISBN, _ settings: CatalogueSettings) -> String? {
        settings[Self.covers].map { "\($0)/b/isbn/\(isbn.thirteen)-L.jpg" }
    }

    /// Returns where to download a cover; nil if the address is not one of this service.
    package func picture(at text: String, _ settings: CatalogueSettings) -> PictureAddress? {
        guard let mirror = settings[Self.covers],
            let base = [Self.covers.address, mirror].compactMap(\.self)
                .first(where: { text.hasPrefix("\($0)/") })
        else { return nil }
        // Without this, a missing cover is answered with a 1×1 picture.
        let query = [(name: "default", value: "false")]
        return PictureAddress(
            address: WebAddress(mirror + text.dropFirst(base.count))?.adding("", query))
    }

    /// Returns the name of the only member in a reply about an ISBN.
    private static func editionKey(_ isbn: ISBN) -> String { "ISBN:\(isbn.thirteen)" }

    /// Returns whether a text is a valid key of a work or an edition.
    package func isKey(_ key: String) -> Bool { Self.isKey(key) }

    private static func isKey(_ key: String) -> Bool {
        guard let folder = ["/works/OL", "/books/OL"].first(where: key.hasPrefix) else {
            return false
        }
        let rest = key.utf8.dropFirst(folder.utf8.count)
        return (2...20).contains(rest.count)
            && rest.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    // MARK: Replies

    /// Reads a page of results.
    package func page(
        _ json: JSON, number: Int, of query: CatalogueQuery
    ) throws(LookupFailure) -> CataloguePage {
        guard let docs = json["docs"]?.array else { throw .invalidResponse(source, .noResults) }
        let total = (json["numFound"] ?? json["num_found"])?.int.flatMap { $0 < 0 ? nil : $0 }
        let hasMore = total.map { number * Self.pageSize < $0 } ?? (docs.count >= Self.pageSize)
        var page = CataloguePage(
            entries: docs.prefix(TextLimits.entries).compactMap(Self.entry), total: total,
            next: hasMore && !docs.isEmpty ? number + 1 : nil)
        // The requested edition comes first among the editions of a work.
        if query.field == nil, let isbn = ISBN(parsing: query.text) {
            for (index, entry) in page.entries.enumerated() where entry.isbns.contains(isbn) {
                page.entries[index].isbns = ([isbn] + entry.isbns).distinct(.max)
            }
        }
        return page
    }

    /// Reads a work in a list of results; nil if it has no key or no title.
    private static func entry(_ doc: JSON) -> CatalogueEntry? {
        guard let key = doc["key"]?.text, isKey(key),
            let title = doc["title"]?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(OpenLibrary(), key: key, title: title)
        entry.subtitle = doc["subtitle"]?.text(atMost: TextLimits.title)
        entry.creators = names(doc["author_name"])
        entry.year = doc["first_publish_year"]?.year
        entry.isbns = isbns(doc["isbn"])
        entry.pages = doc["number_of_pages_median"]?.amount
        entry.cover = doc["cover_i"]?.int.flatMap(cover)
        entry.subjects = names(doc["subject"])
        // The lists cover all editions of the work.
        let publishers = names(doc["publisher"])
        entry.publisher = publishers.count == 1 ? publishers[0] : nil
        entry.language = language(doc["language"])
        addSeries(doc, to: &entry)
        return entry
    }

    /// Reads the edition with an ISBN.
    package func book(_ json: JSON, _ isbn: ISBN) throws(LookupFailure) -> CatalogueEntry? {
        guard let edition = json[Self.editionKey(isbn)] else {
            guard json.members?.isEmpty == true else { throw .invalidResponse(source, .otherBook) }
            return nil
        }
        return Self.entry(edition, isbn)
    }

    /// Reads an edition. One without a title counts as unknown.
    private static func entry(_ edition: JSON, _ isbn: ISBN) -> CatalogueEntry? {
        guard let key = edition["key"]?.text, isKey(key),
            let title = edition["title"]?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(OpenLibrary(), key: key, title: title)
        entry.subtitle = edition["subtitle"]?.text(atMost: TextLimits.title)
        entry.creators = named(edition["authors"])
        entry.year = edition["publish_date"]?.yearInText
        let numbers = ["isbn_13", "isbn_10"].flatMap { isbns(edition["identifiers"]?[$0]) }
        entry.isbns = ([isbn] + numbers).distinct(TextLimits.items)
        entry.pages = edition["number_of_pages"]?.amount
        entry.cover = edition["cover"].flatMap(cover)
        entry.subjects = named(edition["subjects"])
        entry.publisher = named(edition["publishers"]).first
        return entry
    }

    /// Adds the work of an edition: its year is that of the first publication.
    package func addWork(_ json: JSON, to entry: inout CatalogueEntry) {
        guard let work = json["docs"]?.array?.first else { return }
        entry.year = work["first_publish_year"]?.year ?? entry.year
        let editions = work["editions"]?["docs"]?.array ?? []
        if let edition = editions.first(where: { $0["key"]?.text == entry.key }) {
            entry.language = entry.language ?? Self.language(edition["language"])
        }
        if entry.subjects.isEmpty { entry.subjects = Self.names(work["subject"]) }
        Self.addSeries(work, to: &entry)
    }

    /// Reads the only language in a list of codes, or of objects such as
    /// `{"key": "/languages/eng"}`.
    private static func language(_ codes: JSON?) -> String? {
        guard let codes = codes?.array, codes.count == 1 else { return nil }
        let code = codes[0].text ?? codes[0]["key"]?.text ?? ""
        return LanguageNames.name(ofCode: String(code.split(separator: "/").last ?? ""))
    }

    /// Adds the first series of a work.
    private static func addSeries(_ work: JSON, to entry: inout CatalogueEntry) {
        guard entry.series == nil, let series = names(work["series_name"]).first else { return }
        entry.series = series
        entry.volume = names(work["series_position"]).first
    }

    /// Reads the series of an edition, which is free text: `Dune chronicles`, `Dune chronicles, 2`,
    /// `Dune -- bk. 2`, `The Expanse #3`.
    private static func addSeries(of edition: JSON, to entry: inout CatalogueEntry) {
        guard entry.series == nil, let text = names(edition["series"]).first else { return }
        let isNumber: (Character) -> Bool = { $0.isASCII && $0.isNumber || $0 == "." }
        let volume = String(text.reversed().prefix(while: isNumber).reversed())
        var name = text.dropLast(volume.count)
        guard let first = volume.first, first != ".", Int(volume) ?? 0 < 1000 else {
            entry.series = text
            return
        }
        for word in ["bk. ", "book ", "no. ", "vol. ", "volume ", "v. ", "#"]
        where name.lowercased().hasSuffix(word) {
            name = name.dropLast(word.count)
            break
        }
        while let last = name.last, " ,;:-(".contains(last) { name.removeLast() }
        entry.series = name.isEmpty ? text : String(name)
        entry.volume = name.isEmpty ? nil : volume
    }

    /// Adds the data of a work or an edition. The further reply is the target of a redirect, or the
    /// work of an edition without a summary.
    package func add(
        _ json: JSON, to entry: inout CatalogueEntry, step: Int, _ settings: CatalogueSettings
    ) -> WebAddress? {
        Self.add(json, to: &entry).flatMap { details(of: $0, settings) }
    }

    /// Adds the data of a work or an edition, and returns the key of a record with more details.
    private static func add(_ record: JSON, to entry: inout CatalogueEntry) -> String? {
        if record["type"]?["key"]?.text == "/type/redirect" {
            return record["location"]?.text.flatMap { isKey($0) ? $0 : nil }
        }
        if entry.subjects.isEmpty { entry.subjects = names(record["subjects"]) }
        if entry.pages == nil { entry.pages = record["number_of_pages"]?.amount }
        if entry.cover == nil {
            // -1 stands for a removed cover.
            entry.cover = record["covers"]?.array?.lazy.compactMap { $0.int.flatMap(cover) }.first
        }
        addSeries(of: record, to: &entry)
        entry.language = entry.language ?? language(record["languages"])
        entry.summary = record["description"]?.paragraphs ?? entry.summary
        guard entry.summary == nil else { return nil }
        return record["works"]?.array?.first?["key"]?.text.flatMap { isKey($0) ? $0 : nil }
    }

    /// Returns the address of a cover by its number, of at most 500 by 500 pixels.
    private static func cover(_ id: Int) -> String? {
        id > 0 ? covers.address.map { "\($0)/b/id/\(id)-L.jpg" } : nil
    }

    /// Returns the address of the cover of an edition; `/b/id/-1` stands for no cover.
    private static func cover(_ sizes: JSON) -> String? {
        guard let text = (sizes["large"] ?? sizes["medium"])?.text,
            let path = text.firstRange(of: "/b/id/")
        else { return nil }
        return Int(text[path.upperBound...].prefix { $0.isNumber }).flatMap(cover)
    }

    private static func names(_ texts: JSON?) -> [String] {
        texts?.texts(count: TextLimits.items, atMost: TextLimits.name) ?? []
    }

    /// Reads the names in an array of objects.
    private static func named(_ records: JSON?) -> [String] {
        (records?.array ?? []).lazy
            .compactMap { $0["name"]?.text(atMost: TextLimits.name) }.distinct(TextLimits.items)
    }

    /// Reads ISBNs of ten or thirteen digits, and skips other texts.
    private static func isbns(_ texts: JSON?) -> [ISBN] {
        (texts?.array ?? []).lazy.compactMap { $0.text.flatMap { ISBN(parsing: $0) } }
            .distinct(TextLimits.items)
    }
}
