/// A manual page in the `man(7)` macro language.
///
/// Every text goes through `escaped`, so no character of it acts as a macro.
package struct ManualPage {
    /// The date in the footer of both pages: when their text last changed.
    private static let date = "November 27, 2026"
    /// The longest source line; `mandoc -T lint` reports lines of more than 80 bytes.
    private static let lineLength = 78

    /// The source lines so far.
    private var lines: [String]

    /// Begins a page with its title and the section NAME.
    ///
    /// - Parameters:
    ///   - name: the name of the program.
    ///   - section: the section of the manual: 1 for programs, 8 for servers.
    ///   - summary: what the program is, in a few words without a full stop.
    ///   - version: the version of the program.
    package init(_ name: String, section: Int, summary: String, version: String) {
        let title = Self.escaped(name.uppercased())
        lines = [
            ".TH \"\(title)\" \(section) \"\(Self.date)\" \"Trove \(Self.escaped(version))\" \"Trove\"",
            ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(summary))",
        ]
    }

    /// The source of the page, with a line end.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    /// Begins a section; its heading is in capitals by convention.
    package mutating func section(_ heading: String) {
        lines.append(".SH \(Self.escaped(heading))")
    }

    /// Adds a section of paragraphs.
    package mutating func section(_ heading: String, _ paragraphs: String...) {
        section(heading)
        for text in paragraphs { paragraph(text) }
    }

    /// Adds a section of terms in bold, each with its meaning.
    package mutating func section(
        _ heading: String, entries: KeyValuePairs<String, String>
    ) {
        section(heading)
        for (term, meaning) in entries { entry(term, meaning) }
    }

    /// Adds the section SYNOPSIS: one line for each way to call the program.
    package mutating func synopsis(_ calls: String) {
        section("SYNOPSIS")
        example(calls)
    }

    /// Adds an example: what it does, and its lines.
    package mutating func example(_ purpose: String, _ text: String) {
        paragraph(purpose)
        example(text)
    }

    /// Begins a subsection.
    package mutating func part(_ heading: String) {
        lines.append(".SS \(Self.escaped(heading))")
    }

    /// Adds a filled paragraph.
    package mutating func paragraph(_ text: String) {
        beginParagraph()
        lines.append(Self.filled(text))
    }

    /// Adds lines that keep their breaks and indentation.
    package mutating func example(_ text: String) {
        beginParagraph()
        lines += [".nf", ".RS 4", Self.escaped(text), ".RE", ".fi"]
    }

    /// Begins a paragraph, unless a heading has just begun one.
    private mutating func beginParagraph() {
        guard let last = lines.last else { return }
        if !last.hasPrefix(".SH") && !last.hasPrefix(".SS") { lines.append(".PP") }
    }

    /// Adds a term in bold and its meaning.
    package mutating func entry(_ term: String, _ meaning: String) { entry([term], meaning) }

    /// Adds terms in bold, one below the other, and their meaning.
    package mutating func entry(_ terms: [String], _ meaning: String) {
        for (index, term) in terms.enumerated() {
            lines += [index == 0 ? ".TP" : ".TQ", ".B \(Self.escaped(term))"]
        }
        lines.append(Self.filled(meaning))
    }

    /// Adds a paragraph to the meaning of the last entry.
    package mutating func continuation(_ paragraph: String) {
        lines += [".IP", Self.filled(paragraph)]
    }

    /// Adds a list of terms to the meaning of the last entry.
    package mutating func list(_ rows: [(term: String, meaning: String)]) {
        lines.append(".RS")
        for row in rows { entry(row.term, row.meaning) }
        lines.append(".RE")
    }

    /// Adds an entry for each option of a table, and none for its command words.
    package mutating func options<Options>(_ table: OptionTable<Options>) {
        for option in table.options where option.names.allSatisfy({ $0.hasPrefix("-") }) {
            let names = option.names.joined(separator: ", ")
            let term = option.placeholder.map { "\(names) \($0)" } ?? names
            entry(term, Self.sentence(option.help))
        }
    }

    /// Returns a fragment of the help, such as a summary, as a sentence.
    package static func sentence(_ fragment: String) -> String {
        fragment.prefix(1).uppercased() + fragment.dropFirst() + "."
    }

    /// Adds an entry for each variable.
    package mutating func variables(_ variables: [EnvironmentVariable]) {
        for variable in variables { entry(variable.name, variable.help) }
    }

    /// A text broken into source lines at its blanks, without macros or escape sequences.
    private static func filled(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            let word = escaped(String(word))
            if let last = lines.last, last.utf8.count + word.utf8.count < lineLength {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A text without macros or escape sequences, and without an ellipsis, which a terminal in the
    /// locale C cannot show.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : String($0) }
            .joined(separator: "\n")
    }
}
