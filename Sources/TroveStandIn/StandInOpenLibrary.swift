/// Imitates Open Library, including its quirks: see openlibrary/fastapi/search.py,
/// plugins/books/dynlinks.py and coverstore/code.py in its source.
struct StandInOpenLibrary: Sendable {
    let books: [StandInBook]
    /// The address of the covers, for links in replies.
    let covers: String

    func reply(to question: StandInRequest) -> StandInReply {
        let path = question.path
        if path == "/search.json" { return search(question) }
        if path == "/api/books.json" { return data(question) }
        if path.hasPrefix("/isbn/") { return edition(isbn: path.dropFirst(6)) }
        for book in books {
            if path == "\(book.workKey).json" { return .json(work(book)) }
            if path == "\(book.editionKey).json" { return .json(edition(book)) }
        }
        if let name = author(path) { return .json(["name": .text(name), "key": .text(path)]) }
        return .json(["error": "notfound", "key": .text(path)], status: 404)
    }

    // MARK: Searching

    /// The fields of a search without `fields`: no ISBN, number of pages, subject or publisher.
    private static let defaultFields = [
        "key", "title", "subtitle", "author_key", "author_name", "cover_i", "edition_count",
        "first_publish_year", "language",
    ]

    private func search(_ question: StandInRequest) -> StandInReply {
        let query = question["q"]
        if let failure = Self.failure(question["title"] ?? query) { return failure }
        if let query, query.unicodeScalars.count < 3 || query.lowercased() == "the" {
            return Self.refusal(
                "q", "Value error, Query too short, must be at least 3 characters", query)
        }
        for (name, least) in [("limit", 0), ("page", 1), ("offset", 0)] {
            guard let text = question[name] else { continue }
            guard let number = Int(text), number >= least else {
                return Self.refusal(name, "Input should be a valid integer", text)
            }
        }
        let limit = question["limit"].flatMap { Int($0) } ?? 100
        let offset = question["offset"].flatMap { Int($0) }
        let start = offset ?? ((question["page"].flatMap { Int($0) } ?? 1) - 1) * limit
        let found = books.filter { isFound($0, question) }
        let fields =
            question["fields"]?.split(separator: ",").map(String.init) ?? Self.defaultFields
        let docs = found.dropFirst(start).prefix(limit).map { doc($0, fields) }
        return .json([
            "numFound": .number(found.count), "start": .number(start), "numFoundExact": true,
            "num_found": .number(found.count),
            "documentation_url": "https://openlibrary.org/dev/docs/api/search",
            "q": .text(query ?? ""), "offset": .number(offset) ?? .null, "docs": .array(docs),
        ])
    }

    /// Returns the failure that a lesson asks for by its search text.
    private static func failure(_ text: String?) -> StandInReply? {
        switch text {
        case "broken catalogue": .html("Internet Archive: Temporarily Offline", status: 200)
        case "stopped catalogue": .html("503 Service Unavailable", status: 503)
        case "wrong question":
            refusal("q", "Value error, this search is not supported", "wrong question")
        default: nil
        }
    }

    private static func refusal(_ name: String, _ words: String, _ input: String) -> StandInReply {
        .json(
            [
                "detail": [
                    [
                        "type": "value_error", "loc": ["query", .text(name)], "msg": .text(words),
                        "input": .text(input), "ctx": ["error": [:]],
                    ]
                ]
            ], status: 422)
    }

    private func isFound(_ book: StandInBook, _ question: StandInRequest) -> Bool {
        var isAsked = false
        if let title = question["title"] {
            isAsked = true
            guard StandInSearch.match(title, "\(book.title) \(book.subtitle ?? "")") else {
                return false
            }
        }
        if let author = question["author"] {
            isAsked = true
            guard StandInSearch.match(author, book.authors.joined(separator: " ")) else {
                return false
            }
        }
        if let isbn = question["isbn"] {
            isAsked = true
            guard Self.has(book, isbn) else { return false }
        }
        if let query = question["q"] {
            isAsked = true
            guard finds(book, query) else { return false }
        }
        return isAsked
    }

