import TroveModel

/// Arguments other than values.
extension Completer {
    /// Returns the suggestions for a word after the verb.
    func argument(at place: Place) -> Result {
        let word = place.word
        if word.text.hasPrefix("--") {
            let keywords = place.slots.slots.compactMap(\.keyword)
                .filter { $0.place == place.number }.map(\.word)
            let options = (place.verb.options + keywords).filter { $0.hasPrefix("--") }
            // The dashes are not part of a name's words.
            let typed = String(word.text.dropFirst(2))
            let found = pattern(typed).best(of: options) { String($0.dropFirst(2)) }
            return result(word.span, found.map { Suggestion($0) })
        }
        let isCondition = place.slots.whereClause != nil
        var lists: [Matches<Suggestion>] = []
        if isCondition { lists.append(suggestions(for: .conditions, at: place)) }
        var phrase: Matches<Suggestion> = .none
        for slot in place.slots.contents(at: place.number) {
            guard slot.content.isItems else {
                lists.append(suggestions(for: slot.content, at: place))
                continue
            }
            guard !isCondition else { continue }
            var isWord = false
            let isRecord = if case .records = slot.content { true } else { false }
            if place.number == 1 || word.isQuoted && slot.isRepeated {
                let found = titles(
                    word.text, at: place, isPhrase: slot.only == nil && !word.isQuoted,
                    ofRecords: isRecord)
                isWord = !found.elements.isEmpty
                lists.append(isWord ? withNumber(word, found) : found)
            }
            // Several words without quotes can be one title.
            if !isWord, let words = place.line.phrase {
                phrase = titles(
                    words.value, at: place, isPhrase: slot.only == nil, ofRecords: isRecord)
            }
        }
        let found = Matches.best(of: lists)
        let canBeCondition = !isCondition && canBeginCondition(at: place)
        if let words = place.line.phrase, !phrase.elements.isEmpty, !followsNumbers(place.line),
            phrase.match == .beginning
                || !canBeCondition
                    && (found.elements.isEmpty || !beginsWithItem(words.value))
        {
            return result(words.span, phrase)
        }
        guard canBeCondition else { return result(word.span, found) }
        let keyword = Suggestion("where", note: "items that meet a condition")
        return result(
            word.span,
            found.replaced(by: [keyword] + found.elements, total: found.total + 1))
    }

    /// If the typed word is the number of an item, adds that number to the titles that match, so
    /// that no title takes its place.
    private func withNumber(
        _ word: PartialLine.Word, _ titles: Matches<Suggestion>
    ) -> Matches<Suggestion> {
        guard !word.isQuoted, let kind = kind(ofNumber: word.text) else { return titles }
        let number = Suggestion(word.text, note: "\(kinds[kind].name) \(word.text)")
        return titles.replaced(by: [number] + titles.elements, total: titles.total + 1)
    }

    /// Returns the kind of the item with this number; nil if the text is not the number of an item.
    private func kind(ofNumber text: String) -> KindIndex? {
        Int(text).flatMap { source.kind(ofItem: ItemNumber($0)) }
    }

    /// Whether the cursor follows the numbers of items and a space, so that they begin no title.
    private func followsNumbers(_ line: PartialLine) -> Bool {
        line.current.text.isEmpty
            && line.words.dropFirst().allSatisfy { kind(ofNumber: $0) != nil }
    }

    /// Whether the words before the last one of a phrase name an item, so that the last one may be
    /// an argument after it.
    private func beginsWithItem(_ phrase: String) -> Bool {
        let words = phrase.split(separator: " ", omittingEmptySubsequences: false).dropLast()
        let first = words.joined(separator: " ")
        return first == "it" || Int(first) != nil || source.isTitle(first)
    }

    /// Whether the word at the cursor can be `where`: its first letters are typed after the verb,
    /// or it follows a kind.
    private func canBeginCondition(at place: Place) -> Bool {
        let (word, words) = (place.word, place.line.words)
        guard place.slots.takesItems, !word.isQuoted, "where".hasPrefix(word.text) else {
            return false
        }
        return words.count == 1
            ? !word.text.isEmpty : words.count == 2 && kinds.index(of: words[1]) != nil
    }

