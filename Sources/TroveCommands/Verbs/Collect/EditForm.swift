import TroveLanguage
import TroveModel
import TroveTerminal

// Each field is a line `field: value`; further lines of its value are indented by four spaces.
// Lines that begin with `#` are comments. Those that begin with `#!` describe errors:
// `EditForm.errors` writes them, and they are removed when the text is read again.

/// The text that `edit` opens, with a line for each field.
struct EditForm {
    /// A field in the text.
    struct Entry {
        /// The position of its line, from 0.
        let line: Int
        let name: String
        var value: String
    }

    /// An error, and the position of its line.
    typealias Problem = (line: Int, report: ErrorReport)

    /// The fields, in the order of the text.
    private(set) var entries: [Entry] = []
    /// The lines that are neither a field nor a part of a value.
    private(set) var problems: [Problem] = []
    /// The lines, without descriptions of errors.
    private let lines: [Substring]

    private static let errorMark = "#! "

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix(Self.errorMark) }
        // Many editors remove spaces at the ends of lines, also those of a blank line in a value.
        var blanks = 0
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("    "), !entries.isEmpty {
                entries[entries.count - 1].value +=
                    String(repeating: "\n", count: blanks + 1) + line.dropFirst(4)
                blanks = 0
                continue
            }
            if line.allSatisfy(\.isWhitespace) {
                blanks += 1
                continue
            }
            if line.hasPrefix("#") { continue }
            blanks = 0
            guard let colon = line.firstIndex(of: ":") else {
                let failure = CommandFailure(.badForm(String(line)))
                problems.append((index, ErrorReport(failure)))
                continue
            }
            var value = line[line.index(after: colon)...]
            if value.hasPrefix(" ") { value = value.dropFirst() }
            entries.append(
                Entry(line: index, name: String(line[..<colon]), value: String(value)))
        }
    }

    static func text(of item: Item, _ kind: Kind) -> String {
        let lines = kind.shownIndices.map { index in
            // Reading drops a carriage return at the end of a line, which would look like a change.
            let value = (item.values[index].map(kind.fields[index].shown) ?? "")
                .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            let indented = value.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\n    ")
            return "\(kind.fields[index].name): \(indented)"
        }
        return """
            # \(kind.name) \(item.number). Save and leave the editor to apply your changes.
            # Lines that begin with # are ignored; an empty value clears its field.

            """ + lines.joined(separator: "\n") + "\n"
    }

    /// Returns the fields that differ from those of another text.
    func changes(from former: EditForm) -> [Entry] {
        entries.filter { entry in
            !former.entries.contains { $0.name == entry.name && $0.value == entry.value }
        }
    }

    /// Returns the line of a field; the first line if the text does not have the field.
    func line(of field: FieldIndex, _ kind: Kind) -> Int {
        entries.last { kind.match(field: $0.name) == .found(field) }?.line ?? 0
    }

    /// Returns the errors, with the text that shows each of them above its line.
    func errors(_ problems: [Problem]) -> EditErrors {
        let problems = problems.sorted { $0.line < $1.line }
        var rows: [String] = []
        var rest = problems[...]
        for (index, line) in lines.enumerated() {
            while let problem = rest.first, problem.line == index {
                rows += Self.comment(problem.report)
                rest.removeFirst()
            }
            rows.append(String(line))
        }
        // An editor expects a newline at the end.
        if rows.last?.isEmpty == false { rows.append("") }
        let first = rows.firstIndex { $0.hasPrefix(Self.errorMark) } ?? 0
        let comments = rows[first...].prefix { $0.hasPrefix(Self.errorMark) }
        return EditErrors(
            // Their places are lines of the text, not of the command.
            reports: problems.map { ErrorReport($0.report.text, $0.report.advice) },
            text: rows.joined(separator: "\n"),
            line: first + comments.count + 1)
    }

    private static func comment(_ report: ErrorReport) -> [String] {
        ([report.text] + [report.advice].compactMap(\.self)).enumerated().flatMap { index, text in
            text.rendered.split(whereSeparator: \.isNewline).map {
                errorMark + (index == 0 ? "" : "  ") + $0
            }
        }
    }
}
