package import TroveLanguage
import TroveModel
import TroveTerminal

/// The texts of `help`, derived from the vocabulary and the kinds.
package enum HelpText {
    private static let headings: [Verb.Group: String] = [
        .collect: "Collect", .look: "Look", .library: "Library", .history: "History",
        .online: "Online", .sync: "Sync", .shell: "Shell",
    ]

    /// Returns the heading above the verbs of a group.
    package static func heading(of group: Verb.Group) -> String { headings[group] ?? "" }

    /// Returns the list of all verbs, one line each.
    static func overview(of vocabulary: Vocabulary) -> TerminalText {
        let all = vocabulary.all
        let width = all.map(\.name.count).max() ?? 0
        var text = """
            `help VERB` explains a command; `help book` explains a kind.
            `help keys` lists the keys; `help prompt` explains the prompt.
            `help conditions`, `help references` and `help dates` explain parts of commands.
            `help output` lists the formats of the output; `help lessons` describes lessons.
            Name items by number (3, or 3 5 7-9), by title (dune), or as it (the last one).
            Set fields with : (genre:sci-fi); compare them with = != < <= > >= ~ (contains).

            """
        for group in Verb.Group.allCases {
            let verbs = all.filter { $0.group == group }
            text += heading(of: group) + "\n"
            for verb in verbs {
                let padding = String(repeating: " ", count: width - verb.name.count)
                text += "  \(verb.name)\(padding)  \(verb.summary)\n"
            }
        }
        return TerminalText(lines: text.dropLast())
    }

    /// Returns the page of a verb: synopsis, description and examples. `width` is the number of
    /// columns of the terminal; nil stands for 80.
    static func page(of verb: Verb, width: Int?) -> TerminalText {
        var text = verb.synopsis.joined(separator: "\n") + "\n  \(verb.summary)\n"
        for block in HelpBlock.all(in: verb.details) {
            switch block {
            case .paragraph(let paragraph):
                text += "\n" + wrapped(paragraph, indent: "  ", width: width) + "\n"
            case .list(let rows): text += "\n" + list(rows, width: width)
            }
        }
        text += "\nExamples\n"
        var shown: Set<String> = []
        for example in verb.examples where shown.insert(example.command + example.output).inserted {
            text += "  \(example.command)\n"
            for line in example.output.split(separator: "\n", omittingEmptySubsequences: false)
            where !example.output.isEmpty {
                text += line.isEmpty ? "\n" : "    \(line)\n"
            }
        }
        return TerminalText(lines: text.dropLast())
    }

    /// Returns the page of a kind: its fields and their values.
    static func page(of kind: Kind) -> TerminalText {
        let width = kind.shownFields.map(\.name.count).max() ?? 0
        let lines = kind.shownIndices.map { index in
            line(kind.fields[index].name, about: index, of: kind, width: width)
        }
        return TerminalText(
            lines: "The fields of \(Phrase.one(kind.name))\n" + lines.joined(separator: "\n"))
    }

    /// Returns the page of a field: what it is in each kind that has it; nil if none has it.
    static func page(ofField name: String, in kinds: Kinds) -> TerminalText? {
        let owners = kinds.all.compactMap { kind in
            kind.index(ofField: name).map { (kind: kind, index: $0) }
        }
        guard !owners.isEmpty else { return nil }
        let width = owners.map(\.kind.name.count).max() ?? 0
        let lines = owners.map { line($0.kind.name, about: $0.index, of: $0.kind, width: width) }
        return TerminalText(
            lines: "The field \(name) of \(owners.map(\.kind.name).joined(separator: ", "))\n"
                + lines.joined(separator: "\n"))
    }

    /// Returns a line with a term and the description of a field, and lines with its states.
    private static func line(
        _ term: String, about index: FieldIndex, of kind: Kind, width: Int
    ) -> String {
        let field = kind.fields[index]
        let padding = String(repeating: " ", count: width - term.count)
        let parts = [field.summary, index == Kind.titleIndex ? "required" : ""]
            .filter { !$0.isEmpty }
        let total = kind.progress.flatMap { $0.current == index ? kind.fields[$0.total].name : nil }
        let bound = total.map { "; at most \($0)" } ?? ""
        let text = [parts.joined(separator: "; "), takes(field) + bound].filter { !$0.isEmpty }
            .joined(separator: " ")
        return (text.isEmpty ? "  \(term)" : "  \(term)\(padding)  \(text)") + states(of: field)
    }

    /// Returns what a field takes, in parentheses; empty if it takes anything.
    private static func takes(_ field: Field) -> String {
        switch field.content {
        case .date:
            "(such as 2026-11-20, 2026 or today)"
        case .month: "(july, or 7)"
        case .integer(Field.Content.anyInteger): "(a whole number)"
        case .integer(let range): "(\(range.lowerBound) to \(range.upperBound))"
        case .decimal(Field.Content.anyDecimal, nil): "(a number)"
        case .decimal(let range, let step):
            "(\(range.lowerBound) to \(range.upperBound)"
                + (step.map { ", in steps of \($0)" } ?? "") + ")"
        case .isbn: "(10 or 13 digits)"
        case .choice(let names) where field.isOwn && !names.isEmpty:
            "(such as \(names.prefix(5).joined(separator: ", ")))"
        case .text, .choice, .set, .ladder: ""
        }
    }

    /// Returns the lines with the states of a field, each with its long name and its synonyms.
    private static func states(of field: Field) -> String {
        guard case .ladder(let ladder) = field.content else { return "" }
        return ladder.rungs.map { rung in
            let also = rung.synonyms.isEmpty ? "" : "also \(rung.synonyms.joined(separator: ", "))"
            let notes = [rung.longName == rung.name ? "" : rung.longName, also]
                .filter { !$0.isEmpty }
            let names = rung.name + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
            return "\n" + wrapped(names, indent: "      ", width: nil)
        }.joined()
    }

    /// Returns the lines of a list, with the meanings one below the other.
    private static func list(_ rows: [(term: String, meaning: String)], width: Int?) -> String {
        let column = 4 + (rows.map(\.term.count).max() ?? 0)
        let indent = String(repeating: " ", count: column)
        return rows.map { row in
            let term = "  \(row.term)"
            let meaning = wrapped(row.meaning, indent: indent, width: width)
            return term + meaning.dropFirst(term.count) + "\n"
        }.joined()
    }

    static func wrapped(_ text: String, indent: String, width columns: Int?) -> String {
        let width = min(76 + indent.count, columns ?? 80)
        return TerminalText(indent + text).wrapped(to: width).rendered
    }
}
