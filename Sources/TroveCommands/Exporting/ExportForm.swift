/// The format of an exported file. The raw value is what the user types after `as:`.
enum ExportForm: String, CaseIterable, Sendable {
    case csv, json, jsonl, zip, markdown, html

    /// Whether a file has all fields, and `import` reads it back.
    var isComplete: Bool {
        switch self {
        case .csv, .json, .jsonl, .zip: true
        case .markdown, .html: false
        }
    }

    /// The file name extensions that choose the format.
    private var endings: [String] {
        switch self {
        case .markdown: ["md", rawValue]
        case .html: [rawValue, "htm"]
        default: [rawValue]
        }
    }

    /// Chooses the format by the ending of a file name. A name without an ending stands for CSV.
    /// Nil for an ending that no format has.
    init?(ofFile path: String) {
        guard let ending = Self.ending(of: path) else {
            self = .csv
            return
        }
        guard let form = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
            return nil
        }
        self = form
    }

    /// Returns the ending of a file name in lower case, without its dot; nil if it has none.
    static func ending(of path: String) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }

    /// One ending of each format.
    static var knownEndings: [String] { allCases.map { ".\($0.endings[0])" } }
}
