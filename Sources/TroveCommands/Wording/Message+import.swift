import TroveCodecs
import TroveExchange
import TroveLanguage
package import TroveModel
import TroveSystem
package import TroveTerminal

/// Messages of `import`.
extension Message {
    /// The label of the progress bar of an import.
    static let importing: TerminalText = "importing rows"

    // MARK: Reports

    /// Returns the first lines of a preview.
    package static func preview(of report: ImportReport, _ kinds: Kinds) -> TerminalText {
        let parts =
            ["Found \(newItems(report, kinds)) to import"]
            + (updatedItems(report, kinds).map { ["\($0) to update"] } ?? [])
            + [
                part(report.mergedCount, "row to merge", "rows to merge"),
                part(report.unchangedCount, "unchanged", "unchanged"),
                part(report.sameCount, "duplicate", "duplicates"),
                part(report.rejectedCount, "row to reject", "rows to reject"),
            ].compactMap(\.self)
        let source: TerminalText =
            isOfProgram(report)
            ? report.isInput
                ? "Standard input is an export from \(report.program)."
                : "\(report.path) is an export from \(report.program)."
            : "This is a preview of \(source(of: report))."
        return """
            \(source) Nothing was changed.
            \(parts.joined(separator: ", ")).
            """
    }

    private static func source(of report: ImportReport) -> TerminalText {
        report.isInput ? "standard input" : TerminalText(report.path)
    }

    /// Returns whether a known program wrote the file: false for pasted rows and a plain table.
    private static func isOfProgram(_ report: ImportReport) -> Bool {
        !report.isPasted && !report.program.isEmpty
    }

    /// Returns the summary of an import.
    package static func imported(_ report: ImportReport, _ kinds: Kinds) -> TerminalText {
        let program: TerminalText = isOfProgram(report) ? " (\(report.program))" : ""
        let parts =
            ["Imported \(newItems(report, kinds)) from \(source(of: report))\(program)"]
            + (updatedItems(report, kinds).map { ["updated \($0)"] } ?? [])
            + [
                part(report.mergedCount, "row was merged", "rows were merged"),
                part(report.unchangedCount, "was unchanged", "were unchanged"),
                part(report.sameCount, "was a duplicate", "were duplicates"),
                part(report.rejectedCount, "was rejected", "were rejected")
                    .map { $0 + place(of: report.rejects) },
            ].compactMap(\.self)
        return parts.joined(separator: ", ") + "."
            + (report.hasChanges ? " `undo` reverts the import." : "")
    }

    /// `2 books, 3 reads`: the new items and entries.
    private static func newItems(_ report: ImportReport, _ kinds: Kinds) -> TerminalText {
        items(zip(report.counts, report.entries).map { $0 + $1 }, kinds) ?? "nothing"
    }

    private static func updatedItems(_ report: ImportReport, _ kinds: Kinds) -> TerminalText? {
        items(report.updated, kinds)
    }

    private static func items(_ counts: [Int], _ kinds: Kinds) -> TerminalText? {
        let counts = zip(kinds.stored, counts).filter { $1 > 0 }
            .map { kind, count -> TerminalText in
                "\(TerminalText(grouped: count)) \(count == 1 ? kind.name : kind.plural)"
            }
        return counts.isEmpty ? nil : counts.joined(separator: ", ")
    }

    private static func part(_ count: Int, _ one: String, _ many: String) -> TerminalText? {
        count == 0 ? nil : "\(TerminalText(grouped: count)) \(count == 1 ? one : many)"
    }

    private static func place(of rejects: RejectsFile.Outcome) -> TerminalText {
        if case .written(let path) = rejects { " (\(path))" } else { "" }
    }

    /// Returns why the rejected rows are not in a file; nil if they are, or if there are none.
    package static func isNotWritten(_ rejects: RejectsFile.Outcome) -> TerminalText? {
        switch rejects {
        case .none, .written: nil
        case .isThere(let path):
            "\(path) is there already, and was left unchanged; these rows were rejected:"
        case .failed(let path, let number):
            "\(path) cannot be written (\(SystemCall.strerror(number))); these rows were rejected:"
        }
    }

