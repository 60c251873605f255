import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Hints about queries that find nothing.
extension CommandContext {
    /// Returns a hint about the part of a condition that probably is a mistake; nil if there is
    /// none. The session then may have its correction.
    func hint(for query: Query) -> TerminalText? {
        guard let condition = query.condition else { return nil }
        let names = CommandTable.vocabulary.verb(named: query.verb)?.ownNames ?? []
        if let (words, correction) = query.wordsForArgument(named: names) {
            session.correction = correction
            return Message.wereSearched(words, insteadOf: correction.replacement)
        }
        for word in condition.bareWords {
            let text = word.value
            if let kind = kinds.index(of: text) {
                guard let first = query.kind else {
                    return Message.kindComesFirst(text, kinds[kind], query.verb)
                }
                return Message.hasKind(kinds[first], text, kinds[kind], query.verb)
            }
            let plurals = kinds.all.map(\.plural)
            let nearest = Nearest.names(to: text, among: plurals + CommandTable.vocabulary.names)
            if let hint = Message.hint(for: text, near: nearest) {
                let isKind = nearest.first.map(plurals.contains) == true
                if query.kind == nil, isKind, condition.leadingWord?.span == word.span {
                    session.correction = Correction(word.span, nearest: nearest)
                }
                return hint
            }
        }
        for (name, value) in condition.equalities {
            for (index, kind) in kinds.enumerated() {
                guard case .found(let field) = kind.match(field: name.value) else { continue }
                let fieldName = kind.fields[field].name
                switch kind.fields[field].content {
                case .text:
                    let filter = Filter.contains(field: field, [value.value])
                    guard library.catalog.tables[index].count(matching: filter) > 0 else {
                        continue
                    }
                    session.correction = Correction(
                        name.span.upperBound..<value.span.lowerBound, Operator.contains.rawValue)
                    return Message.containsInstead(fieldName, value.value)
                default: continue
                }
            }
        }
        return unknownValue(in: query)
    }

    /// Returns a warning about a value in a condition that no item has; nil if there is none. The
    /// session then has its correction.
    func unknownValue(in query: Query) -> TerminalText? {
        for (name, value) in query.condition?.equalities ?? [] where !value.value.isEmpty {
            var owner: (kind: Kind, field: Field, nearest: [String])?
            var isKnown = false
            for index in query.kind.map({ [$0] }) ?? Array(kinds.indices) {
                let kind = kinds[index]
                guard case .found(let field) = kind.match(field: name.value) else { continue }
                let table = library.catalog.tables[index]
                switch kind.fields[field].content {
                case .choice, .set, .text, .isbn: break
                case .integer, .decimal, .date, .month, .ladder: continue
                }
                guard library.isLoaded(index),
                    let parsed = try? kind.fields[field].parse(
                        value.value, today: surroundings.today)
                else {
                    isKnown = true
                    continue
                }
                let filter = Filter.compare(field: field, .equal, [parsed])
                isKnown = isKnown || table.count(matching: filter) > 0
                let known = table.symbols(of: kind.fields[field].name)
                owner =
                    owner ?? (
                        kind, kind.fields[field], Nearest.names(to: value.value, among: known)
                    )
            }
            if let owner, !isKnown {
                session.correction = Correction(value.span, nearest: owner.nearest)
                return Message.noSuchValue(
                    value.value, field: owner.field.name, owner.kind, owner.nearest)
            }
        }
        return nil
    }
}
