import Testing
import TroveExchange
import TroveModel

struct LetterboxdTests {
    @Test func ratingsAreDoubled() throws {
        let file = try ImportedFile(
            "Date,Name,Year,Letterboxd URI,Rating\r\n2026-01-02,(7) Boats,1999,https://b.example/1,4.5"
                + "\r\n2026-01-03,Salt,,https://b.example/2,0.5\r\n", called: "ratings.csv")
        #expect(file.format == "letterboxd")
        #expect(
            file.items == [
                [
                    "kind": "movie", "name": "(7) Boats", "rating": "9",
                    "notes": "Year: 1999\nLogged: 2026-01-02",
                ], ["kind": "movie", "name": "Salt", "rating": "1", "notes": "Logged: 2026-01-03"],
            ])
        #expect(file.leftOut == ["Letterboxd URI"])
    }

    @Test func theDiaryGivesTheDateWatched() throws {
        let file = try ImportedFile(
            """
            Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
            2026-01-02,Boats,1999,https://b.example/a,4,,"sea, with Ida",2026-01-01
            2026-03-04,Boats,1999,https://b.example/b,5,Yes,,2026-03-03
            2026-04-05,Sand,2001,https://b.example/c,,,,
            """, called: "diary.csv")
        #expect(file.items.count == 2)
        #expect(file.items[0]["watched"] == "2026-03-03")
        #expect(file.items[0]["rating"] == "10")
        #expect(
            file.note() == [
                "Year: 1999", "Watched: 2026-01-01", "Rating: 4 (2026-01-01)",
                "Tags: sea, with Ida", "Rewatch: 2026-03-03",
            ])
        #expect(file.items[1]["watched"] == nil)
        #expect(file.note(1) == ["Year: 2001", "Logged: 2026-04-05"])
    }

    @Test func reviewsBeginTheNote() throws {
        let file = try ImportedFile(
            "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\r\n"
                + "2026-01-02,Boats,1999,https://b.example/a,4,,\"Wet.\r\n\r\n<b>Very</b> 👩‍🚀\",,2026-01-01\r\n",
            called: "reviews.csv")
        #expect(file.note() == ["Wet.", "", "Very 👩‍🚀", "", "Year: 1999"])
    }

    @Test func watchlistFilmsAreSkipped() throws {
        let text = "Date,Name,Year,Letterboxd URI\n2026-01-02,Boats,1999,https://b.example/1\n"
        let list = try ImportedFile(text, called: "watchlist.csv")
        #expect(list.items.isEmpty)
        #expect(list.leftOutRows == [2])
        let watched = try ImportedFile(text, called: "watched.csv")
        #expect(watched.items.count == 1)
        #expect(watched.items[0]["watched"] == nil)
    }

    @Test func filmsWithTheSameNameAreDistinguished() throws {
        let file = try ImportedFile(
            """
            Date,Name,Year,Letterboxd URI
            2026-01-02,Boats,1999,https://b.example/1
            2026-01-02,boats,2020,https://b.example/2
            2026-01-02,Boats,1999,https://b.example/1
            2026-01-02,,1999,https://b.example/3
            """)
        #expect(file.items.map { $0["name"] } == ["Boats (1999)", "boats (2020)"])
        #expect(file.rejected.map(\.line) == [5])
    }

    @Test func letterboxdsImportFormatIsRead() throws {
        let file = try ImportedFile(
            """
            LetterboxdURI,tmdbID,imdbID,Title,Year,Directors,Rating,Rating10,WatchedDate,Rewatch,Tags,Review
            ,603,tt1,Boats,1999,Ada Brandt,,7,2026-01-01,false,sea,Wet.
            """)
        #expect(file.items[0]["rating"] == "7")
        #expect(file.items[0]["watched"] == "2026-01-01")
        #expect(
            file.note() == ["Wet.", "", "Year: 1999", "Directors: Ada Brandt", "Tags: sea"])
        #expect(file.leftOut == ["LetterboxdURI", "tmdbID", "imdbID"])
    }
}