    /// Returns where the rejected rows are; nil if they are in no file.
    static func place(ofRejected rejects: RejectsFile.Outcome) -> TerminalText? {
        guard case .written(let path) = rejects else { return nil }
        return "the rejected rows are in \(path), with the reasons"
    }

    /// The largest number of column names shown.
    private static let shownNames = 20

    /// Returns a title with the names below it, such as columns; nil if there are no names.
    package static func list(_ title: TerminalText, _ names: [String]) -> TerminalText? {
        guard !names.isEmpty else { return nil }
        let first = names.prefix(shownNames).map { String($0.prefix(40)) }
        let rest = names.count - first.count
        return "\(title): \(Phrase.list(first))\(rest > 0 ? ", \(moreRows(rest))" : "")"
    }

    /// The title of the list of known columns and files that are not imported.
    package static let leftOut: TerminalText = "Ignored"
    /// The title of the list of unknown columns.
    package static let notUnderstood: TerminalText = "Unknown"
    /// Returns the line below the unknown columns of a preview, which would not be imported; nil if
    /// it does not apply.
    static func keepingUnknown(_ report: ImportReport) -> TerminalText? {
        guard report.isPreview, !report.isPasted, !report.notUnderstood.isEmpty,
            !report.options.contains("--keep-unknown")
        else { return nil }
        return "`--keep-unknown` keeps unknown columns in the notes."
    }
    /// The title of the list of shelves that the import creates.
    package static let newShelves: TerminalText = "New shelves"
    /// The heading above the duplicates.
    package static let duplicates: TerminalText = "Duplicates"
    /// The heading above the merged rows.
    package static let merged: TerminalText = "Merged"
    /// The heading above the updates.
    package static let updates: TerminalText = "Updates"
    /// The heading above the rejected rows.
    package static let rejected: TerminalText = "Rejected"

    /// Returns the warning about cells that were not valid text.
    static func repaired(_ repairs: [TextRepair]) -> TerminalText {
        let first = repairs.prefix(5).map { repair -> TerminalText in
            repair.column.isEmpty
                ? "line \(repair.line)" : "\(repair.column) in line \(repair.line)"
        }
        let rest = repairs.count - first.count
        return """
            \(TerminalText(grouped: repairs.count)) \(repairs.count == 1 ? "cell was" : "cells were") not valid \
            UTF-8, and read as Windows-1252: \(first.joined(separator: ", "))\
            \(rest > 0 ? ", \(moreRows(rest))" : "")
            """
    }

    /// Returns the line about the values that a field cannot hold, or that are not dates:
    /// `Kept in the note: 3 values of price, such as "a lot" in line 2`.
    package static func unfit(_ unfit: ImportReport.UnfitField, _ kinds: Kinds) -> TerminalText {
        let kind = kinds[unfit.kind]
        let note = kind.index(ofRole: .note) ?? kind.index(ofRole: .description)
        let field = unfit.name
        let values: TerminalText =
            unfit.count == 1
            ? "\(field)" : "\(TerminalText(grouped: unfit.count)) values of \(field), such as"
        return """
            Kept in the \(note.map { kind.fields[$0].name } ?? "note"): \(values) "\(unfit.first)" \
            in line \(TerminalText(grouped: unfit.line))
            """
    }

    /// Returns the line that counts the rows without an item.
    package static func passedOver(_ count: Int) -> TerminalText {
        "Skipped \(TerminalText(grouped: count)) \(count == 1 ? "row" : "rows") without an item"
    }

    /// Returns the line below a table that is cut short, with the number of rows left out.
    package static func moreRows(_ count: Int) -> TerminalText {
        "… and \(TerminalText(grouped: count)) more"
    }

    /// `book 1: Dune`, or the line of the file.
    package static func name(of twin: ImportReport.Twin, _ kinds: Kinds) -> TerminalText {
        switch twin {
        case .item(let item, _), .identity(let item): name(of: item, kinds[item.kind])
        case .line(let line): "line \(line)"
        }
    }

