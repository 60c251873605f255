package import TroveModel

extension Nearest {
    /// Returns the names of up to three fields: those that a name of another program means, such as
    /// `status` or `writer`; else those that it resembles.
    package static func fields(to typed: String, of kinds: [Kind]) -> [String] {
        let meant = fields(called: typed, of: kinds)
        return meant.isEmpty
            ? names(to: typed, among: kinds.flatMap { $0.shownFields.map(\.name) })
            : Array(meant.prefix(3))
    }

    /// Returns the name of the field that a name of another program means; nil for none, and for
    /// several.
    package static func field(called typed: String, of kinds: [Kind]) -> String? {
        let meant = fields(called: typed, of: kinds)
        return meant.count == 1 ? meant[0] : nil
    }

    /// Returns the names of the fields that a name of another program means.
    private static func fields(called typed: String, of kinds: [Kind]) -> [String] {
        let word = typed.lowercased()
        var seen: Set<String> = []
        return kinds.flatMap { kind in
            kind.shownFields.filter { field in
                let isTitle = field === kind.fields[Kind.titleIndex]
                return words(for: field, isTitle: isTitle).contains(word)
            }
        }.map(\.name).filter { seen.insert($0).inserted }
    }

    /// Returns what other programs call a field.
    private static func words(for field: Field, isTitle: Bool) -> [String] {
        if isTitle { return ["title", "name"] }
        if case .ladder = field.content { return ["status"] }
        return switch field.role {
        case .creator: ["author", "authors", "writer", "by", "artist", "creator", "director"]
        case .rating: ["stars", "score", "rate"]
        case .note: ["note", "notes", "comment", "comments", "review"]
        case .description: ["about", "summary", "blurb", "plot"]
        case .genre: ["category", "subject", "type"]
        case .tags: ["tag", "label", "labels", "keywords"]
        case .shelves: ["shelf", "location"]
        case .year: ["published", "released", "date"]
        case .volume: ["number", "part"]
        case .language: ["lang"]
        case .progress: ["progress", "current"]
        case .started: ["begun", "start"]
        case .completed: ["finished", "completed", "read", "seen", "end"]
        case .borrower: ["borrower", "borrowed", "lent", "loan", "to"]
        case .birthstone: ["month"]
        case .isbn, .series, .publisher, .added, .lentOn, .due, .cover, .photo, .catalogueKey, nil:
            []
        }
    }
}
