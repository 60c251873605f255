/// Everything that the tables of Letterboxd have about one film.
struct JoinedFilm {
    let name: String
    /// The year as it is written; empty if it is not known.
    let year: String
    /// The line of its first appearance.
    let line: Int
    /// The date on which it was marked as watched, or rated.
    var logged: String?
    /// The current rating in stars.
    var rating: String?
    var directors: String?
    /// The viewings, in the order of the tables.
    private(set) var viewings: [FilmViewing] = []

    init(name: String, year: String, line: Int) {
        self.name = name
        self.year = year
        self.line = line
    }

    /// Adds a viewing. The diary and the reviews describe the same viewing under the same address.
    mutating func add(_ viewing: FilmViewing) {
        guard let known = viewings.firstIndex(where: { $0.isSame(as: viewing) }) else {
            viewings.append(viewing)
            return
        }
        viewings[known].take(from: viewing)
    }
}

/// One viewing of a film.
struct FilmViewing {
    /// The address of the diary entry.
    let entry: String
    let logged: String
    /// The date as it is written; empty if it is not known.
    var watched = ""
    var rating = ""
    var isRewatch = false
    var tags = ""
    var review = ""

    init(entry: String, logged: String) {
        self.entry = entry
        self.logged = logged
    }

    /// The date of the viewing, or else the date on which it was logged.
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
