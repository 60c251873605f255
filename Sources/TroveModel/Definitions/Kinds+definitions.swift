extension Kinds {
    /// Returns these built-in kinds with the kinds and fields that a library defines.
    ///
    /// Positions are stable: a definition that was known before keeps its place, also after an undo
    /// has removed it. Its kind or field is then hidden. So is one whose text cannot be read, as a
    /// newer version may have written it.
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
            let read = Draft(definition, isLiving: isLiving)
            if read == nil, isLiving { unreadable.append(definition.subject) }
            drafts.append(read ?? Draft(unreadable: definition.subject))
        }
        for definition in all {
            guard let name = definition.field,
                let index = drafts.firstIndex(where: { $0.kind.storedName == definition.kind })
            else { continue }
            let isLiving = current[definition.subject] != nil
            if !drafts[index].add(definition, named: name, isLiving: isLiving), isLiving {
                unreadable.append(definition.subject)
            }
        }
        return Kinds(builtIn: builtIn, drafts.map(\.finished), known: all, unreadable: unreadable)
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
            distinguishing: read.distinguishing, isOwn: true,
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
        fields.append(read.owned(isRetired: read.isRetired || !isLiving, beside: fields))
        return true
    }

    fileprivate var finished: Kind {
        fields.count == kind.fields.count ? kind : kind.having(fields)
    }
}

extension Field {
    /// Returns the field as one that the user has defined. Two devices may have given two fields of a
    /// kind the same name, role or ladder; the later field gives way.
    fileprivate func owned(isRetired: Bool, beside others: [Field]) -> Field {
        let shown = others.filter { !$0.isRetired }
        var name = name
        var number = 2
        while shown.contains(where: { $0.name == name }) {
            name = "\(self.name)-\(number)"
            number += 1
        }
        let isTaken = shown.contains { $0.role != nil && $0.role?.name == role?.name }
        return Field(
            name, content, summary, isUnique: isUnique, rank: rank, isInPast: isInPast,
            namesPeople: namesPeople, role: isTaken ? nil : role, initial: initial,
            storedName: storedName, isOwn: true, isRetired: isRetired)
    }
}
