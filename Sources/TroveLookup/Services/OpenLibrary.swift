import TroveCodecs
import TroveModel

/// What Open Library is asked, and what its answers mean.
///
/// After its source (openlibrary/fastapi/search.py, plugins/books/dynlinks.py) and its documentation,
/// https://openlibrary.org/dev/docs/api/search and https://openlibrary.org/dev/docs/api/books.
enum OpenLibrary {
    /// How many results are on one page: the service's own default, 100, makes replies of 300 kB.
    static let pageSize = 20

    /// Where pictures are, as the service itself names it.
    static let covers = "https://covers.openlibrary.org"

    /// What is read of each result. Without this list there are no ISBNs and no pages.
    private static let fields =
        "key,title,subtitle,author_name,first_publish_year,isbn,cover_i,number_of_pages_median,"
        + "subject,publisher"

    // MARK: Asking

    /// The address of one page of results.
    static func search(
        _ query: CatalogueQuery, page: Int, _ settings: CatalogueSettings
    ) -> WebAddress? {
        WebAddress(settings.openLibrary)?.adding(
            "/search.json",
            [
                words(query), ("fields", fields), ("limit", "\(pageSize)"),
                ("page", "\(page)"),
            ])
    }

    /// The parameter that carries what is looked for.
    ///
    /// `title` and `author` are taken as they are. `q` looks in everything and finds most, but it is
    /// a language (Lucene's), in which a colon or a hyphen makes `Dune: Messiah` find nothing: so
    /// only its words are sent, and `AND` as `and`. It refuses what has fewer than three characters,
    /// and `the`; such a text, It or Go, is a title.
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

    /// The address of the edition that has a number; many can be asked for at once, by these keys.
    static func edition(_ isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress? {
        // Without `.json` the answer was JavaScript, and at times 404 (issue #13669).
        WebAddress(settings.openLibrary)?.adding(
            "/api/books.json", [("bibkeys", editionKey(isbn)), ("jscmd", "data")])
    }

    /// The address of a work or an edition, by its key.
    static func thing(_ key: String, _ settings: CatalogueSettings) -> WebAddress? {
        WebAddress(settings.openLibrary)?.adding("\(key).json")
    }

    /// The reply names its one member as it was asked.
    private static func editionKey(_ isbn: ISBN) -> String { "ISBN:\(isbn.thirteen)" }

    /// Whether a text can be the key of a work or an edition.
    static func isKey(_ key: String) -> Bool {
        guard let folder = ["/works/OL", "/books/OL"].first(where: key.hasPrefix) else {
            return false
        }
        let rest = key.utf8.dropFirst(folder.utf8.count)
        return (2...20).contains(rest.count)
            && rest.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    // MARK: Reading

    /// The entries of a page, and whether there may be another one.
    static func page(_ json: JSON, number: Int) throws(LookupFailure) -> CataloguePage {
        guard let docs = json["docs"]?.array else {
            throw .nonsense(.openLibrary, "an answer without results or the lack of them")
        }
        let total = (json["numFound"] ?? json["num_found"])?.int.flatMap { $0 < 0 ? nil : $0 }
        let hasMore = total.map { number * pageSize < $0 } ?? (docs.count >= pageSize)
        return CataloguePage(
            entries: docs.prefix(TextLimits.entries).compactMap(entry), total: total,
            next: hasMore && !docs.isEmpty ? number + 1 : nil)
    }

    /// A work in a list of results; nil when it has no key or no title.
    private static func entry(_ doc: JSON) -> CatalogueEntry? {
        guard let key = doc["key"]?.text, isKey(key),
            let title = doc["title"]?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(.openLibrary, key: key, title: title)
        entry.subtitle = doc["subtitle"]?.text(atMost: TextLimits.title)
        entry.creators = names(doc["author_name"])
        entry.year = doc["first_publish_year"]?.year
        entry.isbns = isbns(doc["isbn"])
        entry.pages = doc["number_of_pages_median"]?.amount
        entry.cover = doc["cover_i"]?.int.flatMap(cover)
        entry.subjects = names(doc["subject"])
        entry.publisher = names(doc["publisher"]).first
        return entry
    }

    /// The edition that was asked for by its number; nil when there is none.
    static func edition(_ json: JSON, _ isbn: ISBN) throws(LookupFailure) -> CatalogueEntry? {
        guard let edition = json[editionKey(isbn)] else {
            guard json.members?.isEmpty == true else {
                throw .nonsense(.openLibrary, "an answer about another book")
            }
            return nil
        }
        // An edition without a title is no use: it is as good as unknown.
        guard let key = edition["key"]?.text, isKey(key),
            let title = edition["title"]?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(.openLibrary, key: key, title: title)
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

    /// Takes over what a work or an edition says that the entry does not; the key of what knows more,
    /// when there is no summary here.
    static func add(_ thing: JSON, to entry: inout CatalogueEntry) -> String? {
        if thing["type"]?["key"]?.text == "/type/redirect" {
            return thing["location"]?.text.flatMap { isKey($0) ? $0 : nil }
        }
        if entry.subjects.isEmpty { entry.subjects = names(thing["subjects"]) }
        if entry.pages == nil { entry.pages = thing["number_of_pages"]?.amount }
        if entry.cover == nil {
            // -1 stands for a picture that somebody took away.
            entry.cover = thing["covers"]?.array?.lazy.compactMap { $0.int.flatMap(cover) }.first
        }
        entry.summary = thing["description"]?.paragraphs ?? entry.summary
        guard entry.summary == nil else { return nil }
        return thing["works"]?.array?.first?["key"]?.text.flatMap { isKey($0) ? $0 : nil }
    }

    /// The address of a picture by its number, of 500 by 500 points at most.
    private static func cover(_ id: Int) -> String? {
        id > 0 ? "\(covers)/b/id/\(id)-L.jpg" : nil
    }

    /// The address of a picture in an edition; one that says `/b/id/-1` leads to nothing.
    private static func cover(_ sizes: JSON) -> String? {
        guard let text = (sizes["large"] ?? sizes["medium"])?.text,
            let path = text.firstRange(of: "/b/id/")
        else { return nil }
        return Int(text[path.upperBound...].prefix { $0.isNumber }).flatMap(cover)
    }

    private static func names(_ texts: JSON?) -> [String] {
        texts?.texts(count: TextLimits.items, atMost: TextLimits.name) ?? []
    }

    /// Names out of an array of objects.
    private static func named(_ things: JSON?) -> [String] {
        (things?.array ?? []).lazy
            .compactMap { $0["name"]?.text(atMost: TextLimits.name) }.distinct(TextLimits.items)
    }

    /// Numbers of ten and of thirteen digits, mixed; what is none is left out.
    private static func isbns(_ texts: JSON?) -> [ISBN] {
        (texts?.array ?? []).lazy.compactMap { $0.text.flatMap { ISBN(parsing: $0) } }
            .distinct(TextLimits.items)
    }
}
