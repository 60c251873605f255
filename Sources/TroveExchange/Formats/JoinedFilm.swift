import TroveModel

/// Everything that the tables of Letterboxd have about one film.
struct JoinedFilm {
    let name: String
    /// The year as it is written; empty if it is not known.
    let year: String
    /// What identifies the film; nil if only viewings of it are known.
    let identity: String?
    /// The line of its first appearance.
    let line: Int
    /// The cells of that line, as in the file.
    let cells: [String]
    private(set) var isWatched = false
    /// The dates on which it was marked as watched, rated, or put on the watchlist.
    private(set) var logged: [String] = []
    /// The current rating in stars.
    private(set) var rating: String?
    private(set) var directors = ""
    /// The viewings, in the order of the tables.
    private(set) var viewings: [FilmViewing] = []
    /// The first viewing with each key.
    private var places: [FilmViewing.Key: Int] = [:]
    private var loggedDates: Set<String> = []
    /// The values of unknown columns.
    private(set) var others: [(title: String, text: String)] = []

    init(_ record: FilmRecord) {
        name = record.name
        year = record.year
        identity = record.film
        line = record.line
        cells = record.cells
    }

    mutating func add(_ record: FilmRecord, isWatched: Bool) {
        self.isWatched = self.isWatched || isWatched
        if !record.logged.isEmpty, loggedDates.insert(record.logged).inserted {
            logged.append(record.logged)
        }
        if !record.rating.isEmpty { rating = record.rating }
        others += record.others
    }

    /// Adds a record about a viewing. The diary and the reviews describe the same viewing.
    mutating func add(viewing record: FilmRecord) {
        isWatched = true
        if directors.isEmpty { directors = record.directors }
        others += record.others
        let viewing = FilmViewing(record)
        if let known = viewing.keysOfSame.compactMap({ places[$0] }).min() {
            viewings[known].take(from: viewing)
        } else {
            for key in viewing.keys where places[key] == nil { places[key] = viewings.count }
            viewings.append(viewing)
        }
    }
}

/// One viewing of a film.
struct FilmViewing {
    private let entry: String?
    private let logged: String
    /// The date as it is written; empty if it is not known.
    let watched: String
    private(set) var rating: String
    private(set) var isRewatch: Bool
    private(set) var tags: String
    private(set) var review: String

    init(_ record: FilmRecord) {
        entry = record.entry
        logged = record.logged
        watched = record.watched
        rating = record.rating
        isRewatch = record.isRewatch
        tags = record.tags
        review = record.review
    }

    /// The date of the viewing, or else the date on which it was logged.
    var day: String { watched.isEmpty ? logged : watched }

    /// By what two records of one viewing are found: the entry if both have one, else the dates.
    fileprivate enum Key: Hashable {
        case entry(String)
        case dates(watched: String, logged: String, hasEntry: Bool)
    }

    fileprivate var keys: [Key] {
        entry.map { [.entry($0), dates(hasEntry: true)] } ?? [dates(hasEntry: false)]
    }

    /// The keys to look up: another record of the same viewing has one of them.
    fileprivate var keysOfSame: [Key] {
        [entry.map(Key.entry) ?? dates(hasEntry: true), dates(hasEntry: false)]
    }

    private func dates(hasEntry: Bool) -> Key {
        .dates(watched: watched, logged: logged, hasEntry: hasEntry)
    }

    fileprivate mutating func take(from other: FilmViewing) {
        if rating.isEmpty { rating = other.rating }
        if tags.isEmpty { tags = other.tags }
        if review.isEmpty { review = other.review }
        isRewatch = isRewatch || other.isRewatch
    }
}
