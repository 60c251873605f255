import TroveExchange
package import TroveModel
package import TroveTerminal

/// What is said of things that come from files.
extension Message {
    /// What a bar says while a file is imported.
    static func importing(records: Int, perSecond: Int) -> TerminalText {
        "\(grouped(records)) rows, \(grouped(perSecond)) per second"
    }

    /// `1,204`
    static func grouped(_ number: Int) -> TerminalText {
        var digits = "\(number.magnitude)"
        var groups: [String] = []
        while digits.utf8.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return "\(number < 0 ? "-" : "")\(([digits] + groups).joined(separator: ","))"
    }

    // MARK: Reports

    /// What an import would do, in its first lines.
    package static func preview(of report: ImportReport, _ kinds: Kinds) -> TerminalText {
        let parts =
            ["Found \(items(report, kinds)) to import"]
            + [
                part(report.sameCount, "duplicate", "duplicates"),
                part(report.rejectedCount, "row to reject", "rows to reject"),
            ].compactMap(\.self)
        return """
            \(report.path) is an export from \(report.program). Nothing was changed.
            \(parts.joined(separator: ", ")).
            """
    }

    /// What an import did.
    package static func imported(_ report: ImportReport, _ kinds: Kinds) -> TerminalText {
        let parts =
            ["Imported \(items(report, kinds)) from \(report.path) (\(report.program))"]
            + [
                part(report.sameCount, "was a duplicate", "were duplicates"),
                part(report.rejectedCount, "was rejected", "were rejected")
                    .map { $0 + place(of: report.rejects) },
            ].compactMap(\.self)
        return parts.joined(separator: ", ") + "."
            + (report.total > 0 ? " `undo` reverts the import." : "")
    }

    private static func items(_ report: ImportReport, _ kinds: Kinds) -> TerminalText {
        let counts = zip(kinds.all, report.counts).filter { $1 > 0 }
            .map { kind, count -> TerminalText in
                "\(grouped(count)) \(count == 1 ? kind.name : kind.plural)"
            }
        return counts.isEmpty ? "nothing" : counts.joined(separator: ", ")
    }

    private static func part(_ count: Int, _ one: String, _ many: String) -> TerminalText? {
        count == 0 ? nil : "\(grouped(count)) \(count == 1 ? one : many)"
    }

    private static func place(of rejects: RejectsFile.Outcome) -> TerminalText {
        if case .written(let path) = rejects { " (\(path))" } else { "" }
    }

    /// Why the records that could not be taken stand in no file; nil where they do.
    package static func isNotWritten(_ rejects: RejectsFile.Outcome) -> TerminalText? {
        switch rejects {
        case .none, .written: nil
        case .isThere(let path):
            "\(path) was not written by an import, so it was left unchanged; these rows were rejected:"
        case .failed(let path, let number):
            "\(path) cannot be written (\(SystemError.text(number))); these rows were rejected:"
        }
    }

    /// How many names of columns are told at most.
    private static let shownNames = 20

    /// Names of columns and the like behind what is said of them; nil where there are none.
    package static func list(_ title: TerminalText, _ names: [String]) -> TerminalText? {
        guard !names.isEmpty else { return nil }
        let first = names.prefix(shownNames).map { String($0.prefix(40)) }
        let rest = names.count - first.count
        return "\(title): \(Phrase.list(first))\(rest > 0 ? ", \(moreRows(rest))" : "")"
    }

    /// The title of the list of columns and files that are left out on purpose.
    package static let leftOut: TerminalText = "Ignored"
    /// The title of the list of columns that Trove does not know.
    package static let notUnderstood: TerminalText = "Unknown"
    /// The title of the list of shelves that the import creates.
    package static let newShelves: TerminalText = "New shelves"
    /// The heading over the items that the library already has.
    package static let hereAlready: TerminalText = "Duplicates"
    /// The heading over the records that cannot be imported.
    package static let rejected: TerminalText = "Rejected"

    /// Returns the line that counts the records with nothing to import.
    package static func passedOver(_ count: Int) -> TerminalText {
        "Skipped \(grouped(count)) \(count == 1 ? "row" : "rows") without an item"
    }

    /// Returns the line below a table that is cut short, with the number of rows left out.
    package static func moreRows(_ count: Int) -> TerminalText { "… and \(grouped(count)) more" }

    /// `book 1: Dune`, or the line of the file.
    package static func name(of twin: ImportReport.Twin, _ kinds: Kinds) -> TerminalText {
        switch twin {
        case .thing(let item, _): name(of: item, kinds[item.kind])
        case .line(let line): "line \(line)"
        }
    }

    /// Returns why an item of the file counts as the same as another.
    package static func reason(of twin: ImportReport.Twin, _ kinds: Kinds) -> TerminalText {
        switch twin {
        case .thing(let item, let reason?): words(for: reason, kinds[item.kind])
        case .thing(let item, nil):
            kinds[item.kind].uniqueFields.isEmpty
                ? "identical"
                : "same \(kinds[item.kind].fields[kinds[item.kind].uniqueFields[0]].name)"
        case .line: "repeated in the file"
        }
    }

    // MARK: Rejections

    static func reason(_ violation: RuleViolation, _ kind: Kind) -> TerminalText {
        ErrorReport(CommandFailure(.violation(violation, kind: kind))).text
    }

    static func reason(_ rejection: ImportRejection, _ kinds: Kinds) -> TerminalText {
        switch rejection {
        case .violation(let violation):
            let kind = kinds.all.first { $0.index(ofField: violation.field) != nil } ?? kinds[0]
            return reason(violation, kind)
        case .noKind(let name):
            return name.isEmpty
                ? "the kind is missing" : "there is no kind \"\(name.prefix(40))\""
        case .isNoText: return "it is not text in the file's encoding"
        case .tooLong: return "the row is too long"
        case .neverCloses: return "a quote is never closed"
        case .hasNoField(let field, let kind): return "a \(kind) has no \(field)"
        case .hasMoreCells: return "it has more cells than the header"
        case .isNoJSON: return "it is not JSON"
        case .isNoObject: return "it is not an object"
        }
    }
}
