import TroveCommands

/// The formats by name; a misspelled name stands for the table, whose reader fails then.
extension OutputChoice {
    static let lines = OutputChoice(rawValue: "lines") ?? .table
    static let jsonl = OutputChoice(rawValue: "jsonl") ?? .table
    static let csv = OutputChoice(rawValue: "csv") ?? .table
    static let tsv = OutputChoice(rawValue: "tsv") ?? .table
    static let markdown = OutputChoice(rawValue: "markdown") ?? .table
}
