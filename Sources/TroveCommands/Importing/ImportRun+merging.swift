import TroveExchange
import TroveModel

/// Rows about items of earlier rows of the file.
extension ImportRun {
    /// Merges a row into the item of an earlier row.
    func merge(_ prepared: PreparedItem, into item: Item) throws {
        let row = prepared.row
        let kind = kinds[row.kind]
        matcher.claim(item.number, for: prepared, isNew: true)
        let line = target.firstNumber.map { Int(lines[item.number.rawValue - $0.rawValue]) } ?? 0
        let same = ImportReport.Same(line: row.line, title: row.title, with: .line(line))
        // A row without a state means an owned item, as in a second import of the file.
        let isOwned = takesFromWishlist(row, item, isEdited: prepared.identity?.id == item.id)
        let given = isOwned ? kind.imported(row.values) : row.values
        guard var values = RowMerge(kind).merged(item.values, given) else {
            return skip(same)
        }
        do throws(RuleViolation) {
            try RowPreparation.fit(&values, kind)
            try Self.checkNote(of: values, kind)
        } catch {
            return reject(row, error)
        }
        try bringPictures(of: values, row.kind)
        report.mergedCount += 1
        if report.firstMerged.count < ImportReport.shown { report.firstMerged.append(same) }
        if let change = Change.update(from: item, to: values) { try performNow(change) }
        try add(try entryChanges(of: row, item: values))
        // Later rows are compared with the merged item.
        try perform()
        if let place = firstNumbers.firstIndex(of: item.number) {
            report.first[place] = ImportReport.ImportedItem(
                line: report.first[place].line, kind: row.kind, values: values)
        }
    }

    /// Checks the length of a note that was merged.
    static func checkNote(of values: [Value?], _ kind: Kind) throws(RuleViolation) {
        for field in [.note, .description].compactMap(kind.index(ofRole:)) {
            guard case .text(let text)? = values[field], text.utf8.count > Field.longestText else {
                continue
            }
            throw RuleViolation(
                field: kind.fields[field].name, value: String(text.prefix(20)) + "…",
                rule: .isTooLong(limit: Field.longestText))
        }
    }
}
