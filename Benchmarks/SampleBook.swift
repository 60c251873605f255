import TroveTesting

/// A generated book. The same position always gives the same book.
struct SampleBook {
    /// Increment when the books change, so that kept libraries of older ones are not used.
    static let generation = 1

    let title: String
    let author: String
    let genre: String
    let pages: Int
    let state: String
    var page: Int?
    var rating: String?
    var note: String?

    init(at place: Int) {
        var random = SeededRandom(seed: UInt64(place))
        title = Self.title(&random)
        author = "\(Self.name(2, &random)) \(Self.name(3, &random))"
        genre = Self.pick(Self.genres, &random)
        pages = .random(in: 40...1200, using: &random)
        state = Self.pick(Self.states, &random)
        if state == "reading" { page = .random(in: 1...pages, using: &random) }
        if state == "finished", Bool.random(using: &random) {
            rating =
                "\(Int.random(in: 1...4, using: &random)).\(Self.pick(["25", "5", "75"], &random))"
        }
        if Int.random(in: 0..<10, using: &random) == 0 {
            let words = (0..<Int.random(in: 4...20, using: &random)).map { _ in
                Self.word(&random)
            }
            note = words.joined(separator: " ")
        }
    }

    /// The command that adds the book.
    var command: String {
        var command = "add book \(title) author:\"\(author)\" genre:\(genre) pages:\(pages)"
        if let page { command += " page:\(page)" }
        command += " state:\(state)"
        if let rating { command += " rating:\(rating)" }
        if let note { command += " note:\"\(note)\"" }
        return command + "\n"
    }

    /// The statement that inserts the book; nothing in it needs escaping.
    var statement: String {
        let page = page.map(String.init) ?? "NULL"
        let note = note.map { "'\($0)'" } ?? "NULL"
        return """
            INSERT INTO book (id, title, author, genre, pages, page, state, rating, note) VALUES \
            (randomblob(16), '\(title)', '\(author)', '\(genre)', \(pages), \(page), '\(state)', \
            \(rating ?? "NULL"), \(note));

            """
    }

    /// The corresponding Taskwarrior task, as its `import` reads it.
    var task: String {
        var task = """
            {"description":"\(title)","project":"\(author)","tags":["\(genre)","\(state)"],\
            "status":"pending","entry":"20261120T120000Z"
            """
        if let note {
            task +=
                ",\"annotations\":[{\"entry\":\"20261120T120000Z\",\"description\":\"\(note)\"}]"
        }
        return task + "}\n"
    }

    // MARK: Generation

    private static let genres = [
        "art", "biography", "children", "classics", "cooking", "crime", "essays", "fantasy",
        "fiction", "historical", "horror", "mystery", "philosophy", "poetry", "romance", "sci-fi",
        "science", "short-stories", "thriller", "travel",
    ]

    private static let states =
        Array(repeating: "wish", count: 3) + Array(repeating: "to-read", count: 3)
        + ["reading"] + Array(repeating: "finished", count: 3)

    private static let syllables = [
        "ba", "bel", "cor", "da", "den", "el", "fa", "fir", "gal", "go", "hal", "ir", "ja", "ka",
        "kel", "la", "lin", "lo", "ma", "mer", "mi", "na", "nor", "o", "pa", "per", "qua", "ra",
        "ren", "ri", "sa", "sel", "ta", "tor", "tu", "u", "va", "vel", "wa", "yar",
    ]

    private static func title(_ random: inout SeededRandom) -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: "The \(name(3, &random)) of \(name(2, &random))"
        case 1: "The \(name(2, &random)) \(name(2, &random))"
        case 2: "\(name(2, &random)) and \(name(3, &random))"
        case 3: "A \(name(3, &random)) in \(name(2, &random))"
        default: "\(name(2, &random)) \(name(2, &random)) \(name(2, &random))"
        }
    }

    /// Returns a word of a note.
    static func word(_ random: inout SeededRandom) -> String {
        name(2, &random).lowercased()
    }

    private static func name(_ count: Int, _ random: inout SeededRandom) -> String {
        let name = (0..<count).map { _ in pick(syllables, &random) }.joined()
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static func pick(_ choices: [String], _ random: inout SeededRandom) -> String {
        choices[Int.random(in: choices.indices, using: &random)]
    }
}
