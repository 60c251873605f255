package import TroveModel

extension Nearest {
    /// Returns the names of up to three fields: those that a name of another program means, such as
    /// `status` or `writer`; else those that it resembles.
    package static func fields(to typed: String, of kinds: [Kind]) -> [String] {
        var seen: Set<String> = []
        let fields = kinds.flatMap { kind in
            kind.shownFields.map { (field: $0, isTitle: $0 === kind.fields[Kind.titleIndex]) }
        }
        let word = typed.lowercased()
        let meant = fields.filter { words(for: $0.field, isTitle: $0.isTitle).contains(word) }
            .map(\.field.name).filter { seen.insert($0).inserted }
        return meant.isEmpty
            ? names(to: typed, among: fields.map(\.field.name)) : Array(meant.prefix(3))
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
