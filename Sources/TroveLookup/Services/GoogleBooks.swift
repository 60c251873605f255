import TroveCodecs
import TroveModel

/// What Google Books is asked, and what its answers mean.
///
/// After https://developers.google.com/books/docs/v1/using.
enum GoogleBooks {
    /// How many results are on one page; the service gives 40 at most.
    static let pageSize = 20

    // MARK: Asking

    /// The address of one page of results.
    static func search(
        _ query: CatalogueQuery, page: Int, _ settings: CatalogueSettings
    ) -> WebAddress? {
        // A quotation mark or a colon would be a part of the question's language.
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
        return volumes(
            [
                ("q", text), ("startIndex", "\((page - 1) * pageSize)"),
                ("maxResults", "\(pageSize)"), ("printType", "books"),
            ], settings)
    }

    /// The address of the volumes that have a number.
    static func edition(_ isbn: ISBN, _ settings: CatalogueSettings) -> WebAddress? {
        volumes([("q", "isbn:\(isbn.thirteen)")], settings)
    }

    /// The address of one volume.
    static func volume(_ key: String, _ settings: CatalogueSettings) -> WebAddress? {
        address("/volumes/\(key)", [], settings)
    }

    private static func volumes(
        _ query: [(name: String, value: String)], _ settings: CatalogueSettings
    ) -> WebAddress? {
        address("/volumes", query, settings)
    }

    private static func address(
        _ path: String, _ query: [(name: String, value: String)], _ settings: CatalogueSettings
    ) -> WebAddress? {
        // Where the service cannot tell the country from the number of the line, it answers 403.
        var query = query + [("country", "US")]
        if let key = settings.googleKey { query.append(("key", key)) }
        return WebAddress(settings.googleBooks)?.adding(path, query)
    }

    /// Whether a text can be the key of a volume.
    static func isKey(_ key: String) -> Bool {
        (1...64).contains(key.utf8.count)
            && key.utf8.allSatisfy { byte in
                (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "-_".utf8.contains(byte)
            }
    }

    // MARK: Reading

    /// The entries of a page. `totalItems` is a guess, and `items` is not there when there are none.
    static func page(_ json: JSON, number: Int) throws(LookupFailure) -> CataloguePage {
        let total = json["totalItems"]?.int
        guard total != nil || json["items"] != nil else {
            throw .nonsense(.googleBooks, "an answer without results or the lack of them")
        }
        let items = json["items"]?.array ?? []
        let hasMore = !items.isEmpty && number * pageSize < (total ?? 0)
        return CataloguePage(
            entries: items.prefix(TextLimits.entries).compactMap(entry), total: total,
            next: hasMore ? number + 1 : nil)
    }

    private static func entry(_ item: JSON) -> CatalogueEntry? {
        guard let key = item["id"]?.text, isKey(key), let volume = item["volumeInfo"],
            let title = volume["title"]?.text(atMost: TextLimits.title)
        else { return nil }
        var entry = CatalogueEntry(.googleBooks, key: key, title: title)
        add(item, to: &entry)
        return entry
    }

    /// Takes over what a volume says that the entry does not; its text may be longer than the list's.
    static func add(_ item: JSON, to entry: inout CatalogueEntry) {
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
        entry.publisher = entry.publisher ?? volume["publisher"]?.text(atMost: TextLimits.name)
    }

    /// The address of the picture: links come with `http://` and with a corner turned up.
    private static func cover(_ links: JSON) -> String? {
        (links["thumbnail"] ?? links["smallThumbnail"])?.text(atMost: 1000)
            .flatMap { WebAddress($0.replacing("&edge=curl", with: "")) }?.secured().text
    }
}