    /// Returns why an item of the file counts as the same as another.
    package static func reason(of twin: ImportReport.Twin, _ kinds: Kinds) -> TerminalText {
        switch twin {
        case .item(let item, let reason?): description(of: reason, item, kinds[item.kind])
        case .item(let item, nil):
            kinds[item.kind].uniqueFields.isEmpty
                ? "identical"
                : "same \(kinds[item.kind].fields[kinds[item.kind].uniqueFields[0]].name)"
        case .identity: "same item"
        case .line: "repeated in the file"
        }
    }

    /// Returns how to bring in what differs between the duplicates and the library.
    package static func differing(_ report: ImportReport) -> TerminalText {
        let count = TerminalText(grouped: report.differingCount)
        let items: TerminalText = report.differingCount == 1 ? "item" : "items"
        let remedy: TerminalText =
            report.isInput
            ? "--update brings them in."
            : "To bring them in: `import \(Quoting.argument(report.path))\(report.options) --update`"
        return "The file has changes to \(count) \(items). \(remedy)"
    }

    /// The largest length of a value in the list of updates.
    private static let shownValue = 30

    /// Returns the changes of an item in one line: `rating 3 → 4, tags +sf`.
    package static func changes(
        _ update: ImportReport.Update, _ kinds: Kinds
    ) -> TerminalText {
        let kind = kinds[update.item.kind]
        var parts = update.fields.map { change -> TerminalText in
            let field = kind.fields[change.field]
            if case .set(let names)? = change.after {
                var former: [String] = []
                if case .set(let names)? = change.before { former = names }
                let new = names.filter { !former.contains($0) }.map { "+\($0)" }
                let gone = former.filter { !names.contains($0) }.map { "-\($0)" }
                return "\(field.name) \((new + gone).joined(separator: ","))"
            }
            if case .text(let old)? = change.before, case .text(let new)? = change.after,
                new.hasPrefix("\(old)\n"), field.role == .note
            {
                let added = String(new.dropFirst(old.count)).trimmingPrefix(while: \.isWhitespace)
                return "\(field.name) + \(short(TerminalText(String(added))))"
            }
            let before = short(shown(change.before, field))
            return "\(field.name) \(before) → \(short(shown(change.after, field)))"
        }
        if let entry = update.entryKind {
            parts += update.entries.map { values in
                let date = kinds[entry].index(ofRole: .completed).flatMap { values[$0] }
                return "\(kinds[entry].name) \(date.map { "\($0)" } ?? "(no date)")"
            }
        }
        return parts.joined(separator: ", ")
    }

    private static func short(_ text: TerminalText) -> TerminalText {
        let plain = text.rendered.split(whereSeparator: \.isNewline).joined(separator: " ")
        return plain.count <= shownValue
            ? TerminalText(plain) : "\(String(plain.prefix(shownValue)))…"
    }

    // MARK: Rejections

    static func reason(_ violation: RuleViolation, _ kind: Kind) -> TerminalText {
        ErrorReport(CommandFailure(.violation(violation, kind: kind))).text
    }

    static func reason(_ rejection: ImportRejection, _ kinds: Kinds) -> TerminalText {
        switch rejection {
        case .violation(let violation, let name):
            return reason(violation, kinds.all.first { $0.name == name } ?? kinds[0])
        case .noKind(let name):
            return name.isEmpty
                ? "the kind is missing"
                : "there is no kind \"\(name.prefix(40))\"; `kind new` defines one"
        case .notText: return "it is not text in the file's encoding"
        case .tooLong: return "the row is too long"
        case .neverCloses: return "a quote is never closed"
        case .hasNoField(let field, let kind): return "\(Phrase.one(kind)) has no \(field)"
        case .hasMoreCells: return "it has more cells than the header"
        case .notJSON: return "it is not JSON"
        case .isAmbiguous(let title):
            return "several items of the file have the title \"\(title.prefix(40))\""
        case .notAnObject: return "it is not an object"
        }
    }
}
