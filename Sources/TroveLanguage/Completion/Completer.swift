package import TroveModel

/// Completes lines from the table of verbs, the kinds and the library.
package struct Completer {
    private let vocabulary: Vocabulary
    private let kinds: Kinds
    private let currentKind: KindIndex
    private let source: any CompletionSource

    /// The maximum number of suggestions.
    package static let limit = 40

    /// The suggestions at the cursor.
    package struct Result: Sendable {
        /// The range that the suggestions replace, in bytes of UTF-8.
        package let replaced: Range<Int>
        /// At most `limit` suggestions.
        package let suggestions: [Suggestion]
        /// The number of suggestions in all.
        package let total: Int
    }

    /// Creates a completer.
    ///
    /// - Parameters:
    ///   - vocabulary: The verbs.
    ///   - kinds: The kinds of the library.
    ///   - currentKind: The index of the kind that `add` adds to.
    ///   - source: The names and values to suggest.
    package init(
        _ vocabulary: Vocabulary, kinds: Kinds, currentKind: KindIndex, source: any CompletionSource
    ) {
        self.vocabulary = vocabulary
        self.kinds = kinds
        self.currentKind = currentKind
        self.source = source
    }

    /// Returns the suggestions at the cursor, an offset in bytes of UTF-8.
    package func complete(_ line: String, at cursor: Int) -> Result {
        let before = String(
            decoding: Array(line.utf8)[..<min(cursor, line.utf8.count)], as: UTF8.self)
        guard let tokens = PartialLine(before) else { return result(cursor..<cursor, []) }
        let word = tokens.current
        guard let verbName = tokens.verb else {
            return result(word.span, verbs(beginningWith: word.text))
        }
        guard let verb = vocabulary.verb(named: verbName) else {
            return result(word.span, [])
        }
        let slots = verb.slots(behind: tokens.words.dropFirst())
        if let name = word.field {
            return value(word, name, slots, tokens)
        }
        return argument(word, verb, slots, tokens)
    }

    private func result(_ span: Range<Int>, _ suggestions: [Suggestion], total: Int? = nil)
        -> Result
    {
        Result(
            replaced: span, suggestions: Array(suggestions.prefix(Self.limit)),
            total: total ?? suggestions.count)
    }

    private func verbs(beginningWith text: String) -> [Suggestion] {
        let verbs = vocabulary.all.filter { $0.name.hasPrefix(text) }
            .map { Suggestion($0.name, note: $0.summary) }
        let aliases = source.aliases.filter { $0.hasPrefix(text) }
            .map { Suggestion($0, note: "alias") }
        return verbs + aliases
    }

    /// Returns the kind that the line names or implies, or nil.
    private func kind(in line: PartialLine, _ slots: [Slot]) -> KindIndex? {
        if line.whereClause(slots) != nil {
            return line.words.dropFirst().first.flatMap { kinds.index(of: $0) }
        }
        let place = slots.firstPlace { if case .kind = $0 { true } else { false } }
        guard let place else { return nil }
        if let word = line.words.dropFirst(place).first, let kind = kinds.index(of: word) {
            return kind
        }
        // Fields after the title of a new item belong to the current kind.
        let isNew = slots.contains { if case .newItem = $0.content { true } else { false } }
        return isNew ? currentKind : nil
    }

    // MARK: Values

    private func value(
        _ word: PartialLine.Word, _ name: String, _ slots: [Slot], _ line: PartialLine
    ) -> Result {
        for case .named(name, let value) in slots.map(\.content) {
            return result(word.valueSpan, suggestions(for: value, word, slots, line))
        }
        let candidates = kind(in: line, slots).map { [$0] } ?? Array(kinds.indices)
        var seen: Set<String> = []
        var suggestions: [Suggestion] = []
        for kind in candidates {
            guard case .found(let field) = kinds[kind].match(field: name) else { continue }
            if kinds[kind].fields[field].role == .photo {
                return result(word.valueSpan, files(beginningWith: word.value))
            }
            let (lead, typed) = Self.lastName(in: word.value, of: kinds[kind].fields[field])
            for value in source.values(of: field, kind: kind, beginningWith: typed)
            where Folding.name(value).starts(with: Folding.name(typed)) {
                guard seen.insert(value).inserted else { continue }
                suggestions.append(Suggestion(Quoting.argument(lead + value), label: value))
            }
        }
        return result(word.valueSpan, suggestions)
    }

    /// Splits the names of a set before the one that is being typed: `sea,+sa` into `sea,+` and
    /// `sa`. The value of another field is one name.
    private static func lastName(
        in value: String, of field: Field
    ) -> (lead: String, typed: String) {
        guard case .set = field.content else { return ("", value) }
        var typed = value[
            (value.lastIndex(of: ",").map(value.index(after:)) ?? value.startIndex)...]
        if typed.hasPrefix("+") || typed.hasPrefix("-") { typed = typed.dropFirst() }
        return (String(value[..<typed.startIndex]), String(typed))
    }

    /// Returns the suggestions for the value of one of the verb's own names.
    private func suggestions(
        for value: Slot.Value, _ word: PartialLine.Word, _ slots: [Slot], _ line: PartialLine
    ) -> [Suggestion] {
        switch value {
        case .free: return []
        case .file: return files(beginningWith: word.value)
        case .known(let role): return known(role, beginningWith: word.value)
        case .choice(let choices):
            return choices.filter { $0.hasPrefix(word.value) }.map { Suggestion($0) }
        case .state:
            let rungs = kinds.all.compactMap { $0.ladder?.ladder.rungs }.flatMap { $0 }
            // Two kinds may have a state of the same name.
            var seen: Set<String> = []
            return rungs.filter { $0.name.hasPrefix(word.value) && seen.insert($0.name).inserted }
                .map { Suggestion($0.name, note: $0.longName) }
        case .fields:
            let done = word.value.split(separator: ",", omittingEmptySubsequences: false)
            let last = done.last.map(String.init) ?? ""
            let sign = last.hasPrefix("-") ? "-" : ""
            let typed = String(last.dropFirst(sign.count))
            let lead = word.value.dropLast(last.count)
            return fieldNames(kind(in: line, slots), beginningWith: typed)
                .map { Suggestion(lead + sign + $0.name, label: $0.name) }
        }
    }

    /// Returns the existing values of the fields with a role.
    private func known(_ role: Field.Role, beginningWith typed: String) -> [Suggestion] {
        var seen: Set<String> = []
        return kinds.indices.flatMap { kind -> [Suggestion] in
            guard let field = kinds[kind].index(ofRole: role) else { return [] }
            let (lead, typed) = Self.lastName(in: typed, of: kinds[kind].fields[field])
            return source.values(of: field, kind: kind, beginningWith: typed)
                .filter {
                    Folding.name($0).starts(with: Folding.name(typed)) && seen.insert($0).inserted
                }
                .map { Suggestion(Quoting.argument(lead + $0), label: $0) }
        }
    }

    private func fieldNames(_ kind: KindIndex?, beginningWith typed: String) -> [Field] {
        var seen: Set<String> = []
        let fields = kind.map { kinds[$0].fields } ?? kinds.all.flatMap(\.fields)
        return fields.filter { $0.name.hasPrefix(typed) && seen.insert($0.name).inserted }
    }

    // MARK: Arguments

    private func argument(
        _ word: PartialLine.Word, _ verb: Verb, _ slots: [Slot], _ line: PartialLine
    ) -> Result {
        let place = line.words.count
        if word.text.hasPrefix("--") {
            let keywords = slots.compactMap(\.keyword).filter { $0.place == place }.map(\.word)
            return result(
                word.span,
                (verb.options + keywords).filter { $0.hasPrefix(word.text) }.map { Suggestion($0) })
        }
        let isCondition = line.whereClause(slots) != nil
        var suggestions =
            isCondition ? self.suggestions(for: .conditions, word, slots, line) : []
        if !isCondition, line.canBeginCondition(slots, kinds), "where".hasPrefix(word.text) {
            suggestions.append(Suggestion("where", note: "items that meet a condition"))
        }
        var more = 0
        for slot in slots where slot.first <= place && slot.only ?? place == place {
            switch slot.content {
            case .item where isCondition, .items where isCondition, .records where isCondition:
                continue
            case .item, .items, .records:
                let isRecord = if case .records = slot.content { true } else { false }
                let found = titles(word.text, ofRecords: isRecord)
                if !found.suggestions.isEmpty, place == 1 || word.isQuoted && slot.isRepeated {
                    suggestions += found.suggestions
                    more += found.total - found.suggestions.count
                } else if let phrase = line.phrase {
                    // Several words without quotes can be one title.
                    let found = titles(phrase.value, ofRecords: isRecord)
                    if !found.suggestions.isEmpty {
                        return result(phrase.span, found.suggestions, total: found.total)
                    }
                }
            default: suggestions += self.suggestions(for: slot.content, word, slots, line)
            }
        }
        return result(word.span, suggestions, total: suggestions.count + more)
    }

    /// Returns the suggestions for a slot, except items.
    private func suggestions(
        for content: Slot.Content, _ word: PartialLine.Word, _ slots: [Slot], _ line: PartialLine
    ) -> [Suggestion] {
        switch content {
        case .item, .items, .records, .newItem: return []
        case .kind:
            return kinds.all.filter { $0.name.hasPrefix(word.text) }
                .map { Suggestion($0.name, note: "kind") }
        case .assignments, .conditions:
            guard !word.isQuoted else { return [] }
            let sign = if case .assignments = content { ":" } else { "=" }
            return fieldNames(kind(in: line, slots), beginningWith: word.text)
                .map { Suggestion($0.name + sign, note: $0.summary, isFinal: false) }
        case .named(let name, _):
            let isThere = line.words.contains { $0.hasPrefix(name + ":") }
            // Directly after the verb, everything other than items is suggested first.
            let isOffered =
                !word.text.isEmpty || line.words.count > 1 || slots.allSatisfy(\.isNamed)
            guard !isThere, isOffered, name.hasPrefix(word.text) else { return [] }
            return [Suggestion(name + ":", isFinal: false)]
        case .keyword(let keyword):
            return keyword.hasPrefix(word.text) ? [Suggestion(keyword)] : []
        case .words(let words):
            return words.filter { $0.hasPrefix(word.text) }.map { Suggestion($0) }
        case .snapshot:
            return source.snapshots.filter { $0.hasPrefix(word.text) }
                .map { Suggestion(Quoting.argument($0), label: $0) }
        case .verb:
            return vocabulary.all.filter { $0.name.hasPrefix(word.text) }
                .map { Suggestion($0.name, note: $0.summary) }
                + kinds.all.filter { $0.name.hasPrefix(word.text) }
                .map { Suggestion($0.name, note: "kind") }
        case .month:
            return Month.allCases.map { $0.name.lowercased() }
                .filter { $0.hasPrefix(word.text.lowercased()) }.map { Suggestion($0) }
        case .setting: return settings(word, line)
        case .file: return files(beginningWith: word.text)
        }
    }

    private func titles(
        _ text: String, ofRecords isRecord: Bool
    ) -> (suggestions: [Suggestion], total: Int) {
        let found =
            isRecord
            ? source.recordTitles(beginningWith: text, limit: Self.limit)
            : source.titles(beginningWith: text, limit: Self.limit)
        return (
            found.titles.map { Suggestion(Quoting.title($0), label: $0) },
            found.total
        )
    }

    private func files(beginningWith path: String) -> [Suggestion] {
        source.files(beginningWith: path).map {
            Suggestion(Quoting.argument($0), label: $0, isFinal: !$0.hasSuffix("/"))
        }
    }

    private func settings(_ word: PartialLine.Word, _ line: PartialLine) -> [Suggestion] {
        if line.words.count == 1 {
            return source.settings.filter { $0.name.hasPrefix(word.text) }
                .map { Suggestion($0.name) }
        }
        let chosen = source.settings.first { $0.name == line.words[1] }
        return (chosen?.choices ?? []).filter { $0.hasPrefix(word.text) }.map { Suggestion($0) }
    }
}

