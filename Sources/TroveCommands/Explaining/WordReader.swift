import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Finds the meanings of the parts of a command in the library.
struct WordReader {
    private let context: any CommandContext
    /// Whether the command may contain a password or a key, so that its texts are not shown.
    private let isSecret: Bool

    /// The error of the command; nil for none.
    private let error: LanguageError?

    /// Creates a reader for a command, with its alias expanded.
    init(_ context: any CommandContext, _ source: String, _ error: LanguageError?) {
        self.context = context
        self.error = error
        isSecret = Secrecy(CommandTable.vocabulary).covers(source, isIncomplete: false, error)
    }

    private var kinds: Kinds { context.kinds }

    func words(_ parts: [CommandPart]) -> [Explanation.Word] {
        let items = parts.flatMap { split($0) }.flatMap { part -> [Item] in
            guard case .reference(let reference) = part.meaning else { return [] }
            return self.items(reference, at: part.span)
        }
        let chosen = Set(items.map(\.kind))
        return parts.flatMap { split($0) }.map { word($0, chosen) }
    }

    /// Separates the value after a title, as in `rate Dune 5`: the grammar of such a verb takes the
    /// last word as the value.
    private func split(_ part: CommandPart) -> [CommandPart] {
        guard case .reference(let reference) = part.meaning, case .title = reference,
            items(reference, at: part.span).isEmpty,
            let (title, value) = part.separatingLastWord,
            case .reference(let front) = title.meaning, !items(front, at: title.span).isEmpty
        else { return [part] }
        return [title, value]
    }

    /// Returns the kind and the values of a new item that the command leaves open.
    func defaults(_ parts: [CommandPart]) -> [Explanation.Default] {
        guard parts.contains(where: { if case .newTitle = $0.meaning { true } else { false } })
        else { return [] }
        var kind = context.currentKind
        var isNamed = false
        var fields: Set<FieldIndex> = []
        for part in parts {
            if case .kind(let named) = part.meaning { (kind, isNamed) = (named, true) }
            if case .assignment(let name, _, _) = part.meaning,
                case .found(let field) = kinds[kind].match(field: name)
            {
                fields.insert(field)
            }
        }
        let name = kinds[kind].name
        var defaults: [Explanation.Default] = []
        if !isNamed {
            defaults.append(
                Explanation.Default(
                    name: "kind", shown: TerminalText(name), value: .string(name)))
        }
        let values = kinds[kind].withoutEarlyCompletion(context.initialValues(of: kinds[kind]))
        for field in kinds[kind].fieldIndices where !fields.contains(field) {
            guard let value = values[field] else { continue }
            defaults.append(
                Explanation.Default(
                    name: kinds[kind].fields[field].name,
                    shown: Message.shown(value, kinds[kind].fields[field]), value: value.json))
        }
        return defaults
    }

    // MARK: Meanings

    private func word(_ part: CommandPart, _ chosen: Set<KindIndex>) -> Explanation.Word {
        switch part.meaning {
        case .verb(let verb):
            return Explanation.Word(part: part, meaning: Message.meaning(of: verb))
        case _ where isSecret:
            return Explanation.Word(part: part, isHidden: true, meaning: Message.isText)
        case .reference(let reference): return self.reference(reference, part)
        case .assignment(let name, let value, let kind):
            return assignment(name, value, kind.map { [$0] } ?? chosen, part)
        case .named(_, let value, .state):
            return state(value, chosen, part)
        case .comparison(let name, let sign, let values, let kind):
            let field = self.field(name, among: kind.map { [$0] } ?? Set(kinds.indices))
            return Explanation.Word(
                part: part,
                meaning: Message.compares(field?.field.name ?? name, sign, values))
        case .text where FixedDecimal(parsing: part.text) != nil:
            return Explanation.Word(part: part, meaning: Message.isNumber)
        case .wrong:
            let text = error.map { ErrorReport($0).text } ?? ""
            return Explanation.Word(part: part, meaning: text)
        default:
            return Explanation.Word(
                part: part, meaning: Message.meaning(of: part.meaning, kinds))
        }
    }

    private func reference(_ reference: Reference, _ part: CommandPart) -> Explanation.Word {
        let items = items(reference, at: part.span)
        guard let first = items.first else {
            return Explanation.Word(part: part, meaning: Message.names(reference))
        }
        let name = Message.name(of: first, kinds[first.kind])
        return Explanation.Word(
            part: part,
            meaning: items.count == 1 ? name : Message.namesSeveral(items.count, first: name),
            value: items.count == 1 ? .integer(first.number.rawValue) : nil)
    }

    /// Returns the items that a reference names; empty for a condition or a search result.
    private func items(_ reference: Reference, at span: Range<Int>) -> [Item] {
        switch reference {
        case .selection, .result: []
        case .number, .range, .title, .it:
            (try? context.items(Spanned(reference, span))) ?? []
        }
    }

    private func assignment(
        _ name: String, _ text: String, _ among: Set<KindIndex>, _ part: CommandPart
    ) -> Explanation.Word {
        guard let (kind, field) = field(name, among: among.isEmpty ? Set(kinds.indices) : among)
        else {
            return Explanation.Word(part: part, meaning: Message.setsUnknown(name))
        }
        guard !text.isEmpty else {
            return Explanation.Word(part: part, meaning: Message.clears(field.name), value: .null)
        }
        guard let value = try? field.parse(text, today: context.surroundings.today) else {
            let meaning =
                field.isChange(text)
                ? Message.changesNumber(field.name, by: text)
                : Message.setsInvalid(field.name, kind)
            return Explanation.Word(part: part, meaning: meaning)
        }
        if case .set(let names) = value, let meaning = Message.changesSet(field.name, by: names) {
            return Explanation.Word(part: part, meaning: meaning, value: value.json)
        }
        return Explanation.Word(
            part: part, meaning: Message.sets(field.name, Message.shown(value, field)),
            value: value.json)
    }

    /// Explains a state, which may be a synonym or the beginning of a name.
    private func state(
        _ text: String, _ chosen: Set<KindIndex>, _ part: CommandPart
    ) -> Explanation.Word {
        for kind in kinds.indices where chosen.contains(kind) {
            guard let (field, _) = kinds[kind].ladder,
                let value = try? kinds[kind].fields[field].parse(
                    text, today: context.surroundings.today)
            else { continue }
            return Explanation.Word(
                part: part,
                meaning: Message.isState(kinds[kind].fields[field].shown(value)),
                value: value.json)
        }
        return Explanation.Word(
            part: part, meaning: Message.meaning(of: part.meaning, kinds))
    }

    /// Returns the field that a name means in the first kind that has one.
    private func field(_ name: String, among: Set<KindIndex>) -> (kind: Kind, field: Field)? {
        for kind in kinds.indices where among.contains(kind) {
            guard case .found(let field) = kinds[kind].match(field: name) else { continue }
            return (kinds[kind], kinds[kind].fields[field])
        }
        return nil
    }
}
