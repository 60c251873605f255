import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Hints about queries that find nothing.
extension CommandContext {
    /// Returns a hint about the part of a condition that is probably a mistake; nil if there is
    /// none. It may also set the session's correction.
    func hint(for query: Query) -> TerminalText? {
        guard let condition = query.condition, query.limit != 0 else { return nil }
        if let hint = wordForAll(in: query) { return hint }
        // `find` takes text, not a condition.
        guard query.verb != Find.name else {
            return hint(forText: condition) ?? similarText(in: query)
        }
        let names = CommandTable.vocabulary.verb(named: query.verb)?.ownNames ?? []
        if let (words, correction) = query.wordsForArgument(named: names) {
            session.command.correction = correction
            return Message.wereSearched(words, insteadOf: [correction.replacement])
        }
        if let hint = spaceInComparison(condition) { return hint }
        let words = condition.texts
        for place in words.indices where words[place].isBare {
            if let hint = hint(for: words[place...], in: query) { return hint }
        }
        // A query with a limit may not have loaded the items that the hints compare.
        _ = loadIfFew()
        return partOfText(in: condition) ?? unknownValue(in: query) ?? similarPart(in: query)
            ?? similarText(in: query) ?? unknownText(in: query)
    }

    /// Returns the hint about the first text of a condition that no item contains; nil if there is
    /// none. A text that is the whole condition needs no hint, because the empty result already
    /// says so.
    private func unknownText(in query: Query) -> TerminalText? {
        guard let condition = query.condition, let kinds = try? selectedKinds(query),
            (try? library.count()) != 0
        else { return nil }
        let excluded = Set(condition.excludedTexts.map(\.span))
        let texts = condition.texts.filter { !excluded.contains($0.span) }
        // No item contains a text that is the whole condition of a query without results.
        let isAlone = condition.onlyTexts?.count == 1
        let isSaid = !isForPrograms && ![Count.name, Export.name].contains(query.verb)
        guard isAlone ? !isSaid : loadIfFew() else { return nil }
        let unknown = texts.first { text in
            isAlone
                || kinds.allSatisfy { kind in
                    library.catalog.tables[kind].count(matching: .anyText(text.value)) == 0
                }
        }
        return unknown.map { Message.wasLookedForAsText($0.value) }
    }

    /// Returns the hint about `list all`; nil for other queries. The query may find items, because
    /// some titles contain the word.
    func wordForAll(in query: Query) -> TerminalText? {
        guard query.verb == List.name, let words = query.condition?.texts, words.count == 1,
            words[0].isBare, ["all", "everything"].contains(words[0].value.lowercased())
        else { return nil }
        return Message.leaveOut(words[0].value)
    }

    /// Returns the hint about the first of these words of a condition, which was searched for as
    /// text; nil if that is probably what the user meant.
    private func hint(for words: ArraySlice<Spanned<String>>, in query: Query) -> TerminalText? {
        guard let word = words.first else { return nil }
        let text = word.value
        if let kind = kinds.index(of: text) {
            guard let first = query.kind else {
                return Message.kindComesFirst(text, kinds[kind], query.verb)
            }
            return Message.hasKind(kinds[first], text, kinds[kind], query.verb)
        }
        if let meant = Condition.keyword(for: text) ?? stateCondition(text, in: query.kind) {
            session.command.correction = Correction(word.span, meant)
            return Message.wereSearched(text, insteadOf: [meant])
        }
        if let hint = number(word, in: query.kind) { return hint }
        if let meant = comparison(meantBy: text, of: query.kind) {
            session.command.correction = Correction(word.span, meant)
            return Message.wereSearched(text, insteadOf: [meant])
        }
        if let hint = Message.hint(for: text) {
            if ["where", "*"].contains(text.lowercased()) {
                // Includes the space after the word.
                let end = word.span.upperBound + 1
                session.command.correction = Correction(word.span.lowerBound..<end, "")
            }
            return hint
        }
        if let condition = query.condition,
            let hint = missingComparison(in: words, of: condition, query.kind)
        {
            return hint
        }
        let plurals = Nearest.names(to: text, among: kinds.all.map(\.plural))
        let nearest =
            plurals.isEmpty ? Nearest.names(to: text, among: kinds.all.map(\.name)) : plurals
        guard !nearest.isEmpty else { return nil }
        if query.kind == nil, query.condition?.leadingWord?.span == word.span {
            session.command.correction = Correction(word.span, nearest: nearest)
        }
        return Message.wereSearched(text, insteadOf: nearest)
    }

