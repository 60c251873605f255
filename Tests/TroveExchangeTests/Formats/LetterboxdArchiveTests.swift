import Testing
import TroveExchange
import TroveModel
import TroveTesting

/// The tables of Letterboxd together.
struct LetterboxdArchiveTests {
    private static let tables = [
        "watched.csv": """
        Date,Name,Year,Letterboxd URI
        2026-01-01,Rain,2001,https://b.example/f1
        2026-01-02,rain,2001,https://b.example/f2
        2026-01-03,Twin,1990,https://b.example/f3
        2026-01-04,Twin,1990,https://b.example/f4
        2026-01-05,Boats,1999,https://b.example/f5
        """,
        "ratings.csv": """
        Date,Name,Year,Letterboxd URI,Rating
        2026-01-05,Boats,1999,https://b.example/f5,4.5
        2026-01-03,Twin,1990,https://b.example/f3,3
        """,
        "diary.csv": """
        Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
        2026-01-05,Boats,1999,https://b.example/e1,4,,"sea, ida",2026-01-04
        2026-02-05,Boats,1999,https://b.example/e2,4.5,Yes,,2026-02-04
        2026-01-04,Twin,1990,https://b.example/e3,,,,2026-01-02
        2026-05-03,Twin,1990,https://b.example/e4,1,,,2026-05-02
        2026-05-03,Solo,2020,https://b.example/e5,1,,,2026-05-02
        """,
        "reviews.csv": """
        Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date
        2026-02-05,Boats,1999,https://b.example/e2,4.5,Yes,Wet.,,2026-02-04
        """,
        "watchlist.csv": """
        Date,Name,Year,Letterboxd URI
        2026-01-02,Later,2022,https://b.example/f9
        2026-01-02,Boats,1999,https://b.example/f5
        """,
        "profile.csv": "Date Joined,Username,Email Address\n2020-01-01,ada,ada@b.example\n",
        "deleted/diary.csv": "Date,Name,Year,Letterboxd URI\n2020-01-01,Gone,1999,x\n",
    ]

    private func file(_ names: [String]) throws -> ImportedFile {
        let directory = try ScratchDirectory()
        let files = names.map { ($0, Self.tables[$0] ?? "") }
        return try ImportedFile(
            path: directory.write(ZipBytes.archive(files), to: "letterboxd.zip"))
    }

    @Test func eachFilmIsOneItem() throws {
        try SeededRandom.run { random in
            let file = try file(Self.tables.keys.shuffled(using: &random))
            let names = file.items.map { "\($0["name"] ?? "") \($0["state"] ?? "")" }
            #expect(
                names.sorted() == [
                    "Boats watched", "Later to-watch", "Rain watched", "Solo watched",
                    "Twin watched", "Twin watched", "rain watched",
                ])
            let boats = try #require(file.items.firstIndex { $0["name"] == "Boats" })
            #expect(file.items[boats]["rating"] == "9")
            #expect(file.items[boats]["watched"] == "2026-02-04")
            #expect(file.items[boats]["year"] == "1999")
            #expect(file.items[boats]["tags"] == "ida, sea")
            #expect(file.completions[boats] == ["2026-01-04", "2026-02-04"])
            #expect(file.identities[boats] == "https://b.example/f5")
            #expect(file.note(boats) == ["Wet.", "", "Rewatch: 2026-02-04"])
            // The date on which it was logged tells which of the two it is.
            let twin = try #require(file.identities.firstIndex(of: "https://b.example/f4"))
            #expect(file.completions[twin] == ["2026-01-02"])
            #expect(file.rejected.map(\.line) == [5])
            #expect(file.rejected.map(\.why) == [.isAmbiguous(title: "Twin")])
            #expect(file.leftOut.sorted() == ["deleted/diary.csv", "profile.csv"])
        }
    }

    @Test func theProfileAloneIsNotRead() throws {
        #expect(throws: ImportFailure.isUnknownArchive(["profile.csv"])) {
            try file(["profile.csv"])
        }
    }

    @Test func everyRowIsCounted() throws {
        try SeededRandom.run { random in
            var rows = 0
            var films: [Int: Int] = [:]
            var watched = "Date,Name,Year,Letterboxd URI\n"
            var diary = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
            for film in 0..<40 {
                watched += "2026-01-01,Film \(film),1990,https://b.example/f\(film)\n"
                rows += 1
                let viewings = Int.random(in: 0...3, using: &random)
                films[film] = viewings
                for viewing in 0..<viewings {
                    diary +=
                        "2026-02-01,Film \(film),1990,https://b.example/e\(film)-\(viewing),4,,,"
                        + "2025-01-1\(viewing)\n"
                    rows += 1
                }
            }
            let directory = try ScratchDirectory()
            let zip = ZipBytes.archive([("diary.csv", diary), ("watched.csv", watched)])
            let file = try ImportedFile(path: directory.write(zip, to: "films.zip"))
            #expect(file.items.count == 40)
            #expect(file.rejected.isEmpty)
            for (index, item) in file.items.enumerated() {
                let number = try #require(Int((item["name"] ?? "").dropFirst(5)))
                let viewings = films[number] ?? 0
                #expect(
                    file.completions[index]
                        == (viewings == 0 ? ["?"] : (0..<viewings).map { "2025-01-1\($0)" }))
            }
        }
    }
}
