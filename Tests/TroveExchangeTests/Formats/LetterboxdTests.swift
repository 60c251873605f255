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
                    "year": "1999", "state": "watched", "notes": "Logged: 2026-01-02",
                ],
                [
                    "kind": "movie", "name": "Salt", "rating": "1", "state": "watched",
                    "notes": "Logged: 2026-01-03",
                ],
            ])
        #expect(file.identities == ["https://b.example/1", "https://b.example/2"])
        #expect(file.completions == [["?"], ["?"]])
        #expect(file.leftOut.isEmpty)
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
        #expect(file.completions == [["2026-01-01", "2026-03-03"], ["?"]])
        #expect(file.items[0]["tags"] == "sea, with Ida")
        #expect(file.note() == ["Rewatch: 2026-03-03"])
        #expect(file.items[1]["watched"] == nil)
        #expect(file.items[1]["year"] == "2001")
        #expect(file.note(1) == ["Logged: 2026-04-05"])
    }

    @Test func reviewsBeginTheNote() throws {
        let file = try ImportedFile(
            "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\r\n"
                + "2026-01-02,Boats,1999,https://b.example/a,4,,\"Wet.\r\n\r\n<b>Very</b> 👩‍🚀\",,2026-01-01\r\n",
            called: "reviews.csv")
        #expect(file.note() == ["Wet.", "", "Very 👩‍🚀"])
    }

    @Test func watchlistFilmsAreToBeWatched() throws {
        let text = "Date,Name,Year,Letterboxd URI\n2026-01-02,Boats,1999,https://b.example/1\n"
        let list = try ImportedFile(text, called: "watchlist.csv")
        #expect(list.items[0]["state"] == "to-watch")
        #expect(list.completions == [[]])
        let watched = try ImportedFile(text, called: "watched.csv")
        #expect(watched.items[0]["state"] == "watched")
        #expect(watched.items[0]["watched"] == nil)
        #expect(watched.completions == [["?"]])
    }

    @Test func filmsWithTheSameNameAreDistinguished() throws {
        let file = try ImportedFile(
            """
            Date,Name,Year,Letterboxd URI
            2026-01-02,Boats,1999,https://b.example/1
            2026-01-02,boats,1999,https://b.example/2
            2026-01-02,Boats,1999,https://b.example/1
            2026-01-02,Boats,1999,https://b.example/4
            2026-01-02,,1999,https://b.example/3
            """)
        #expect(file.items.map { $0["name"] } == ["Boats", "boats", "Boats"])
        #expect(file.identities == [1, 2, 4].map { "https://b.example/\($0)" })
        #expect(file.rejected.map(\.line) == [6])
    }

    @Test func correctedRejectsAreRead() throws {
        let file = try ImportedFile(
            """
            line,reason,Date,Name,Year,Letterboxd URI
            6,a movie needs a name,2026-01-02,Boats,1999,https://b.example/3
            """)
        #expect(file.items.map { $0["name"] } == ["Boats"])
        #expect(file.notUnderstood.isEmpty)
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
            file.items[0].filter { ["year", "director", "tags", "notes"].contains($0.key) }
                == ["year": "1999", "director": "Ada Brandt", "tags": "sea", "notes": "Wet."])
        #expect(file.identities == ["tmdb:603"])
        #expect(file.leftOut.isEmpty)
    }
}