    /// A query that is only an ISBN matches that ISBN. What looks like a Solr field, `Dune:`,
    /// matches nothing, because no such field exists.
    private func finds(_ book: StandInBook, _ query: String) -> Bool {
        if Self.has(book, query) { return true }
        guard !query.contains(":") else { return false }
        let texts = [book.title, book.subtitle ?? ""] + book.authors + book.subjects
        return StandInSearch.match(query, texts.joined(separator: " "))
    }

    private static func has(_ book: StandInBook, _ isbn: some StringProtocol) -> Bool {
        let digits = String(isbn).replacing("-", with: "").uppercased()
        return !digits.isEmpty && (digits == book.isbn13 || digits == book.isbn10)
    }

    /// Returns a search result. Members without a value are omitted, and ISBN-10s and ISBN-13s are
    /// mixed.
    private func doc(_ book: StandInBook, _ fields: [String]) -> StandInJSON {
        let authorKeys = book.authors.map { "OL\(authorNumber($0))A" }
        let isbns = [book.isbn10, book.isbn13].compactMap { $0 }
        // The edition that matches the query best.
        let edition: StandInJSON = [
            "key": .text(book.editionKey), "title": .text(book.title),
            "language": .texts([book.language].compactMap { $0 }),
        ]
        let members: [(String, StandInJSON?)] = [
            ("author_key", .texts(authorKeys)), ("author_name", .texts(book.authors)),
            ("cover_i", book.coverID.flatMap { $0 > 0 ? .number($0) : nil }),
            ("edition_count", 1),
            ("editions", ["numFound": 1, "start": 0, "docs": [edition]]),
            ("first_publish_year", .number(book.year)),
            ("isbn", .texts(isbns)), ("key", .text(book.workKey)),
            ("language", .texts([book.language].compactMap { $0 })),
            ("number_of_pages_median", .number(book.pages)),
            ("publisher", .texts([book.publisher].compactMap { $0 })),
            ("series_name", .texts([book.series?.name].compactMap { $0 })),
            ("series_position", .texts([book.series?.number].compactMap { $0 })),
            ("subject", .texts(book.subjects)), ("subtitle", .text(book.subtitle)),
            ("title", .text(book.title)),
        ]
        return .object(members.filter { fields.contains($0.0) || fields.contains("*") })
    }

    // MARK: By ISBN

    private func data(_ question: StandInRequest) -> StandInReply {
        let keys = (question["bibkeys"] ?? "").split(separator: ",")
        let found: [(String, StandInJSON?)] = keys.compactMap { key in
            guard key.uppercased().hasPrefix("ISBN:"),
                let book = books.first(where: { Self.has($0, key.dropFirst(5)) })
            else { return nil }
            // The reply repeats the key exactly as it was sent.
            return (String(key), data(book))
        }
        return .json(.object(found))
    }

    /// Returns the data of a book. Empty values are omitted; a cover's address is not checked.
    private func data(_ book: StandInBook) -> StandInJSON {
        let authors = book.authors.map { name -> StandInJSON in
            [
                "url": .text("https://openlibrary.org/authors/OL\(authorNumber(name))A"),
                "name": .text(name),
            ]
        }
        let subjects = book.subjects.map { name -> StandInJSON in ["name": .text(name)] }
        let cover = book.coverID.map { id -> StandInJSON in
            .object(
                [("small", "S"), ("medium", "M"), ("large", "L")].map { name, size in
                    (name, .text("\(covers)/b/id/\(id)-\(size).jpg"))
                })
        }
        return [
            "url": .text("https://openlibrary.org\(book.editionKey)"),
            "key": .text(book.editionKey), "title": .text(book.title),
            "subtitle": .text(book.subtitle),
            "authors": authors.isEmpty ? nil : .array(authors),
            "number_of_pages": .number(book.pages),
            "identifiers": [
                "isbn_10": .texts([book.isbn10].compactMap { $0 }),
                "isbn_13": .texts([book.isbn13].compactMap { $0 }),
                "openlibrary": [.text(String(book.editionKey.dropFirst(7)))],
            ],
            "publishers": book.publisher.map { [["name": .text($0)]] },
            "publish_date": .text(date(book)),
            "subjects": subjects.isEmpty ? nil : .array(subjects),
            "cover": cover,
        ]
    }

