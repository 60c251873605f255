/// A film of the stand-in: facts of real films, described in its own words.
package struct StandInFilm: Sendable {
    /// The TMDB number.
    package let id: Int
    /// The title in English.
    package let title: String
    /// The title in the original language.
    package var original: String
    /// The release date, `1979-05-25`; empty if unknown.
    package var date: String
    /// The directors; may be empty.
    package var directors: [String]
    /// The length in minutes; 0 if unknown.
    package var minutes: Int
    /// The names of the genres.
    package var genres: [String]
    /// The plot; empty if the service has none.
    package var overview: String
    /// Whether the film has a poster.
    package var hasPoster: Bool

    init(
        _ id: Int, _ title: String, _ date: String, _ directors: [String], _ minutes: Int,
        _ genres: [String], original: String? = nil, overview: String = "", hasPoster: Bool = true
    ) {
        self.id = id
        self.title = title
        self.original = original ?? title
        self.date = date
        self.directors = directors
        self.minutes = minutes
        self.genres = genres
        self.overview = overview
        self.hasPoster = hasPoster
    }

    /// The path of the poster, beginning with a slash.
    var poster: String? { hasPoster ? "/trove\(id).jpg" : nil }

    /// All films.
    package static let all: [StandInFilm] = [
        StandInFilm(
            348, "Alien", "1979-05-25", ["Ridley Scott"], 117, ["Horror", "Science Fiction"],
            overview: "A freighter answers a signal and takes something along."),
        StandInFilm(
            679, "Aliens", "1986-07-18", ["James Cameron"], 137, ["Action", "Science Fiction"],
            overview: "She goes back, with soldiers this time."),
        StandInFilm(
            78, "Blade Runner", "1982-06-25", ["Ridley Scott"], 117, ["Science Fiction", "Drama"],
            overview: "A policeman hunts people who were made."),
        StandInFilm(
            62, "2001: A Space Odyssey", "1968-04-02", ["Stanley Kubrick"], 149,
            ["Science Fiction", "Mystery"], overview: "A slab is found on the moon."),
        StandInFilm(
            593, "Solaris", "1972-03-20", ["Andrei Tarkovsky"], 167, ["Drama", "Science Fiction"],
            original: "Солярис", overview: "A station above an ocean that answers."),
        StandInFilm(
            1398, "Stalker", "1979-05-25", ["Andrei Tarkovsky"], 162, ["Science Fiction"],
            original: "Сталкер", overview: "Three men go where wishes come true."),
        StandInFilm(
            603, "The Matrix", "1999-03-30", ["Lana Wachowski", "Lilly Wachowski"], 136,
            ["Action", "Science Fiction"], overview: "A clerk learns what the world is."),
        StandInFilm(
            19, "Metropolis", "1927-02-06", ["Fritz Lang"], 153, ["Drama", "Science Fiction"],
            overview: "A city above, and those who keep it going below."),
        StandInFilm(
            346, "Seven Samurai", "1954-04-26", ["Akira Kurosawa"], 207, ["Action", "Drama"],
            original: "七人の侍", overview: "A village hires men to defend its harvest."),
        StandInFilm(
            438_631, "Dune", "2021-09-15", ["Denis Villeneuve"], 155,
            ["Science Fiction", "Adventure"], overview: "A boy and a desert planet."),
        // Without a date, a length, a poster or an overview.
        StandInFilm(900_001, "Alien Orchard", "", [], 0, [], hasPoster: false),
    ]
}
