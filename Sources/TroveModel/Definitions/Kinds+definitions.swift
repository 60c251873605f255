extension Kinds {
    /// Returns these built-in kinds with the kinds and fields that a library defines.
    ///
    /// Positions are stable: a definition that was known before keeps its place, even after an undo
    /// has removed it. Its kind or field is then hidden. So is one whose text cannot be read,
    /// because a newer version may have written it. One whose name cannot be that of a table or a
    /// column is left out.
    ///
    /// - Parameters:
    ///   - living: the definitions that the library has.
    ///   - known: all definitions that it has ever had, in their order, with their last texts.
    /// - Returns: the kinds.
    package func defined(by living: [Definition], known: [Definition]) -> Kinds {
        guard definitions != nil, !(living.isEmpty && known.isEmpty) else { return builtIn }
        let current = Dictionary(living.map { ($0.subject, $0) }) { first, _ in first }
        let all = Self.joined(known, living)
        var drafts = builtIn.stored.map { Draft(kind: $0, fields: $0.fields) }
        var unreadable: [String] = []
        for definition in all where definition.field == nil {
            guard !drafts.contains(where: { $0.kind.storedName == definition.subject }) else {
                continue
            }
            let isLiving = current[definition.subject] != nil
            guard KindName.canBeTable(definition.subject), drafts.count < Self.maximumKinds else {
                if isLiving { unreadable.append(definition.subject) }
                continue
            }
            let read = Draft(definition, isLiving: isLiving)
            if read == nil, isLiving { unreadable.append(definition.subject) }
            drafts.append(read ?? Draft(unreadable: definition.subject))
        }
        for definition in all {
            guard let name = definition.field,
                let index = drafts.firstIndex(where: { $0.kind.storedName == definition.kind })
            else { continue }
            let isLiving = current[definition.subject] != nil
            let isUsable =
                KindName.canBeColumn(name) && drafts[index].fields.count < Self.maximumColumns
                && drafts[index].add(definition, named: name, isLiving: isLiving)
            if !isUsable, isLiving {
                unreadable.append(definition.subject)
            }
        }
        return Kinds(
            builtIn: builtIn, Self.finished(drafts), known: all, unreadable: unreadable,
            undone: Set(all.map(\.subject)).subtracting(current.keys))
    }

    /// The maximum number of kinds, and of fields in one: SQLite has a limit for columns, and each
    /// kind has a table in memory.
    private static let (maximumKinds, maximumColumns) = (1000, 1000)

    /// Returns the kinds of drafts. Two devices may have given two kinds the same name or plural.
    /// Every device chooses the same kind to give way, in whatever order it learned of them.
    private static func finished(_ drafts: [Draft]) -> [Kind] {
        var kinds = drafts.map(\.finished)
        var names = TakenNames()
        let order = kinds.indices.filter { kinds[$0].isOwn && !kinds[$0].isRetired }
            .sorted { kinds[$0].storedName < kinds[$1].storedName }
        for kind in kinds where !kind.isOwn { names.add(kind.names) }
        for index in order {
            let kind = kinds[index]
            if names.areFree(kind.names) {
                names.add(kind.names)
                continue
            }
            let name = names.take(kind.name)
            let plural = kind.plural == kind.name ? name : names.take(kind.plural)
            let synonyms = kind.synonyms.filter { names.areFree([$0]) }
            names.add(synonyms)
            kinds[index] = kind.called(name, plural: plural, synonyms: synonyms)
        }
        return kinds
    }

    /// Returns the known definitions with the texts of the living ones, followed by new ones.
    private static func joined(_ known: [Definition], _ living: [Definition]) -> [Definition] {
        var all = known
        var places = Dictionary(known.enumerated().map { ($1.subject, $0) }) { first, _ in first }
        for definition in living {
            if let place = places[definition.subject] {
                all[place] = definition
            } else {
                places[definition.subject] = all.count
                all.append(definition)
            }
        }
        return all
    }

    /// A kind while its fields are collected.
    fileprivate struct Draft {
        var kind: Kind
        var fields: [Field]
    }
}