    /// Returns the names of fields, each with the sign that follows it.
    private func fields(at place: Place, sign: String) -> Matches<Suggestion> {
        guard !place.word.isQuoted else { return .none }
        return fieldNames(at: place, for: place.word.text)
            .map { Suggestion($0.name + sign, note: $0.summary, isFinal: false) }
    }

    /// Returns the words between conditions that begin with what is typed after a comparison.
    private func connectives(at place: Place) -> [String] {
        let typed = place.word.text
        guard !typed.isEmpty, !place.word.isQuoted,
            place.line.words.contains(where: { word in word.contains { "=<>~".contains($0) } })
        else { return [] }
        return ["and", "or", "not"].filter { $0.hasPrefix(typed.lowercased()) }
    }

    /// Returns the suggestions for a slot, except items.
    private func suggestions(for content: Slot.Content, at place: Place) -> Matches<Suggestion> {
        let typed = place.word.text
        switch content {
        case .item, .formerItem, .items, .records, .newItem, .number: return .none
        case .kind: return self.kinds(kinds.all, for: typed)
        case .ownKind: return self.kinds(kinds.all.filter(\.isOwn), for: typed)
        case .changeableKind:
            return self.kinds(
                kinds.all.filter { $0.isOwn || $0.shownFields.contains(where: \.isOwn) }, for: typed
            )
        case .assignments: return fields(at: place, sign: ":")
        case .conditions:
            let fields = fields(at: place, sign: "=")
            let words = connectives(at: place)
            return words.isEmpty
                ? fields : .best(of: [fields, best(of: words.map { Suggestion($0) }, for: typed)])
        case .field:
            return fieldNames(at: place, for: typed).map { Suggestion($0.name, note: $0.summary) }
        case .ownField: return ownFields(at: place, for: typed)
        case .newField: return newField(at: place)
        case .changedField: return changedField(at: place)
        case .known(let role): return values(withRole: role, for: typed)
        case .result: return results(at: place)
        case .conflict: return numbers(source.conflicts, for: typed)
        case .rejectedChange: return numbers(source.rejectedChanges, for: typed)
        case .named(let name, _): return self.name(name, at: place)
        case .keyword(let keyword):
            // An option is offered once its hyphens are typed.
            let isUntyped = typed.isEmpty && keyword.hasPrefix("--")
            return isUntyped ? .none : best(of: [keyword], for: typed)
        case .words(let words): return best(of: words, for: typed)
        case .snapshot:
            return pattern(typed).best(of: source.snapshots) { $0 }
                .map { Suggestion(Quoting.argument($0), label: $0) }
        case .alias: return best(of: source.aliases, for: typed)
        case .mark: return places(for: typed)
        case .place: return places(["today", "yesterday"], for: typed)
        case .demo:
            let found = lessons(source.demos, for: typed)
            return found.elements.isEmpty ? files(beginningWith: typed) : found
        case .tutorial:
            let isOwn = place.line.words.contains { $0.hasPrefix("--") }
            let found: Matches = isOwn ? .none : lessons(source.tutorials, for: typed)
            return found.elements.isEmpty ? files(beginningWith: typed) : found
        case .verb, .command:
            return pattern(typed).best(of: vocabulary.names + kinds.all.map(\.name)) { $0 }.map {
                Suggestion($0, note: vocabulary.verb(named: $0)?.summary ?? "kind")
            }
        case .month: return best(of: Month.allCases.map { $0.name.lowercased() }, for: typed)
        case .setting: return settings(at: place)
        case .file: return files(beginningWith: typed)
        }
    }

    /// Returns the types after the name of a new field, and the options after its type.
    private func newField(at place: Place) -> Matches<Suggestion> {
        // Before them are the verb, its keyword, the kind and the name.
        let words = place.line.words.dropFirst(4)
        guard place.line.words.count >= 4 else { return .none }
        guard let type = words.first else {
            return best(of: FieldType.allCases.map(\.rawValue), for: place.word.text)
        }
        guard let type = FieldType(rawValue: type) else { return .none }
        return options(ofNew: type, behind: words, for: place.word.text)
    }

