/// Imitates Google Books: https://developers.google.com/books/docs/v1/using.
struct StandInGoogleBooks: Sendable {
    let books: [StandInBook]
    let key: String
    /// The stand-in's address, for picture links in replies.
    let address: String

    func reply(to question: StandInRequest) -> StandInReply {
        if question.path == "/books/content" {
            return .picture(StandInPicture.png(question["id"]?.utf8.count ?? 0))
        }
        guard let given = question["key"] else {
            // The quota shared by all clients without a key is always exhausted.
            return Self.refusal(
                429, "RESOURCE_EXHAUSTED", "rateLimitExceeded",
                "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service "
                    + "'books.googleapis.com'")
        }
        guard given == key else {
            return Self.refusal(
                400, "INVALID_ARGUMENT", "badRequest",
                "API key not valid. Please pass a valid API key.")
        }
        if question.path == "/volumes" { return search(question) }
        if let book = books.first(where: { question.path == "/volumes/\($0.volumeKey)" }) {
            return .json(volume(book, isWhole: true))
        }
        return Self.refusal(
            404, "NOT_FOUND", "notFound", "The volume ID could not be found.")
    }

    private func search(_ question: StandInRequest) -> StandInReply {
        guard let query = question["q"], !query.isEmpty else {
            return Self.refusal(400, "INVALID_ARGUMENT", "required", "Missing query.")
        }
        let count = question["maxResults"].map { Int($0) ?? -1 } ?? 10
        guard (0...40).contains(count) else {
            return Self.refusal(
                400, "INVALID_ARGUMENT", "invalid", "Values must be within the range: [0, 40]")
        }
        let start = question["startIndex"].flatMap { Int($0) } ?? 0
        let found = books.filter { isFound($0, query) }
        // An empty result has no `items` member.
        let items = found.dropFirst(start).prefix(count).map { volume($0, isWhole: false) }
        return .json([
            "kind": "books#volumes", "totalItems": .number(found.count),
            "items": items.isEmpty ? nil : .array(items),
        ])
    }

    private func isFound(_ book: StandInBook, _ query: String) -> Bool {
        query.split(separator: " ").allSatisfy { word in
            let halves = word.split(separator: ":", maxSplits: 1)
            let authors = book.authors.joined(separator: " ")
            guard halves.count == 2 else {
                return StandInSearch.match(String(word), "\(book.title) \(authors)")
            }
            switch halves[0] {
            case "intitle": return StandInSearch.match(String(halves[1]), book.title)
            case "inauthor": return StandInSearch.match(String(halves[1]), authors)
            case "isbn": return halves[1] == book.isbn13 ?? "" || halves[1] == book.isbn10 ?? ""
            default: return false
            }
        }
    }

    private func volume(_ book: StandInBook, isWhole: Bool) -> StandInJSON {
        var identifiers: [StandInJSON] = [["type": "OTHER", "identifier": "BL:A0018116962"]]
        for (type, isbn) in [("ISBN_10", book.isbn10), ("ISBN_13", book.isbn13)] {
            guard let isbn else { continue }
            identifiers.append(["type": .text(type), "identifier": .text(isbn)])
        }
        let picture = "\(address)/books/content?id=\(book.volumeKey)&zoom=1&edge=curl"
        // A single volume has its description in HTML, a list in plain text.
        let summary = book.summary.map { isWhole ? "<p><b>\($0)</b></p>" : $0 }
        return [
            "kind": "books#volume", "id": .text(book.volumeKey),
            "volumeInfo": [
                "title": .text(book.title), "subtitle": .text(book.subtitle),
                "authors": .texts(book.authors), "publisher": .text(book.publisher),
                "publishedDate": .text(book.year.map { "\($0)-11-03" }),
                "description": .text(summary), "industryIdentifiers": .array(identifiers),
                "pageCount": .number(book.pages ?? 0), "categories": .texts(book.subjects),
                "imageLinks": book.cover == .none ? nil : ["thumbnail": .text(picture)],
                "language": .text(Self.languages[book.language ?? ""]),
            ],
        ]
    }

    /// The codes of two letters by those of three.
    private static let languages = ["eng": "en", "fre": "fr", "jpn": "ja"]

    private static func refusal(
        _ status: Int, _ name: String, _ reason: String, _ words: String
    ) -> StandInReply {
        .json(
            [
                "error": [
                    "code": .number(status), "message": .text(words), "status": .text(name),
                    "errors": [
                        [
                            "message": .text(words), "domain": "global", "reason": .text(reason),
                        ]
                    ],
                ]
            ], status: status)
    }
}
