import TroveCodecs
import TroveModel

extension ImportReport {
    /// Returns the report for programs.
    var facts: Report {
        func object(_ counts: [Int]) -> JSON {
            .object(
                zip(kinds.stored, counts).filter { $1 > 0 }
                    .map { JSON.Member($0.name, .integer($1)) })
        }
        var facts: [(name: String, value: JSON)] = [
            ("file", .string(path)), ("format", .string(format)),
            ("preview", .bool(isPreview)), ("rows", .integer(rows)),
            ("imported", object(counts)), ("entries", object(entries)),
            ("updated", object(updated)),
        ]
        if isPreview {
            facts.append(("first", .array(first.map { $0.json(kinds) })))
            facts.append(("updates", .array(updates.map { $0.json(kinds) })))
            facts.append(("newShelves", Self.json(newShelves)))
        }
        facts += [
            ("merged", .integer(mergedCount)),
            ("firstMerged", .array(firstMerged.map { $0.json(kinds) })),
            ("unchanged", .integer(unchangedCount)),
            ("duplicates", .integer(sameCount)), ("differing", .integer(differingCount)),
            ("firstDuplicates", .array(firstSame.map { $0.json(kinds) })),
            ("rejected", .integer(rejectedCount)),
            (
                "firstRejected",
                .array(
                    firstRejected.map {
                        .object([
                            JSON.Member("line", .integer($0.line)),
                            JSON.Member("reason", .string($0.reason)),
                        ])
                    })
            ),
            ("unfit", .array(unfit.map { $0.json(kinds) })),
            ("passedOver", .integer(passedOver)), ("leftOut", Self.json(leftOut)),
            ("notUnderstood", Self.json(notUnderstood)),
        ]
        if case .written(let path) = rejects { facts.append(("rejects", .string(path))) }
        return Report(facts)
    }

    private static func json(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }
}

extension ImportReport.ImportedItem {
    fileprivate func json(_ kinds: Kinds) -> JSON {
        let kind = kinds[kind]
        let fields = zip(kind.fields, values).compactMap { field, value in
            value.map { JSON.Member(field.name, $0.json) }
        }
        return .object(
            [JSON.Member("line", .integer(line)), JSON.Member("kind", .string(kind.name))]
                + fields)
    }
}

extension ImportReport.UnfitField {
    fileprivate func json(_ kinds: Kinds) -> JSON {
        .object([
            JSON.Member("kind", .string(kinds[kind].name)),
            JSON.Member("field", .string(name)),
            JSON.Member("count", .integer(count)), JSON.Member("first", .string(first)),
            JSON.Member("line", .integer(line)),
        ])
    }
}

extension ImportReport.Same {
    fileprivate func json(_ kinds: Kinds) -> JSON {
        var members = [
            JSON.Member("line", .integer(line)), JSON.Member("title", .string(title)),
        ]
        switch with {
        case .item(let item, _), .identity(let item):
            members.append(JSON.Member("number", .integer(item.number.rawValue)))
        case .line(let line): members.append(JSON.Member("sameLine", .integer(line)))
        }
        return .object(
            members + [JSON.Member("reason", .string(Message.reason(of: with, kinds)))])
    }
}

extension ImportReport.Update {
    fileprivate func json(_ kinds: Kinds) -> JSON {
        let kind = kinds[item.kind]
        let changed = fields.map { change in
            JSON.Member(
                kind.fields[change.field].name,
                .object([
                    JSON.Member("before", change.before?.json ?? .null),
                    JSON.Member("after", change.after?.json ?? .null),
                ]))
        }
        var members = [
            JSON.Member("number", .integer(item.number.rawValue)),
            JSON.Member("kind", .string(kind.name)), JSON.Member("title", .string(item.title)),
            JSON.Member("changed", .object(changed)),
        ]
        if let entryKind {
            let entry = kinds[entryKind]
            let entries = entries.map { values -> JSON in
                .object(
                    zip(entry.fields, values).compactMap { field, value in
                        value.map { JSON.Member(field.name, $0.json) }
                    })
            }
            members.append(JSON.Member("entries", .array(entries)))
        }
        return .object(members)
    }
}