    /// Returns the values of an option of a new or changed field; nil if the place has none.
    func values(ofOption option: String, at place: Place) -> Matches<Suggestion>? {
        let words = place.line.words
        let typed = place.word.value
        for slot in place.slots.slots {
            switch slot.content {
            case .newField where words.count > 4:
                guard let type = FieldType(rawValue: words[4]) else { return Matches.none }
                return values(ofOption: option, type: type, states: [], for: typed)
            case .changedField where words.count > 3:
                let field = kind(at: place).flatMap { kind in
                    kinds[kind].ownFields.first { $0.name == words[3] }
                }
                guard let content = field?.content else { return Matches.none }
                let states: [String] =
                    if case .ladder(let ladder) = content { ladder.rungs.map(\.name) } else { [] }
                return values(
                    ofOption: option, type: content.type, states: states, for: typed)
            default: continue
            }
        }
        return nil
    }

    private func values(
        ofOption option: String, type: FieldType, states: [String], for typed: String
    ) -> Matches<Suggestion> {
        switch option {
        case "role": best(of: type.roleNames, for: typed)
        case "initial": best(of: type == .date ? ["today"] : states, for: typed)
        case "unique", "past", "people", "retired": best(of: ["yes", "no"], for: typed)
        default: .none
        }
    }

    /// Returns the user's own fields after a kind, and the options of one after its name.
    private func changedField(at place: Place) -> Matches<Suggestion> {
        // Before them are the verb, its keyword and the kind.
        let words = place.line.words.dropFirst(3)
        let typed = place.word.text
        guard let name = words.first else {
            let fields = kind(at: place).map { kinds[$0].ownFields } ?? []
            return best(of: fields.map { Suggestion($0.name, note: $0.summary) }, for: typed)
        }
        guard let field = kind(at: place).flatMap({ kinds[$0].ownFields.first { $0.name == name } })
        else { return .none }
        return options(
            ofNew: field.content.type, behind: words, for: typed, others: ["retired"])
    }

    /// Returns the options that a field of a type can have and that the line does not have yet.
    private func options(
        ofNew type: FieldType, behind words: ArraySlice<String>, for typed: String,
        others: [String] = []
    ) -> Matches<Suggestion> {
        let options = (type.optionsOfNew + others).filter { option in
            !words.contains { $0.hasPrefix(option + ":") }
        }
        return best(of: options, for: typed).map { Suggestion($0.label + ":", isFinal: false) }
    }

    /// Returns the user's own fields of the kind that the line names, without retired ones.
    private func ownFields(at place: Place, for typed: String) -> Matches<Suggestion> {
        let fields = kind(at: place).map { kinds[$0].ownFields } ?? []
        return best(
            of: fields.filter { !$0.isRetired }.map { Suggestion($0.name, note: $0.summary) },
            for: typed)
    }

    private func kinds(_ kinds: [Kind], for typed: String) -> Matches<Suggestion> {
        best(of: kinds.map { Suggestion($0.name, note: "kind") }, for: typed)
    }

    /// Returns one of the verb's own names, unless the line already has it.
    private func name(_ name: String, at place: Place) -> Matches<Suggestion> {
        let words = place.line.words
        let isThere = words.contains { $0.hasPrefix(name + ":") }
        // Directly after the verb, everything other than items is suggested first.
        let isOffered =
            !place.word.text.isEmpty || words.count > 1
            || place.slots.slots.allSatisfy(\.isNamed)
        guard !isThere, isOffered else { return .none }
        return pattern(place.word.text).best(of: [name]) { $0 }
            .map { Suggestion($0 + ":", isFinal: false) }
    }

    /// Returns the numbers of a list, and `all` if there are several.
    private func numbers(
        _ list: [(number: Int, name: String)], for typed: String
    ) -> Matches<Suggestion> {
        let all = list.count > 1 ? [Suggestion("all")] : []
        return best(of: list.map { Suggestion("\($0.number)", note: $0.name) } + all, for: typed)
    }

