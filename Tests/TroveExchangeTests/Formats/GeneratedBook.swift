import TroveTesting

/// A random book of another program, with what an import of it must give.
struct GeneratedBook {
    let number: Int
    var title: String
    let authors: [String]
    let state: State
    /// Whole stars; 0 for none.
    let stars: Int
    let pages: Int
    let year: Int
    let publisher: String
    let tags: [String]
    let added: String
    /// The times at which it was finished, the earliest first.
    let readings: [(started: String, on: String)]
    let review: String

    enum State: CaseIterable {
        case planned, current, setAside, done

        /// The state of a book.
        var rung: String {
            switch self {
            case .planned: "to-read"
            case .current: "reading"
            case .setAside: "abandoned"
            case .done: "finished"
            }
        }
    }

    init(_ number: Int, _ random: inout SeededRandom) {
        self.number = number
        // Every tenth book has no title, and is rejected.
        title =
            number % 10 == 9
            ? "" : "Book \(number)\(Bool.random(using: &random) ? ", the \"Sea\"" : "")"
        authors = ["Ada Brandt", "Bo Lind", "Åsa Ek"].shuffled(using: &random)
            .dropLast(Int.random(in: 0...2, using: &random))
        let state = State.allCases.randomElement(using: &random) ?? .done
        self.state = state
        stars = Int.random(in: 0...5, using: &random)
        pages = Int.random(in: 1...999, using: &random)
        year = Int.random(in: 1800...2020, using: &random)
        publisher = ["Ace", "Bell & Co"].randomElement(using: &random) ?? "Ace"
        tags = ["sea", "north", "salt"].shuffled(using: &random)
            .dropLast(Int.random(in: 0...3, using: &random)).sorted()
        func day(_ year: Int, _ random: inout SeededRandom) -> String {
            let month = Int.random(in: 10...12, using: &random)
            return "\(year)-\(month)-\(Int.random(in: 10...28, using: &random))"
        }
        added = day(2018, &random)
        var readings: [(started: String, on: String)] = []
        for index in 0..<Int.random(in: 1...3, using: &random) where state == .done {
            readings.append((day(2019 + 2 * index, &random), day(2020 + 2 * index, &random)))
        }
        self.readings = readings
        review = Bool.random(using: &random) ? "Good & long" : ""
    }

    /// The fields that every program tells.
    var fields: [String: String] {
        var fields = ["kind": "book", "title": title, "state": state.rung]
        fields["author"] = authors.joined(separator: "; ")
        if stars > 0 { fields["rating"] = "\(stars)" }
        return fields
    }
}