    /// Returns the date as free text, in one of several forms.
    private func date(_ book: StandInBook) -> String? {
        (book.printed ?? book.year).map { year in
            ["\(year)", "Jun 11, \(year)", "\(year)-03", "October 1, \(year)"][book.number % 4]
        }
    }

    /// Redirects to the edition; returns a web page if it does not exist.
    private func edition(isbn path: Substring) -> StandInReply {
        let isbn = path.hasSuffix(".json") ? path.dropLast(5) : path
        guard let book = books.first(where: { Self.has($0, isbn) }) else {
            return .html("Page not found", status: 404)
        }
        return .redirect(to: "/openlibrary\(book.editionKey).json")
    }

    private func edition(_ book: StandInBook) -> StandInJSON {
        [
            "title": .text(book.title), "subtitle": .text(book.subtitle),
            "works": [["key": .text(book.workKey)]],
            "publishers": .texts([book.publisher].compactMap { $0 }),
            "publish_date": .text(date(book)), "number_of_pages": .number(book.pages),
            "covers": book.coverID.map { [.number($0)] },
            "languages": book.language.map { [["key": .text("/languages/\($0)")]] },
            "series": book.series.map { [.text("\($0.name), \($0.number)")] },
            "isbn_10": .texts([book.isbn10].compactMap { $0 }),
            "isbn_13": .texts([book.isbn13].compactMap { $0 }),
            "key": .text(book.editionKey), "type": ["key": "/type/edition"],
        ]
    }

    // MARK: Works and authors

    /// Returns a work, whose description is alternately a string and an object.
    private func work(_ book: StandInBook) -> StandInJSON {
        let authors = book.authors.map { name -> StandInJSON in
            ["author": ["key": .text("/authors/OL\(authorNumber(name))A")]]
        }
        let summary = book.summary.map { text -> StandInJSON in
            book.number % 2 == 0 ? ["type": "/type/text", "value": .text(text)] : .text(text)
        }
        return [
            "title": .text(book.title), "key": .text(book.workKey), "authors": .array(authors),
            "type": ["key": "/type/work"], "description": summary,
            "covers": book.coverID.map { [.number($0)] }, "subjects": .texts(book.subjects),
        ]
    }

    private var authorNames: [String] { Array(Set(books.flatMap(\.authors))).sorted() }

    private func authorNumber(_ name: String) -> Int {
        7000 + (authorNames.firstIndex(of: name) ?? 0)
    }

    private func author(_ path: String) -> String? {
        authorNames.first { path == "/authors/OL\(authorNumber($0))A.json" }
    }

    // MARK: Pictures

    /// Returns a cover. A missing one is a 1×1 GIF, unless `default=false` is set; an archived one
    /// is a redirect.
    func cover(_ question: StandInRequest) -> StandInReply {
        let name = question.path.split(separator: "/").last ?? ""
        let id = Int(name.prefix { $0 != "-" && $0 != "." }) ?? 0
        let book = books.first { $0.coverID == id && id > 0 && $0.cover != .missing }
        guard question.path.hasPrefix("/b/id/"), let book else {
            return question["default"] == "false"
                ? StandInReply(status: 404)
                : .picture(StandInPicture.emptyGIF, type: "image/gif")
        }
        if book.cover == .archived {
            return .redirect(to: "/archive/download/l_covers_0008/\(id)-L.jpg")
        }
        return .picture(StandInPicture.png(id))
    }
}
