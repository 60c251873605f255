/// The books of the stand-in. Titles, authors and years are those of real books; the rest is
/// invented.
extension StandInBook {
    /// All books, grouped by author.
    package static let all: [StandInBook] = (leGuin + others).enumerated().map { index, book in
        var book = book
        book.number = index + 1
        return book
    }

    private static let author = "Ursula K. Le Guin"
    private static let fantasy = ["Fantasy fiction", "Earthsea (Imaginary place)"]
    private static let science = ["Science fiction", "Hainish"]
    private static let stories = ["Short stories"]

    /// More than one page of results.
    private static let leGuin: [StandInBook] = [
        book("A Wizard of Earthsea", 1968, "978054777374", 183, "Parnassus Press", fantasy),
        book("The Tombs of Atuan", 1971, "978068984536", 163, "Atheneum", fantasy),
        book("The Farthest Shore", 1972, "978068984534", 223, "Atheneum", fantasy),
        book("Tehanu", 1990, "978068984533", 226, "Atheneum", fantasy),
        book("Tales from Earthsea", 2001, "978015204764", 314, "Harcourt", fantasy),
        book("The Other Wind", 2001, "978044101125", 246, "Harcourt", fantasy),
        book("Rocannon's World", 1966, "978044173291", 117, "Ace Books", science),
        book("Planet of Exile", 1966, "978044166951", 113, "Ace Books", science),
        book("City of Illusions", 1967, "978044110701", 160, "Ace Books", science),
        StandInBook(
            "The Left Hand of Darkness", [author], 1969, "978044147812", pages: 304,
            publisher: "Ace Books", subjects: science,
            summary: "An envoy comes alone to a world of winter.\r\n\r\n"
                + "Its people have no fixed sex, and he has to learn whom he can trust."),
        book("The Lathe of Heaven", 1971, "978141655696", 184, "Scribner", ["Science fiction"]),
        StandInBook(
            "The Dispossessed", [author], 1974, "978006051275", pages: 387,
            publisher: "Harper & Row", subtitle: "An Ambiguous Utopia", subjects: science,
            cover: .archived, summary: "A physicist leaves his moon for the world that it circles."),
        book("The Word for World Is Forest", 1976, "978076532464", 189, "Putnam", science),
        book("Very Far Away from Anywhere Else", 1976, "978015205208", 133, "Atheneum"),
        book("Malafrena", 1979, "978042504647", 369, "Putnam"),
        book("The Eye of the Heron", 1978, "978006100138", 179, "Harper & Row"),
        book("The Beginning Place", 1980, "978006012573", 183, "Harper & Row", ["Fantasy"]),
        book("Always Coming Home", 1985, "978006015545", 523, "Harper & Row", science),
        book("The Telling", 2000, "978015100567", 264, "Harcourt", science),
        book("Gifts", 2004, "978015205123", 274, "Harcourt", ["Fantasy fiction"]),
        book("Voices", 2006, "978015205678", 341, "Harcourt", ["Fantasy fiction"]),
        book("Powers", 2007, "978015205770", 502, "Harcourt", ["Fantasy fiction"]),
        book("Lavinia", 2008, "978015101424", 279, "Harcourt", ["Historical fiction"]),
        book("The Wind's Twelve Quarters", 1975, "978006091434", 303, "Harper & Row", stories),
        book("Orsinian Tales", 1976, "978006076343", 179, "Harper & Row", stories),
        book("The Compass Rose", 1982, "978006091447", 273, "Harper & Row", stories),
        book("Four Ways to Forgiveness", 1995, "978006105234", 228, "Harper Prism", science),
        book("Changing Planes", 2003, "978015100971", 246, "Harcourt", stories),
        book("Catwings", 1988, "978053105759", 40, "Orchard Books", ["Cats"]),
        StandInBook(
            "Les Quatre Vents du désir", ["Ursula K. Le Guin"], 1988, "979103230569", pages: 320,
            publisher: "Presses Pocket", subjects: stories, cover: .none, language: "fre"),
    ]

    private static let others: [StandInBook] = [
        StandInBook(
            "Dune", ["Frank Herbert"], 1965, "978044101359", pages: 528, publisher: "Ace Books",
            subjects: [
                "Science fiction", "Dune (Imaginary place)", "Open Library Staff Picks",
                "Fiction, science fiction, general", "Ecology", "Reading Level-Grade 11",
            ], summary: "A boy and a desert planet that everybody wants.", printed: 2005,
            series: ("Dune Chronicles", "1")),
        StandInBook(
            "Dune Messiah", ["Frank Herbert"], 1969, "978044117269", pages: 256,
            publisher: "Ace Books", subjects: ["Science fiction"], cover: .missing),
        StandInBook(
            "Children of Dune", ["Frank Herbert"], 1976, "978044110402", pages: 408,
            publisher: "Ace Books", subjects: ["Science fiction"], cover: .removed),
        // Its ISBN-10 ends with an X.
        StandInBook(
            "The Hobbit", ["J. R. R. Tolkien"], 1937, "978054792822", pages: 300,
            publisher: "Houghton Mifflin", subtitle: "There and Back Again",
            subjects: ["Fantasy fiction"], summary: "Somebody who likes his chair is sent away."),
        StandInBook(
            "The Fellowship of the Ring", ["J. R. R. Tolkien"], 1954, "978054792821", pages: 398,
            publisher: "Houghton Mifflin", subjects: ["Fantasy fiction"]),
        StandInBook(
            "It", ["Stephen King"], 1986, "978150114297", pages: 1138, publisher: "Viking",
            subjects: ["Horror"]),
        StandInBook(
            "Go", ["John Clellon Holmes"], 1952, "978156025009", pages: 311,
            publisher: "Scribner"),
        // Without an author, a cover or pages; the author is unknown.
        StandInBook("Beowulf", [], nil, "978039332097", cover: .none),
        StandInBook(
            "Good Omens", ["Terry Pratchett", "Neil Gaiman"], 1990, "978006085398", pages: 384,
            publisher: "Gollancz", subjects: ["Fantasy fiction", "Humour"]),
        StandInBook(
            "雪国", ["川端康成"], 1937, "978410100101", pages: 220, publisher: "新潮社",
            language: "jpn"),
        StandInBook(
            "Frankenstein", ["Mary Shelley"], 1818, "978014143947", pages: 273,
            publisher: "Lackington", subtitle: "or, The Modern Prometheus",
            subjects: ["Horror", "Science fiction"]),
        StandInBook("Emma", ["Jane Austen"], 1815, nil, pages: 474, publisher: "John Murray"),
    ]

    private static func book(
        _ title: String, _ year: Int, _ twelve: String, _ pages: Int, _ publisher: String,
        _ subjects: [String] = []
    ) -> StandInBook {
        StandInBook(
            title, [author], year, twelve, pages: pages, publisher: publisher, subjects: subjects)
    }
}
