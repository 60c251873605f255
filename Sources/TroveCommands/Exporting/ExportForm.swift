/// The format of an exported file. The raw value is what the user types after `as:`.
enum ExportForm: String, CaseIterable, Sendable {
    case csv, json, jsonl, zip, markdown, html

    /// The file name extensions that choose the format.
    private var endings: [String] {
        switch self {
        case .markdown: ["md", rawValue]
        case .html: ["htm", rawValue]
        default: [rawValue]
        }
    }

    /// Chooses the format by the ending of a file name; the default is CSV.
    init(ofFile path: String) {
        let ending = path.lowercased().split(separator: ".", omittingEmptySubsequences: false).last
        self =
            Self.allCases.first { form in
                ending.map { form.endings.contains(String($0)) } ?? false
            } ?? .csv
    }
}
