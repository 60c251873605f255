import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// An explanation for programs.
extension Explanation {
    /// The reply for programs: one object.
    var replyForPrograms: Reply {
        let facts: [(name: String, value: JSON)] = [
            ("command", .string(command)),
            ("expanded", alias.map { .string($0.source) } ?? .null),
            ("words", .array(words.map(\.json))),
            (
                "defaults",
                .object(defaults.map { JSON.Member($0.name, $0.value) })
            ),
            ("does", Self.texts(outline)),
            ("asks", Self.texts(questions)),
            ("finds", .array(matches.map(\.json))),
            ("changes", .array(effects.map(\.json))),
            ("changeCount", .integer(changeCount)),
            ("rejected", rejectedCount.map { .integer($0) } ?? .null),
            ("firstRejected", rejectedCount == nil ? .null : .array(rejected.map(Self.row))),
            ("prints", message.map { .string($0) } ?? .null),
            ("warnings", Self.texts(warnings)),
            ("offline", .array(rulings.map(\.json))),
            ("queue", queueJSON),
            ("log", logNumber.map { .integer($0.rawValue) } ?? .null),
            ("undoable", logNumber == nil ? .null : .bool(isUndoable)),
            ("it", newIt.map { .integer($0.item.number.rawValue) } ?? .null),
            ("error", mistake.map(\.json) ?? .null),
            ("exitStatus", exitStatus.map { .integer($0) } ?? .null),
        ]
        return .report(Report(facts))
    }

    private static func row(_ row: (line: Int, reason: String)) -> JSON {
        .object([
            JSON.Member("line", .integer(row.line)), JSON.Member("reason", .string(row.reason)),
        ])
    }

    private static func texts(_ texts: [TerminalText]) -> JSON {
        texts.isEmpty ? .null : .array(texts.map { .string($0) })
    }

    /// The places that the operations of the command would have in the outbox.
    private var queueJSON: JSON {
        guard let queue, queue.after > queue.before else { return .null }
        return .object([
            JSON.Member("first", .integer(queue.before + 1)),
            JSON.Member("last", .integer(queue.after)),
        ])
    }
}

extension Explanation.Word {
    fileprivate var json: JSON {
        var members = [
            JSON.Member("text", .string(text)),
            JSON.Member("role", .string(part.meaning.role)),
            JSON.Member("meaning", .string(meaning)),
        ]
        if let value { members.append(JSON.Member("value", value)) }
        return .object(members)
    }
}

extension CommandPart.Meaning {
    /// The name of the meaning for programs.
    fileprivate var role: String {
        switch self {
        case .verb: "verb"
        case .option: "option"
        case .keyword: "keyword"
        case .kind: "kind"
        case .reference: "reference"
        case .newTitle: "title"
        case .assignment: "assignment"
        case .comparison: "comparison"
        case .searchText: "search"
        case .named: "argument"
        case .parenthesis: "parenthesis"
        case .command: "command"
        case .text: "text"
        case .wrong: "error"
        }
    }
}

extension Explanation.Match {
    fileprivate var json: JSON {
        .object(
            [JSON.Member("kind", .string(kind.name)), JSON.Member("count", .integer(count))]
                + (total.map { [JSON.Member("of", .integer($0))] } ?? []))
    }
}

extension Explanation.Effect {
    fileprivate var json: JSON {
        var fields: [JSON.Member] = []
        func add(_ field: FieldIndex, _ before: Value?, _ after: Value?) {
            let values = [before, after].map { value in
                Message.named(value?.json ?? .null, kind.fields[field])
            }
            fields.append(JSON.Member(kind.fields[field].name, .array(values)))
        }
        switch change.action {
        case .create(let values):
            for field in kind.fieldIndices where values[field] != nil {
                add(field, nil, values[field])
            }
        case .delete(let values):
            for field in kind.fieldIndices where values[field] != nil {
                add(field, values[field], nil)
            }
        case .update(let changes):
            for change in changes { add(change.field, change.before, change.after) }
        }
        return .object([
            JSON.Member("action", .string(change.action.operation.rawValue)),
            JSON.Member("kind", .string(kind.name)),
            JSON.Member("number", .integer(change.number.rawValue)),
            JSON.Member("id", .string(change.id.description)),
            JSON.Member("title", .string(title)),
            JSON.Member("fields", .object(fields)),
        ])
    }
}

extension Explanation.Ruling {
    fileprivate var json: JSON {
        var members = [
            JSON.Member("kind", .string(kind.name)),
            JSON.Member("operation", .string(operation.rawValue)),
            JSON.Member("rule", .string(rule.rawValue)),
            JSON.Member("from", .string(isPolicy ? "policy" : "kind")),
            JSON.Member("outcome", .string(outcome.rawValue)),
        ]
        if isAssumed { members.append(JSON.Member("assumed", .bool(true))) }
        return .object(members)
    }
}

extension Explanation.Mistake {
    fileprivate var json: JSON {
        var members = [JSON.Member("message", .string(report.text))]
        if let advice = report.advice { members.append(JSON.Member("advice", .string(advice))) }
        if let span = report.span {
            members.append(JSON.Member("from", .integer(span.lowerBound)))
            members.append(JSON.Member("to", .integer(span.upperBound)))
        }
        if let instead { members.append(JSON.Member("instead", .string(instead))) }
        return .object(members)
    }
}
