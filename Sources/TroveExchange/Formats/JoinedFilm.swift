/// What the tables of Letterboxd say of one film.
struct JoinedFilm {
    let name: String
    /// As it is written; empty where nobody knows it.
    let year: String
    /// Where it was first named.
    let line: Int
    /// When it was marked as watched, or rated.
    var logged: String?
    /// The stars that it has now.
    var rating: String?
    var directors: String?
    /// The times that it was seen, in the order of the tables.
    private(set) var viewings: [FilmViewing] = []

    init(name: String, year: String, line: Int) {
        self.name = name
        self.year = year
        self.line = line
    }

    /// Adds a viewing; the diary and the reviews tell of the same one under one address.
    mutating func add(_ viewing: FilmViewing) {
        guard let known = viewings.firstIndex(where: { $0.isSame(as: viewing) }) else {
            viewings.append(viewing)
            return
        }
        viewings[known].take(from: viewing)
    }
}

/// One time that a film was seen.
struct FilmViewing {
    /// The address of the entry.
    let entry: String
    let logged: String
    /// The day, as it is written; empty where it is not known.
    var watched = ""
    var rating = ""
    var isRewatch = false
    var tags = ""
    var review = ""

    init(entry: String, logged: String) {
        self.entry = entry
        self.logged = logged
    }

    /// The day on which it was seen, else that on which it was logged.
    var day: String { watched.isEmpty ? logged : watched }

    fileprivate func isSame(as other: FilmViewing) -> Bool {
        entry.isEmpty
            ? watched == other.watched && logged == other.logged : entry == other.entry
    }

    fileprivate mutating func take(from other: FilmViewing) {
        if watched.isEmpty { watched = other.watched }
        if rating.isEmpty { rating = other.rating }
        if tags.isEmpty { tags = other.tags }
        if review.isEmpty { review = other.review }
        isRewatch = isRewatch || other.isRewatch
    }
}