extension Verb {
    /// Returns the slots after the verb that the words so far allow: those of the forms that their
    /// keywords select, else of all forms that they do not rule out.
    fileprivate func slots(behind words: ArraySlice<String>) -> [Slot] {
        let words = Array(words)
        var chosen: [Slot] = []
        var possible: [Slot] = []
        for form in slots {
            let keywords = form.compactMap(\.keyword)
            let typed = keywords.filter { $0.place <= words.count }
            guard typed.allSatisfy({ words[$0.place - 1] == $0.word }) else { continue }
            if typed.isEmpty { possible += form } else { chosen += form }
        }
        return chosen.isEmpty ? possible : chosen
    }
}

extension PartialLine {
    /// Returns the position of `where` in a line of a verb that takes items, before the cursor:
    /// `delete where …` or `delete books where …`; nil if there is none.
    fileprivate func whereClause(_ slots: [Slot]) -> Int? {
        guard slots.takeItems else { return nil }
        return [1, 2].first { $0 < words.count && words[$0] == "where" }
    }

    /// Whether the word at the cursor can be `where`: the first letters of it are typed after the
    /// verb, or it follows a kind.
    fileprivate func canBeginCondition(_ slots: [Slot], _ kinds: Kinds) -> Bool {
        guard slots.takeItems, !current.isQuoted else { return false }
        return words.count == 1
            ? !current.text.isEmpty : words.count == 2 && kinds.index(of: words[1]) != nil
    }
}

extension [Slot] {
    /// Whether the verb takes items.
    fileprivate var takeItems: Bool {
        contains { slot in
            switch slot.content {
            case .item, .items, .records: true
            default: false
            }
        }
    }

    /// Returns the first position after the verb, from 1, where such content may be.
    fileprivate func firstPlace(_ isContent: (Slot.Content) -> Bool) -> Int? {
        first { isContent($0.content) }?.first
    }
}

extension Slot {
    /// Whether the slot takes several items.
    fileprivate var isRepeated: Bool {
        switch content {
        case .items, .records: true
        default: false
        }
    }

    /// Whether the slot is a `name:value`.
    fileprivate var isNamed: Bool {
        if case .named = content { true } else { false }
    }

    /// The keyword that selects a form, and its position after the verb, from 1.
    fileprivate var keyword: (place: Int, word: String)? {
        if case .keyword(let word) = content, let only { (only, word) } else { nil }
    }
}
