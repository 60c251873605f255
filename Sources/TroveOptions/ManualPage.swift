/// A manual page, written in the macros of `man(7)`.
///
/// All text is escaped, so nothing in it acts as a macro.
package struct ManualPage {
    /// The lines so far.
    private var lines: [String]

    /// Starts a page.
    ///
    /// - Parameters:
    ///   - name: The program.
    ///   - section: The section of the manual: 1 for programs, 8 for servers.
    ///   - summary: What the program is, in a few words.
    ///   - version: The program's version.
    package init(_ name: String, section: Int, summary: String, version: String) {
        let title = Self.escaped(name.uppercased())
        lines = [
            ".TH \"\(title)\" \(section) \"\" \"Trove \(Self.escaped(version))\" \"Trove\"",
            ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(summary))",
        ]
    }

    /// The source of the whole page.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    /// Starts a section; the heading is in capitals.
    package mutating func section(_ heading: String) {
        lines.append(".SH \(Self.escaped(heading))")
    }

    /// Starts a subsection.
    package mutating func part(_ heading: String) {
        lines.append(".SS \(Self.escaped(heading))")
    }

    /// Adds a paragraph.
    package mutating func paragraph(_ text: String) {
        beginParagraph()
        lines.append(Self.escaped(text))
    }

    /// Adds lines that are displayed unchanged.
    package mutating func example(_ text: String) {
        beginParagraph()
        lines += [".nf", ".RS 4", Self.escaped(text), ".RE", ".fi"]
    }

    /// Adds a paragraph break, except after a heading, which implies one.
    private mutating func beginParagraph() {
        if lines.last?.hasPrefix(".SH") != true { lines.append(".PP") }
    }

    /// Adds a term in bold and its meaning.
    package mutating func entry(_ term: String, _ meaning: String) { entry([term], meaning) }

    /// Adds several terms in bold, one below the other, and their meaning in paragraphs.
    package mutating func entry(_ terms: [String], _ paragraphs: String...) {
        for (index, term) in terms.enumerated() {
            lines += [index == 0 ? ".TP" : ".TQ", ".B \(Self.escaped(term))"]
        }
        for (index, text) in paragraphs.filter({ !$0.isEmpty }).enumerated() {
            if index > 0 { lines.append(".IP") }
            lines.append(Self.escaped(text))
        }
    }

    /// Adds an entry for each option.
    package mutating func options<Options>(_ table: OptionTable<Options>) {
        for option in table.options where option.names.allSatisfy({ $0.hasPrefix("-") }) {
            let names = option.names.joined(separator: ", ")
            let term = option.placeholder.map { "\(names) \($0)" } ?? names
            entry(term, option.help.replacing("\n", with: " "))
        }
    }

    /// Adds an entry for each variable.
    package mutating func variables(_ variables: [EnvironmentVariable]) {
        for variable in variables { entry(variable.name, variable.help.replacing("\n", with: " ")) }
    }

    /// Returns the text with macros and escape sequences disabled.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : String($0) }
            .joined(separator: "\n")
    }
}
