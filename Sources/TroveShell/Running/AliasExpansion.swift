/// A command with its alias put in, and the way back from places in it to places in what was typed.
struct AliasExpansion {
    /// The command that is run.
    let source: String
    /// Where the first word stands in what was typed, in bytes of UTF-8.
    private let word: Range<Int>
    /// How many bytes stand in its place.
    private let length: Int

    init(of typed: String, _ aliases: [String: String]) {
        let start = typed.drop { $0 == " " || $0 == "\t" }
        let first = start.prefix { $0 != " " && $0 != "\t" }
        let low = typed.utf8.count - start.utf8.count
        word = low..<low + first.utf8.count
        if let command = aliases[String(first)] {
            source =
                typed.prefix(typed.count - start.count) + command + start.dropFirst(first.count)
            length = command.utf8.count
        } else {
            source = typed
            length = word.count
        }
    }

    /// A report about the command as one about what was typed; one without a place gets the first
    /// word.
    func report(_ report: ErrorReport) -> ErrorReport {
        guard let span = report.span else {
            return ErrorReport(report.text, report.advice, at: word)
        }
        let end = word.lowerBound + length
        if span.lowerBound < end, length != word.count {
            return ErrorReport(report.text, report.advice, at: word)
        }
        let shift = length - word.count
        return ErrorReport(
            report.text, report.advice,
            at: span.lowerBound - shift..<span.upperBound - shift)
    }
}
