import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Changing the sets of items: shelves and tags.
extension CommandContext {
    /// Returns the names in all sets with a role, with the number of their items, sorted by name.
    func names(inRole role: Field.Role) throws -> [(name: String, count: Int)] {
        var found: [[UInt8]: (name: String, count: Int)] = [:]
        for (index, kind) in kinds.enumerated() {
            guard let field = kind.index(ofRole: role) else { continue }
            try loadAll(index)
            for (names, count) in library.catalog.tables[index].tally(field) {
                guard case .set(let names) = names else { continue }
                for name in names { found[Folding.name(name), default: (name, 0)].count += count }
            }
        }
        return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// Returns the tags that were typed with commas between them.
    ///
    /// - Throws: `CommandFailure` for a control character, `LanguageError` if there is no name.
    func tags(in typed: Spanned<String>, verb: String) throws -> Spanned<[String]> {
        for kind in kinds.all {
            guard let field = kind.index(ofRole: .tags) else { continue }
            do throws(RuleViolation) {
                let parsed = try kind.fields[field].parse(typed.value, today: surroundings.today)
                guard case .set(let names) = parsed, !names.isEmpty else { break }
                return Spanned(names, typed.span)
            } catch {
                throw CommandFailure(.violation(error, kind: kind), at: typed.span)
            }
        }
        throw LanguageError(.missing(.tag, verb: verb), at: typed.span)
    }

    /// Adds names to the sets of items, or removes them. A name that another item has keeps its
    /// spelling.
    ///
    /// - Parameters:
    ///   - names: the names as typed, and their place in the command.
    ///   - references: the items.
    ///   - role: the role of the field with the set.
    ///   - adds: whether the names are added; otherwise they are removed.
    ///   - verb: the verb of the command.
    ///   - note: the message for an item that does not change.
    /// - Returns: the report of the changes.
    /// - Throws: `CommandFailure` if an item cannot have such a set, or a rule is broken.
    func change(
        _ names: Spanned<[String]>, of references: [Spanned<Reference>], role: Field.Role,
        adds: Bool, verb: String, note: (TerminalText) -> TerminalText
    ) throws -> Reply {
        try library.begin()
        func field(of kind: Kind) throws(CommandFailure) -> FieldIndex {
            guard let field = kind.index(ofRole: role) else {
                throw CommandFailure(.doesNotApply(verb: verb, kind: kind), at: references[0].span)
            }
            return field
        }
        let items = try items(references, for: .update) { _ = try field(of: $0) }
        let typed = names.value.map { (key: Folding.name($0), name: $0) }
        let removed = adds ? [] : Set(typed.map(\.key))
        // The former spellings of the names.
        var known: [[UInt8]: String] = [:]
        for (name, _) in try self.names(inRole: role) { known[Folding.name(name)] = name }
        let changes = try items.map { item -> (item: Item, change: Change?) in
            let field = try field(of: kinds[item.kind])
            var members: [String] = []
            if case .set(let former)? = item.values[field] { members = former }
            members.removeAll { removed.contains(Folding.name($0)) }
            var keys = Set(members.map { Folding.name($0) })
            for (key, name) in typed where adds && keys.insert(key).inserted {
                members.append(known[key] ?? name)
            }
            return (item, try update(item, setting: field, to: members, at: names.span))
        }
        return try report(changes) { note(Message.name(of: $0, kinds[$0.kind])) }
    }

    /// Returns the change that replaces the names of a set; nil if the item already has them.
    private func update(
        _ item: Item, setting field: FieldIndex, to names: [String], at span: Range<Int>
    ) throws -> Change? {
        let kind = kinds[item.kind]
        var values = item.values
        do throws(RuleViolation) {
            let names = try kind.fields[field].parse(
                names.joined(separator: ","), today: surroundings.today)
            values[field] = names == .set([]) ? nil : names
        } catch {
            throw CommandFailure(.violation(error, kind: kind), at: span)
        }
        try check(values, of: item.kind, after: item, elsewhere: span)
        return Change.update(from: item, to: values)
    }
}