    /// Returns the comparison that a word means, such as `pages>=400` for `pages≥400` or
    /// `400<=pages`; nil for a word that does not compare a field.
    private func comparison(meantBy word: String, of kind: KindIndex?) -> String? {
        let body = word.drop { "!-".contains($0) }
        let first = String(body.prefix { !"=<>!~≤≥≠＝".contains($0) })
        let sign = body.dropFirst(first.count).prefix { "=<>!~≤≥≠＝".contains($0) }
        let last = String(body.dropFirst(first.count + sign.count))
        let kinds = kind.map { [self.kinds[$0]] } ?? self.kinds.all
        func isField(_ name: String) -> Bool { kinds.contains { $0.index(ofField: name) != nil } }
        guard !sign.isEmpty, !first.isEmpty, !last.isEmpty else { return nil }
        let isReversed = !isField(first)
        guard !isReversed || isField(last) else { return nil }
        let (name, value) = isReversed ? (last, first) : (first, last)
        let meant: (prefix: String, comparison: Operator)? =
            switch sign {
            case "!~": ("not ", .contains)
            case "!>", "≤": ("", .lessOrEqual)
            case "!<", "≥": ("", .greaterOrEqual)
            case "≠": ("", .notEqual)
            case "＝": ("", .equal)
            default: Operator(rawValue: String(sign)).map { ("", $0) }
            }
        guard let meant else { return nil }
        let isNegated = body.count < word.count
        let comparison = isReversed ? meant.comparison.reversed : meant.comparison
        return (isNegated ? "not " : "") + meant.prefix + name + comparison.rawValue + value
    }

    /// Returns the hint about a space after `=`, or nil, and sets the session's correction:
    /// `genre= crime` finds items without a genre.
    private func spaceInComparison(_ condition: Condition) -> TerminalText? {
        for (name, value) in condition.equalities where value.value.isEmpty {
            let start = name.span.upperBound + Operator.equal.rawValue.utf8.count
            let next = condition.texts.first { $0.isBare && $0.span.lowerBound == start + 1 }
            guard let next else { continue }
            let meant = name.value + Operator.equal.rawValue + Quoting.argument(next.value)
            session.command.correction = Correction(
                name.span.lowerBound..<next.span.upperBound, meant)
            return Message.wereSearched(next.value, insteadOf: [meant])
        }
        return nil
    }

    private func hasItem(_ number: Int) -> Bool {
        (try? library.item(numbered: ItemNumber(number))) != nil
    }

    /// Returns the hint about a number that is searched for as text: the item with this number, or
    /// a year; nil for neither.
    private func number(_ word: Spanned<String>, in kind: KindIndex?) -> TerminalText? {
        guard let number = Int(word.value), word.value.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        if hasItem(number) { return Message.isNumber(word.value) }
        let kinds = kind.map { [self.kinds[$0]] } ?? self.kinds.all
        let year = kinds.lazy.flatMap(\.shownFields).first { $0.role == .year }
        guard let year, (1000...2999).contains(number) else { return nil }
        let meant = year.name + Operator.equal.rawValue + word.value
        session.command.correction = Correction(word.span, meant)
        return Message.wereSearched(word.value, insteadOf: [meant])
    }

    /// Returns the hint about the name of a field without a comparison, as in `state reading` and
    /// `rating is null`; nil for any other word.
    private func missingComparison(
        in words: ArraySlice<Spanned<String>>, of condition: Condition, _ kind: KindIndex?
    ) -> TerminalText? {
        if let hint = comparisonPhrase(in: words, of: condition, kind) { return hint }
        guard let name = words.first?.value, takesText(name, of: kind) != nil else { return nil }
        return Message.needsComparison(name)
    }

