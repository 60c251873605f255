import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Hints about the values in a condition.
extension CommandContext {
    /// The maximum number of values that are searched for one that differs only in accents.
    private static var accentLimit: Int { 1000 }

    /// Returns the hint that a field is compared with a part of its text, or with other accents;
    /// nil if that is not the case.
    func partOfText(in condition: Condition) -> TerminalText? {
        // Searching all texts for a value takes time, and one hint is enough.
        let first = condition.equalities.filter { !$0.value.value.isEmpty }.prefix(
            Self.maximumHinted)
        for (name, value) in first {
            for (index, kind) in kinds.enumerated() {
                guard case .found(let field) = kind.match(field: name.value),
                    case .text = kind.fields[field].content
                else { continue }
                let filter = Filter.contains(field: field, [value.value])
                let table = library.catalog.tables[index]
                let found = table.rows(matching: filter, limit: Self.accentLimit)
                guard !found.isEmpty, !isKnown(value.value, field, index) else { continue }
                let key = Folding.search(value.value)
                let meant = found.lazy.compactMap { table.value(field, at: $0)?.description }
                    .first { Folding.search($0) == key }
                if let meant {
                    session.command.correction = Correction(value.span, nearest: [meant])
                    return Message.noSuchValue(
                        value.value, field: kind.fields[field], kind, [meant])
                }
                session.command.correction = Correction(
                    name.span.upperBound..<value.span.lowerBound, Operator.contains.rawValue)
                return Message.containsInstead(kind.fields[field].name, value.value)
            }
        }
        return nil
    }

    /// The maximum number of values for which a hint is looked for.
    private static var maximumHinted: Int { 8 }

    /// Returns whether an item has this value, ignoring case.
    private func isKnown(_ value: String, _ field: FieldIndex, _ kind: KindIndex) -> Bool {
        let filter = Filter.compare(field: field, .equal, [.text(value)])
        return library.catalog.tables[kind].count(matching: filter) > 0
    }

    /// Returns the hint about a value that needs quotes, because the words after it belong to it,
    /// as in `genre=space opera`; nil if these words are not a known value.
    private func valueOfSeveralWords(
        _ name: Spanned<String>, _ value: Spanned<String>, _ known: [String], in query: Query
    ) -> TerminalText? {
        var typed = value.value
        var end = value.span.upperBound
        for word in query.condition?.texts ?? [] where word.span.lowerBound == end + 1 {
            typed += " " + word.value
            end = word.span.upperBound
            let key = Folding.name(typed)
            guard let meant = known.first(where: { Folding.name($0) == key }) else { continue }
            let text = name.value + Operator.equal.rawValue + Quoting.argument(meant)
            session.command.correction = Correction(name.span.lowerBound..<end, text)
            return Message.wereSearched(
                String(typed.dropFirst(value.value.count + 1)), insteadOf: [text])
        }
        return nil
    }

    /// Returns a warning about a value in a condition that no item has; nil if there is none. It
    /// also sets the session's correction.
    func unknownValue(in query: Query) -> TerminalText? {
        if let hint = keywordInText(of: query) { return hint }
        for (name, value) in query.condition?.equalities ?? [] where !value.value.isEmpty {
            switch knowledge(of: value.value, inField: name.value, query.kind) {
            case .known: continue
            case .impossible(let failure): return ErrorReport(failure).text
            case .unknown(let kind, let field):
                return warning(of: value, inField: name, of: kind, field, in: query)
            }
        }
        return nil
    }

    /// Returns what is known about a value: whether an item of the kind (nil for any kind) has it
    /// in the field with this name, or no item can have it.
    private func knowledge(
        of value: String, inField name: String, _ kind: KindIndex?
    ) -> ValueKnowledge {
        var unknown: ValueKnowledge?
        var impossible: ValueKnowledge?
        for index in kind.map({ [$0] }) ?? Array(kinds.indices) {
            let kind = kinds[index]
            guard case .found(let field) = kind.match(field: name) else { continue }
            let parsed: Value?
            do throws(RuleViolation) {
                parsed = try kind.fields[field].parse(value, today: surroundings.today)
            } catch {
                guard kind.fields[field].isNumber else { return .known }
                impossible =
                    impossible ?? .impossible(CommandFailure(.violation(error, kind: kind)))
                continue
            }
            guard let parsed, kind.fields[field].hasKnownValues, library.isLoaded(index) else {
                return .known
            }
            let filter = Filter.compare(field: field, .equal, [parsed])
            if library.catalog.tables[index].count(matching: filter) > 0 { return .known }
            unknown = unknown ?? .unknown(index, field)
        }
        return unknown ?? impossible ?? .known
    }

    /// Returns the warning about a value that no item has, and sets the session's correction.
    private func warning(
        of value: Spanned<String>, inField name: Spanned<String>, of kind: KindIndex,
        _ field: FieldIndex, in query: Query
    ) -> TerminalText {
        let known = knownValues(of: field, kind)
        if let hint = valueOfSeveralWords(name, value, known, in: query) { return hint }
        // A parenthesis in a value groups nothing, so a correction without it would be wrong.
        let isGroup = value.value.contains { "()".contains($0) }
        var nearest = isGroup ? [] : Nearest.names(to: value.value, among: known)
        session.command.correction = Correction(value.span, nearest: nearest)
        if let meant = alternatives(meantBy: value.value, known) {
            nearest = [meant]
            session.command.correction = Correction(value.span, meant)
        }
        return Message.noSuchValue(
            value.value, field: kinds[kind].fields[field], kinds[kind], nearest)
    }

    /// Returns known values with bars between them for a text that has commas, as in
    /// `genre=sci-fi,fantasy`; nil for any other text.
    private func alternatives(meantBy text: String, _ known: [String]) -> String? {
        let names = Set(known.map(Folding.name))
        let parts = text.split(separator: ",").map(String.init)
        guard parts.count > 1, parts.allSatisfy({ names.contains(Folding.name($0)) }) else {
            return nil
        }
        return parts.map(Quoting.argument).joined(separator: "|")
    }
}

/// Whether an item has a value.
private enum ValueKnowledge {
    /// An item has it, or may have it.
    case known
    /// No item can have it.
    case impossible(CommandFailure)
    /// No item has it in this field, nor in those with the same name of other kinds.
    case unknown(KindIndex, FieldIndex)
}

extension Field {
    /// Whether a value that no item has is probably a mistake.
    fileprivate var hasKnownValues: Bool {
        switch content {
        case .choice, .set, .text, .isbn: true
        case .integer, .decimal, .date, .month, .ladder: false
        }
    }
}
