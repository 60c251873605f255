import TroveLanguage
import TroveModel
import TroveStore

/// Sets fields of items.
struct SetFields: ShellCommand {
    var items: [Spanned<Reference>] = []
    var fields: [Assignment] = []
    /// Whether several items that meet a condition are changed without confirmation.
    var isConfirmed = false

    static let name = "set"
    static let effect = Effect.changesItems
    static let syntax = Syntax<SetFields>(
        .collect, "set fields of items",
        details: """
            An empty value clears the field, as in `set 1 genre:`. In a field with several names, \
            such as tags, tags:sea,sand replaces the names, tags:+sea adds one and tags:-sea \
            removes one. A name that itself begins with a sign is added with two: tags:++new. In a \
            number field of your own, plays:+1 adds 1; plays:-1 subtracts 1 if the field cannot be \
            negative, else it sets -1. \
            `where` selects items by a condition; it asks before it changes several of them, and \
            in a script needs --yes. One `undo` reverts all of it.
            """,
        arguments: [.itemsAndFields(\.items, \.fields), .option("--yes", \.isConfirmed)],
        examples: [
            .init(
                "set 1 genre:classics pages:412",
                "Changed book 1: Dune\n  genre  sci-fi → classics"),
            .init("set Ruby color:", "Changed gem 3: Ruby\n  color  red → (none)"),
            .init(
                "set 1 2 tags:+desert,+space",
                """
                Changed book 1: Dune
                  tags  (none) → desert, space
                Changed book 2: The Left Hand of Darkness
                  tags  (none) → desert, space
                """),
            .init(
                "set books where pages>400 tags:-space",
                "Changed book 1: Dune\n  tags  desert, space → desert"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.library.begin()
        try checkFields(context)
        let items = try context.items(items, for: .update) { kind in
            for assignment in fields { _ = try kind.field(named: assignment.field) }
        }
        let kinds = Set(items.map(\.kind))
        try checkAbbreviations(in: kinds, context)
        for kind in kinds { try context.beginChanging(kind) }
        let changes = try context.each(of: items, named: self.items) {
            ($0, try context.update($0, fields))
        }
        let made = changes.compactMap(\.1)
        try checkNames(in: made, context.kinds)
        let reply = try context.report(changes) { item in
            let name = Message.name(of: item, context.kinds[item.kind])
            return Message.unchanged(name, hasSeveral: fields.count > 1)
        }
        return try context.withDuplicates(made, reply)
    }

    func check(in context: any CommandContext) throws {
        try checkFields(context)
        let kinds = context.kinds.all
        for name in fields.map(\.field)
        where kinds.allSatisfy({ $0.match(field: name.value) == .unknown }) {
            throw LanguageError(
                .unknownField(
                    name.value, kinds: [], nearest: Nearest.fields(to: name.value, of: kinds)),
                at: name.span)
        }
    }

    /// Throws if the kind of a condition has no such field, even if no item meets the condition.
    private func checkFields(_ context: any CommandContext) throws {
        for case .selection(let selection) in items.map(\.value) {
            guard let kind = selection.kind else { continue }
            for assignment in fields { _ = try context.kinds[kind].field(named: assignment.field) }
        }
    }

    /// Throws if a name that one of the kinds has would be short for another field of another one:
    /// a value for `label` is not meant for `labels`.
    private func checkAbbreviations(
        in kinds: Set<KindIndex>, _ context: any CommandContext
    ) throws {
        for name in fields.map(\.field) {
            let able = context.kinds.kinds(withField: name.value, among: Array(kinds))
            guard let other = kinds.subtracting(able).min() else { continue }
            let kind = context.kinds[other]
            throw LanguageError(
                .unknownField(
                    name.value, kinds: [kind.name],
                    nearest: Nearest.fields(to: name.value, of: [kind])),
                at: name.span)
        }
    }

    /// A name that must be unique among the values of a field.
    private struct OwnName: Hashable {
        let kind: KindIndex
        let field: FieldIndex
        let key: [UInt8]
    }

    /// Throws if two of the changed items get the same unique name.
    private func checkNames(in changes: [Change], _ kinds: Kinds) throws {
        guard changes.count > 1 else { return }
        var owners: [OwnName: ItemNumber] = [:]
        for change in changes {
            guard case .update(let fields) = change.action else { continue }
            let kind = kinds[change.kind]
            for field in fields where kind.fields[field.field].isUnique {
                guard case .text(let name)? = field.after else { continue }
                let own = OwnName(
                    kind: change.kind, field: field.field, key: Folding.name(name))
                guard let owner = owners.updateValue(change.number, forKey: own) else { continue }
                throw kind.failure(
                    RuleViolation(
                        field: kind.fields[field.field].name, value: name,
                        rule: .isShared(by: owner, and: change.number)),
                    self.fields, try self.fields.map { try kind.field(named: $0.field) },
                    elsewhere: nil)
            }
        }
    }
}