    /// Returns the hint about a comparison written in words at the beginning of these words of a
    /// condition; nil if there is none. It also sets the session's correction.
    private func comparisonPhrase(
        in words: ArraySlice<Spanned<String>>, of condition: Condition, _ kind: KindIndex?
    ) -> TerminalText? {
        let excluded = Set(condition.excludedTexts.map(\.span))
        let phrase = ComparisonPhrase(
            words, takesText: { takesText($0, of: kind) },
            isExcluded: { excluded.contains($0.span) })
        guard let phrase else { return nil }
        session.command.correction = phrase.correction
        return Message.wereSearched(phrase.words, insteadOf: [phrase.correction.replacement])
    }

    /// Returns whether the field with this name, of a kind or of any kind, can have values of
    /// several words; nil for a word that does not name a field.
    private func takesText(_ word: String, of kind: KindIndex?) -> Bool? {
        let kinds = kind.map { [self.kinds[$0]] } ?? self.kinds.all
        let fields = kinds.lazy.flatMap(\.shownFields).filter { $0.name == word }
        return fields.first.map { field in
            switch field.content {
            case .text, .choice, .set: true
            case .integer, .decimal, .date, .month, .ladder, .isbn: false
            }
        }
    }

    /// Returns the hint about a text that is a number, or the name of a kind or a state; nil for
    /// any other text.
    private func hint(forText condition: Condition) -> TerminalText? {
        guard case .text(let typed) = condition else { return nil }
        if case .complete(let tokens)? = try? Lexer.tokens(of: typed.value),
            tokens.contains(where: { token in
                token.pair.map { pair in
                    pair.operator != .set
                        && kinds.all.contains { $0.match(field: pair.name.value) != .unknown }
                } ?? false
            })
        {
            return Message.isShown(typed.value, by: "filter \(typed.value)")
        }
        guard let text = condition.leadingWord?.value else { return nil }
        if let kind = kinds.index(of: text) {
            return Message.isShown(text, by: "list \(kinds[kind].plural)")
        }
        if let state = stateCondition(text, in: nil) {
            return Message.isShown(text, by: "list \(state)")
        }
        guard let number = Int(text), hasItem(number) else { return nil }
        return Message.isShown(text, by: "show \(number)")
    }

    /// Returns the condition for a word that is a state of items, such as `reading`; nil for any
    /// other word.
    func stateCondition(_ word: String, in kind: KindIndex?) -> String? {
        let kinds = kind.map { [self.kinds[$0]] } ?? self.kinds.all
        let field = kinds.lazy.flatMap(\.shownFields).first { field in
            guard case .ladder(let ladder) = field.content else { return false }
            // The beginning of a name may be any text.
            return ladder.rungs.contains { ([$0.name] + $0.synonyms).contains(word.lowercased()) }
        }
        return field.map { "\($0.name)=\(Quoting.argument(word))" }
    }

    /// Returns the warning about `&&` and the like among comparisons, and about `not reading` and
    /// `not genre crime`, which are searched for as text and may even be found; nil if there is
    /// none. It also sets the session's correction.
    func keywordInText(of query: Query) -> TerminalText? {
        guard let condition = query.condition, condition.onlyTexts == nil else { return nil }
        let texts = condition.texts
        for word in condition.excludedTexts where word.isBare {
            if let meant = stateCondition(word.value, in: query.kind) {
                session.command.correction = Correction(word.span, meant)
                return Message.wereSearched(word.value, insteadOf: [meant])
            }
            // `not genre crime`
            if let place = texts.firstIndex(where: { $0.span == word.span }),
                let hint = comparisonPhrase(in: texts[place...], of: condition, query.kind)
            {
                return hint
            }
        }
        for word in condition.bareWords {
            guard let meant = Condition.keyword(for: word.value) else { continue }
            session.command.correction = Correction(word.span, meant)
            return Message.wereSearched(word.value, insteadOf: [meant])
        }
        return nil
    }
}
