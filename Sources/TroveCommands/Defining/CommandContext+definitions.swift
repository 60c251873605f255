import TroveLanguage
import TroveModel
package import TroveStore
import TroveTerminal
import TroveWire

/// Defining kinds and fields.
extension CommandContext {
    /// Returns the kind with a name that the user typed, hidden ones included.
    func kind(called name: Spanned<String>) throws -> KindIndex {
        let lowered = name.value.lowercased()
        if let index = kinds.index(of: name.value) { return index }
        let hidden = kinds.storedIndices.first { index in
            kinds[index].isOwn && [kinds[index].name, kinds[index].plural].contains(lowered)
        }
        // Another device may have removed the definition, while this one added items.
        if let hidden,
            try livingDefinitions()[kinds[hidden].storedName] != nil
                || library.storedItems.count(of: hidden) > 0
        {
            return hidden
        }
        let names = kinds.all.flatMap { [$0.name, $0.plural] }
        throw CommandFailure(
            .definition(
                .noSuchKind(name.value, nearest: Nearest.names(to: name.value, among: names))),
            at: name.span)
    }

    /// Returns the items that hold the definitions of the library, by subject.
    func livingDefinitions() throws -> [String: Item] {
        guard let kind = kinds.definitions else { return [:] }
        try library.loadAll(kind)
        let table = library.catalog.tables[kind]
        var items: [String: Item] = [:]
        for row in table.rows where table.isAlive(row) {
            let item = library.catalog.item(kind, at: row)
            guard let definition = Definition(values: item.values) else { continue }
            items[definition.subject] = item
        }
        return items
    }

    /// Returns the changes that give the library these definitions.
    ///
    /// - Throws: a failure if a server would reject one of them.
    func changes(defining definitions: [Definition]) throws -> [Change] {
        let living = try livingDefinitions()
        let changed = definitions.filter { living[$0.subject]?.values != $0.values }
        if let long = changed.first(where: { $0.size > Limits.definition }) {
            throw CommandFailure(.definition(.isTooLong(long)))
        }
        let new = Set(changed.map(\.subject)).subtracting(living.keys)
        if !new.isEmpty, living.count + new.count > Limits.definitions {
            throw CommandFailure(.definition(.tooMany))
        }
        return try changes(defining: changed, among: living)
    }

    private func changes(
        defining definitions: [Definition], among living: [String: Item]
    ) throws -> [Change] {
        guard let kind = kinds.definitions else { return [] }
        return try definitions.compactMap { definition in
            if let item = living[definition.subject] {
                return Change.update(from: item, to: definition.values)
            }
            let number = try library.number(ofDefinition: definition.id)
            return .create(
                Item(kind: kind, number: number, id: definition.id, values: definition.values))
        }
    }

    /// Changes definitions, and converts values that a new type of their field can hold.
    ///
    /// - Parameter changes: the result of `changes(defining:)`.
    /// - Returns: the warnings about values that do not fit.
    /// - Throws: an error if the library cannot be read or written.
    func define(_ changes: [Change]) throws -> [TerminalText] {
        let values = try FormerValues(of: changes, in: self)
        let command = try apply(changes)
        let conversions = try values.conversions()
        do {
            // Conversions that the server must confirm are skipped; their values stay hidden.
            if try !mustAsk(conversions) { try apply(conversions, continuing: command) }
        } catch let failure as CommandFailure where failure.needsServer {}
        return try values.warnings()
    }

    /// Gives the library the definitions of another one.
    package func takeDefinitions(of other: Library) throws {
        let known = other.catalog.kinds
        let definitions = known.storedIndices.flatMap { known.definitions(of: known[$0]) }
        try apply(try changes(defining: definitions, among: livingDefinitions()))
    }

    /// Returns why a user cannot define a kind: a name collides with one of another kind, or with a
    /// word of the command language, or the kind has an option of built-in kinds. Nil if it can be
    /// defined.
    func problem(defining kind: Kind) -> KindTextError.Problem? {
        if kind.catalogue != nil { return .isBuiltInOption("catalogue") }
        if kind.completions != nil { return .isBuiltInOption("completions") }
        let verbs = Set(CommandTable.vocabulary.names)
        for name in [kind.name, kind.plural] + kind.synonyms {
            if verbs.contains(name) || KindName.reservedForKinds.contains(name) {
                return .isReserved(name)
            }
            let isTaken = kinds.stored.contains { other in
                other.storedName != kind.storedName && !kinds.isUndone(other)
                    && (other.name == name || other.plural == name
                        || other.synonyms.contains(name))
            }
            if isTaken { return .isTaken(name) }
        }
        let isStored = kinds.stored.contains { other in
            other.storedName == kind.storedName && !other.isOwn
        }
        return isStored ? .isTaken(kind.storedName) : nil
    }

    /// Returns the first reserved name of a kind or of one of its fields, except for names that the
    /// library already has; nil if there is none.
    ///
    /// - Returns: the name, and the field that has it; no field for a name of the kind itself.
    func reservedName(in kind: Kind) -> (name: String, field: Field?)? {
        let known = kinds.index(ofStored: kind.storedName).map { kinds[$0] }
        let former = known.map { [$0.name, $0.plural] + $0.synonyms } ?? []
        let names = ([kind.name, kind.plural] + kind.synonyms).filter { !former.contains($0) }
        if let name = names.first(where: KindName.isReserved(forNewKind:)) { return (name, nil) }
        let field = kind.fields.first { field in
            known?.index(ofStored: field.storedName) == nil
                && KindName.isReserved(forNewField: field.name)
        }
        return field.map { ($0.name, $0) }
    }

    /// Returns a field that the user adds to a kind, with a stored name that no other field has,
    /// because a hidden or renamed field may still use the name.
    func adding(_ field: Field, to kind: Kind) throws -> Field {
        let living = try livingDefinitions()
        func isUsed(_ name: String) -> Bool {
            guard let index = kind.index(ofStored: name) else { return false }
            guard kind.fields[index].isOwn, index != Kind.titleIndex else { return true }
            return living["\(kind.storedName).\(name)"] != nil
        }
        var stored = field.storedName
        var number = 2
        while isUsed(stored) {
            stored = "\(field.storedName)-\(number)"
            number += 1
        }
        return field.changed(storedName: stored, isOwn: true)
    }

    /// Returns why a field cannot be added to a kind, alongside the fields that the library has;
    /// nil if it can.
    func problem(adding field: Field, to kind: Kind) -> KindTextError.Problem? {
        let others = kind.fields.filter { $0.storedName != field.storedName }
        if let problem = KindReader.problem(adding: field, to: others) { return problem }
        let whole = kind.having(others + [field])
        return whole.missingField.map { .noSuchField($0) }
    }
}
