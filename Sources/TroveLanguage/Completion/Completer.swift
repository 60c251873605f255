package import TroveModel

/// Completes lines, from the table of verbs, the kinds and the collection.
package struct Completer {
    private let kinds: Kinds
    private let currentKind: Int
    private let source: any CompletionSource

    /// How many suggestions are shown at most.
    package static let limit = 40

    /// What could stand at the cursor.
    package struct Result: Sendable {
        /// What the suggestions take the place of, in bytes of UTF-8.
        package let replaced: Range<Int>
        /// At most `limit` of them.
        package let suggestions: [Suggestion]
        /// How many there are in all.
        package let total: Int
    }

    /// `currentKind` is the position of the kind that `add` adds to.
    package init(kinds: Kinds, currentKind: Int, source: any CompletionSource) {
        self.kinds = kinds
        self.currentKind = currentKind
        self.source = source
    }

    /// What could stand at the cursor, a place in bytes of UTF-8.
    package func complete(_ line: String, at cursor: Int) -> Result {
        let before = String(
            decoding: Array(line.utf8)[..<min(cursor, line.utf8.count)], as: UTF8.self)
        guard let tokens = PartialLine(before) else { return result(cursor..<cursor, []) }
        let word = tokens.current
        guard let verbName = tokens.verb else {
            return result(word.span, verbs(beginningWith: word.text))
        }
        guard let verb = VerbTable.verb(named: verbName) else {
            return result(word.span, [])
        }
        if let name = word.field {
            return value(word, name, verb, tokens)
        }
        return argument(word, verb, tokens)
    }

    private func result(_ span: Range<Int>, _ suggestions: [Suggestion], total: Int? = nil)
        -> Result
    {
        Result(
            replaced: span, suggestions: Array(suggestions.prefix(Self.limit)),
            total: total ?? suggestions.count)
    }

    private func verbs(beginningWith text: String) -> [Suggestion] {
        let verbs = VerbTable.all.filter { $0.name.hasPrefix(text) }
            .map { Suggestion($0.name, note: $0.summary) }
        let aliases = source.aliases.filter { $0.hasPrefix(text) }
            .map { Suggestion($0, note: "alias") }
        return verbs + aliases
    }

    /// The kind that a line is about, as far as it says so.
    private func kind(in line: PartialLine, _ verb: Verb) -> Int? {
        if let word = line.words.dropFirst(verb.placeOfKind).first,
            let kind = kinds.index(of: word)
        {
            return kind
        }
        if case .title? = verb.parameters.dropFirst().first { return currentKind }
        return nil
    }

    // MARK: Values

    private func value(
        _ word: PartialLine.Word, _ name: String, _ verb: Verb, _ line: PartialLine
    ) -> Result {
        if let special = special(name, word, verb, line) { return special }
        let candidates = kind(in: line, verb).map { [$0] } ?? Array(kinds.all.indices)
        var seen: Set<String> = []
        var suggestions: [Suggestion] = []
        for kind in candidates {
            guard case .found(let field) = kinds[kind].match(field: name) else { continue }
            if kinds[kind].fields[field].role == .photo {
                return result(word.valueSpan, files(beginningWith: word.value))
            }
            for value in source.values(
                of: field, kind: kind, beginningWith: word.value)
            where Folding.name(value).starts(with: Folding.name(word.value)) {
                guard seen.insert(value).inserted else { continue }
                suggestions.append(Suggestion(Quoting.argument(value), label: value))
            }
        }
        return result(word.valueSpan, suggestions)
    }

    private func special(
        _ name: String, _ word: PartialLine.Word, _ verb: Verb, _ line: PartialLine
    ) -> Result? {
        for parameter in verb.parameters {
            switch parameter {
            case .state(name):
                let rungs = kinds.all.compactMap { $0.ladder?.ladder.rungs }.flatMap { $0 }
                return result(
                    word.valueSpan,
                    rungs.filter { $0.name.hasPrefix(word.value) }
                        .map { Suggestion($0.name, note: $0.longName) })
            case .fieldName(name), .fieldNames(name):
                let done = word.value.split(separator: ",", omittingEmptySubsequences: false)
                let last = done.last.map(String.init) ?? ""
                let sign = last.hasPrefix("-") ? "-" : ""
                let typed = String(last.dropFirst(sign.count))
                let lead = word.value.dropLast(last.count)
                return result(
                    word.valueSpan,
                    fieldNames(kind(in: line, verb), beginningWith: typed)
                        .map { Suggestion(lead + sign + $0.name, label: $0.name) })
            case .named(name, _):
                return result(word.valueSpan, [])
            case .choice(name, let choices):
                return result(
                    word.valueSpan,
                    choices.filter { $0.hasPrefix(word.value) }.map { Suggestion($0) })
            case .known(name, let role):
                return result(word.valueSpan, known(role, beginningWith: word.value))
            case .fileNamed(name, _):
                return result(word.valueSpan, files(beginningWith: word.value))
            default: continue
            }
        }
        return nil
    }

    /// The values that fields of a role have.
    private func known(_ role: Field.Role, beginningWith typed: String) -> [Suggestion] {
        var seen: Set<String> = []
        let values = kinds.all.enumerated().flatMap { index, kind in
            kind.index(ofRole: role).map {
                source.values(of: $0, kind: index, beginningWith: typed)
            } ?? []
        }
        return values.filter {
            Folding.name($0).starts(with: Folding.name(typed)) && seen.insert($0).inserted
        }.map { Suggestion(Quoting.argument($0), label: $0) }
    }

    private func fieldNames(_ kind: Int?, beginningWith typed: String) -> [Field] {
        var seen: Set<String> = []
        let fields = kind.map { kinds[$0].fields } ?? kinds.all.flatMap(\.fields)
        return fields.filter { $0.name.hasPrefix(typed) && seen.insert($0.name).inserted }
    }

    // MARK: Arguments

    private func argument(
        _ word: PartialLine.Word, _ verb: Verb, _ line: PartialLine
    ) -> Result {
        var suggestions: [Suggestion] = []
        var more = 0
        let isFirst = line.words.count == 1
        if word.text.hasPrefix("--") {
            return result(
                word.span, verb.options.filter { $0.hasPrefix(word.text) }.map { Suggestion($0) })
        }
        for parameter in verb.parameters {
            switch parameter {
            case .kind where line.words.count == verb.placeOfKind:
                suggestions += kinds.all.filter { $0.name.hasPrefix(word.text) }
                    .map { Suggestion($0.name, note: "kind") }
            case .reference, .references:
                let found = titles(word.text)
                if !found.suggestions.isEmpty, isFirst || word.isReferenceStart(of: parameter) {
                    suggestions += found.suggestions
                    more += found.total - found.suggestions.count
                } else if let phrase = line.phrase {
                    // Words without quotes can be one title.
                    let found = titles(phrase.value)
                    if !found.suggestions.isEmpty {
                        return result(phrase.span, found.suggestions, total: found.total)
                    }
                }
            case .assignments where !isFirst && !word.isQuoted:
                suggestions += fieldNames(kind(in: line, verb), beginningWith: word.text)
                    .map { Suggestion($0.name + ":", note: $0.summary, isFinal: false) }
            case .conditions where !word.isQuoted:
                suggestions += fieldNames(kind(in: line, verb), beginningWith: word.text)
                    .map { Suggestion($0.name + "=", note: $0.summary, isFinal: false) }
            case .named(_, let first?) where line.words.dropFirst().first != first: continue
            case .fileNamed(let name, let place)
            where line.words.count >= place && name.hasPrefix(word.text)
                && !line.words.contains { $0.hasPrefix(name + ":") }:
                suggestions.append(Suggestion(name + ":", isFinal: false))
            case .fieldName(let name), .fieldNames(let name), .named(let name, _),
                .choice(let name, _), .known(let name, _), .state(let name):
                guard !isFirst || verb.name != "advance", !word.text.isEmpty || !isFirst,
                    name.hasPrefix(word.text)
                else { continue }
                suggestions.append(Suggestion(name + ":", isFinal: false))
            case .words(let words, let place) where line.words.count == place:
                suggestions += words.filter { $0.hasPrefix(word.text) }.map { Suggestion($0) }
            case .operation where line.words.count == 2 && kinds.index(of: line.words[1]) != nil:
                suggestions += Operation.allCases.map(\.rawValue).filter { $0.hasPrefix(word.text) }
                    .map { Suggestion($0) }
            case .snapshot where line.words.count == 2 && line.words[1] == "restore":
                suggestions += source.snapshots.filter { $0.hasPrefix(word.text) }
                    .map { Suggestion(Quoting.argument($0), label: $0) }
            case .verb where isFirst:
                suggestions += VerbTable.all.filter { $0.name.hasPrefix(word.text) }
                    .map { Suggestion($0.name, note: $0.summary) }
                suggestions += kinds.all.filter { $0.name.hasPrefix(word.text) }
                    .map { Suggestion($0.name, note: "kind") }
            case .month where isFirst:
                suggestions += Month.allCases.map { $0.name.lowercased() }
                    .filter { $0.hasPrefix(word.text.lowercased()) }.map { Suggestion($0) }
            case .setting:
                suggestions += settings(word, line)
            case .file where isFirst:
                suggestions += files(beginningWith: word.text)
            default: continue
            }
        }
        return result(word.span, suggestions, total: suggestions.count + more)
    }

    private func titles(_ text: String) -> (suggestions: [Suggestion], total: Int) {
        let found = source.titles(beginningWith: text, limit: Self.limit)
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
    /// The place behind the verb where a kind may stand: behind a file, if it takes one.
    fileprivate var placeOfKind: Int {
        if case .file? = parameters.first { 2 } else { 1 }
    }
}

extension PartialLine.Word {
    /// Whether a further reference can begin with this word.
    fileprivate func isReferenceStart(of parameter: Verb.Parameter) -> Bool {
        guard case .references = parameter else { return false }
        return isQuoted
    }
}