    /// Returns the search results that the line does not name yet, also by their titles.
    ///
    /// Where items are possible, too, only the beginning of a name such as `r2` stands for a
    /// result.
    private func results(at place: Place) -> Matches<Suggestion> {
        let typed = place.word.text
        let named = Set(place.line.words)
        let results = source.results.map { Suggestion("r\($0.number)", note: $0.name) }
            .filter { !named.contains($0.insertion) }
        let found = TextPattern(typed, upTo: .beginning).best(of: results) { $0.insertion }
        if place.slots.takesItems { return typed.isEmpty ? .none : found }
        return found.elements.isEmpty ? pattern(typed).best(of: results) { $0.note ?? "" } : found
    }

    /// Returns the marks, the newest first, and these times.
    func places(_ times: [String] = [], for typed: String) -> Matches<Suggestion> {
        pattern(typed).best(of: source.marks.reversed() + times) { $0 }
            .map { Suggestion(Quoting.argument($0), label: $0) }
    }

    private func lessons(
        _ lessons: [(name: String, title: String)], for typed: String
    ) -> Matches<Suggestion> {
        best(
            of: lessons.map {
                Suggestion(Quoting.argument($0.name), label: $0.name, note: $0.title)
            },
            for: typed)
    }

    func titles(
        _ text: String, at place: Place, isPhrase: Bool, ofRecords isRecord: Bool
    ) -> Matches<Suggestion> {
        let found =
            isRecord
            ? source.recordTitles(matching: pattern(text), limit: limit)
            : source.titles(
                matching: pattern(text), limit: limit,
                where: place.verb.appliesTo ?? { _ in true })
        func suggestion(_ title: String) -> Suggestion {
            Suggestion(Quoting.title(title), label: title, isPhrase: isPhrase)
        }
        let shared = titlesOfSeveral(found.elements, place.verb)
        if shared.isEmpty { return found.map(suggestion) }
        var offered: Set<String> = []
        let suggestions = found.elements.flatMap { title -> [Suggestion] in
            guard let numbers = shared[title], !numbers.isEmpty else { return [suggestion(title)] }
            return offered.insert(title).inserted ? numbers : []
        }
        return found.replaced(by: suggestions, total: found.total)
    }

    /// Returns the titles that several items share, and which therefore identify none of them, each
    /// with the numbers of the items that the verb applies to.
    private func titlesOfSeveral(_ titles: [String], _ verb: Verb) -> [String: [Suggestion]] {
        func items(_ title: String) -> [(number: ItemNumber, kind: KindIndex)] {
            source.items(titled: title)
        }
        func suggestions(_ title: String, _ items: [(number: ItemNumber, kind: KindIndex)])
            -> [Suggestion]
        {
            items.map { number, kind in
                Suggestion("\(number)", label: title, note: "\(kinds[kind].name) \(number)")
            }
        }
        guard let appliesTo = verb.appliesTo else {
            let repeated = Self.repeated(titles).map { ($0, suggestions($0, items($0))) }
            return Dictionary(uniqueKeysWithValues: repeated)
        }
        // An item of another kind may have the title, too.
        var found: [String: [Suggestion]] = [:]
        for title in titles where found[title] == nil {
            let items = items(title)
            guard items.count > 1 else { continue }
            found[title] = suggestions(title, items.filter { appliesTo(kinds[$0.kind]) })
        }
        return found
    }

    private func settings(at place: Place) -> Matches<Suggestion> {
        let (typed, words) = (place.word.text, place.line.words)
        if words.count == 1 { return best(of: source.settings.map(\.name), for: typed) }
        let chosen = source.settings.first { $0.name == words[1] }
        return best(of: chosen?.choices ?? [], for: typed)
    }
}

extension Kind {
    /// The fields that the user defined, without the title. Retired ones can be set, too.
    fileprivate var ownFields: [Field] { fields.dropFirst().filter(\.isOwn) }
}
