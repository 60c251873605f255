extension Field {
    /// The definition of the field in the text format: `field …` and a `state …` line for each
    /// state of its ladder.
    package var definition: String {
        var words = ["field", name, content.type.rawValue]
        func add(_ option: String, _ value: String?) {
            if let value { words.append("\(option):\(KindLine.quoted(value))") }
        }
        add("stored", storedName == name ? nil : storedName)
        addRules(add)
        add("rank", rank.map(String.init))
        add("role", role?.name)
        if case .progress(let total)? = role { add("of", total) }
        switch initial {
        case .none: break
        case .rung(let state): add("initial", state)
        case .today: add("initial", "today")
        }
        add("unique", isUnique ? "yes" : nil)
        add("past", isInPast ? "yes" : nil)
        add("people", namesPeople ? "yes" : nil)
        add("retired", isRetired ? "yes" : nil)
        add("description", summary.isEmpty ? nil : summary)
        guard case .ladder(let ladder) = content else { return words.joined(separator: " ") }
        let states = ladder.rungs.map { "  " + $0.definition }
        return ([words.joined(separator: " ")] + states).joined(separator: "\n")
    }

    private func addRules(_ add: (String, String?) -> Void) {
        switch content {
        case .choice(let suggestions):
            add("choices", suggestions.isEmpty ? nil : suggestions.joined(separator: ","))
        case .integer(let range) where range != Content.anyInteger:
            add("range", "\(range.lowerBound)..\(range.upperBound)")
        case .decimal(let range, let step):
            add(
                "range",
                range == Content.anyDecimal ? nil : "\(range.lowerBound)..\(range.upperBound)")
            add("step", step?.description)
        case .text, .isbn, .integer, .date, .month, .ladder, .set: break
        }
    }
}

extension Field.Content {
    /// The range of a whole number without a `range:`.
    package static let anyInteger = -999_999_999...999_999_999
    /// The range of a decimal without a `range:`.
    package static let anyDecimal = FixedDecimal(-999_999)...FixedDecimal(999_999)
}

extension Ladder.Rung {
    /// The definition of the state in the text format.
    fileprivate var definition: String {
        var words = ["state", KindLine.quoted(name)]
        if longName != name { words.append("meaning:\(KindLine.quoted(longName))") }
        if !synonyms.isEmpty {
            words.append("also:\(KindLine.quoted(synonyms.joined(separator: ",")))")
        }
        if isOwned { words.append("owned:yes") }
        if isSkipped { words.append("skipped:yes") }
        return words.joined(separator: " ")
    }
}

extension Field.Role {
    /// The name in the text format.
    package var name: String {
        switch self {
        case .rating: "rating"
        case .note: "note"
        case .birthstone: "birthstone"
        case .progress: "progress"
        case .creator: "creator"
        case .description: "description"
        case .isbn: "isbn"
        case .series: "series"
        case .volume: "volume"
        case .year: "year"
        case .publisher: "publisher"
        case .language: "language"
        case .genre: "genre"
        case .tags: "tags"
        case .started: "started"
        case .completed: "completed"
        case .added: "added"
        case .shelves: "shelves"
        case .borrower: "borrower"
        case .lentOn: "lent-on"
        case .due: "due"
        case .cover: "cover"
        case .photo: "photo"
        case .catalogueKey: "catalogue-key"
        }
    }

    /// The roles by their names, without `progress`, which names another field.
    static let names: [String: Field.Role] = {
        let all: [Field.Role] = [
            .rating, .note, .birthstone, .creator, .description, .isbn, .series, .volume, .year,
            .publisher, .language, .genre, .tags, .started, .completed, .added, .shelves,
            .borrower, .lentOn, .due, .cover, .photo, .catalogueKey,
        ]
        return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }()

    /// The names of all roles, sorted.
    package static let allNames = (names.keys + ["progress"]).sorted()
}