extension Kinds.Draft {
    /// Reads the definition of a kind; nil if its text is not one.
    fileprivate init?(_ definition: Definition, isLiving: Bool) {
        guard let read = try? KindReader.kinds(in: definition.text, isPart: true).first,
            read.storedName == definition.subject
        else { return nil }
        kind = Kind(
            name: read.name, plural: read.plural, storedName: read.storedName,
            synonyms: read.synonyms, offline: read.offline,
            distinguishing: read.definedDistinguishing, isOwn: true,
            isRetired: read.isRetired || !isLiving, fields: [])
        fields = Array(read.fields.prefix(1))
        fields[0] = fields[0].changed(isOwn: true)
    }

    /// Creates the hidden kind for a definition that cannot be read.
    fileprivate init(unreadable name: String) {
        kind = Kind(name: name, plural: name, isOwn: true, isRetired: true, fields: [])
        fields = [Field("title", .text, "", isOwn: true)]
    }

    /// Adds the field of a definition. A definition that cannot be read becomes a hidden field.
    ///
    /// - Returns: whether it can be read.
    fileprivate mutating func add(
        _ definition: Definition, named name: String, isLiving: Bool
    ) -> Bool {
        guard !fields.contains(where: { $0.storedName == name }) else { return true }
        guard let read = try? KindReader.field(in: definition.text), read.storedName == name else {
            fields.append(Field(name, .text, "", isOwn: true, isRetired: true))
            return false
        }
        fields.append(
            read.changed(isOwn: true, isRetired: read.isRetired || !isLiving))
        return true
    }

    /// The kind with its fields. Two devices may have given two fields the same name or role, or
    /// have added a ladder each. Every device chooses the same field to give way, in whatever order
    /// it learned of them: a field that was renamed to the name of another, else the one whose
    /// stored name comes later.
    fileprivate var finished: Kind {
        guard fields.count > kind.fields.count else { return kind }
        var fields = fields
        var names = TakenNames()
        var roles: Set<String> = []
        var hasLadder = false
        func precedence(_ index: Int) -> (Int, String) {
            let field = fields[index]
            if index == 0 || !field.isOwn { return (0, field.storedName) }
            return (field.name == field.storedName ? 1 : 2, field.storedName)
        }
        let order = fields.indices.filter { !fields[$0].isRetired }
            .sorted { precedence($0) < precedence($1) }
        for index in order {
            let field = fields[index]
            let name = names.take(field.name)
            let hasRole = field.role.map { roles.insert($0.name).inserted } ?? false
            var content = field.content
            if case .ladder(let ladder) = content {
                if hasLadder { content = .choice(suggestions: ladder.rungs.map(\.name)) }
                hasLadder = true
            }
            guard name != field.name || hasRole != (field.role != nil) || content != field.content
            else { continue }
            fields[index] = field.givingWay(
                as: name, content, role: hasRole ? field.role : nil)
        }
        return kind.having(fields)
    }
}

/// The names that kinds, or the fields of a kind, have.
private struct TakenNames {
    private var names: Set<String> = []

    mutating func add(_ names: [String]) { self.names.formUnion(names) }

    func areFree(_ names: [String]) -> Bool { self.names.isDisjoint(with: names) }

    /// Takes a name, and appends a number to it if it is taken.
    mutating func take(_ name: String) -> String {
        var free = name
        var number = 2
        while !names.insert(free).inserted {
            free = "\(name)-\(number)"
            number += 1
        }
        return free
    }
}

extension Kind {
    /// All names by which the user calls the kind.
    fileprivate var names: [String] { [name, plural] + synonyms }

    fileprivate func called(_ name: String, plural: String, synonyms: [String]) -> Kind {
        Kind(
            name: name, plural: plural, storedName: storedName, synonyms: synonyms,
            offline: offline, catalogue: catalogue, completions: completions,
            distinguishing: definedDistinguishing, replacement: replacement, isOwn: isOwn,
            isRetired: isRetired, fields: fields)
    }
}

extension Field {
    /// Returns the field with the name, the type and the role that it keeps when it gives way.
    fileprivate func givingWay(as name: String, _ content: Content, role: Role?) -> Field {
        Field(
            name, content, summary, isUnique: isUnique, rank: rank, isInPast: isInPast,
            namesPeople: namesPeople, role: role, initial: initial, storedName: storedName,
            isOwn: isOwn, isRetired: isRetired)
    }
}
