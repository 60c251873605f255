import TroveCodecs
import TroveModel
import TroveWire

/// The fields of an entry while an operation is merged into them.
struct EntryMerge {
    /// The current fields, each with a value.
    private(set) var fields: [JSON.Member]
    private(set) var versions: FieldVersions
    /// The fields that lost: the operation's value and the current one, null for none, with the
    /// number of the device that set it.
    private(set) var lost: [(name: String, mine: JSON, theirs: JSON, keptBy: Int)] = []
    /// The fields to which the operation gives the value that another device, unseen, has given
    /// them.
    private(set) var repeated: [String] = []
    private(set) var hasChanged = false
    /// The fields that lose unless they have the current value, and the device whose change stands.
    private var contested: (names: [String], keptBy: Int)?
    private let device: Int
    private let policy: any MergePolicy

    /// Starts from the current fields, for an operation of the device with this number.
    init(_ row: EntryRow, device: Int, policy: any MergePolicy) {
        fields = row.fields
        versions = row.versions
        self.device = device
        self.policy = policy
    }

    /// Lets the fields of an operation that mean nothing without each other lose together if
    /// another device, unseen, gave one of them a value that the operation does not repeat.
    ///
    /// - Parameters:
    ///   - names: The fields that belong together, the main one first. An operation with the main
    ///     one states all of them: those that it lacks have no value.
    ///   - members: The fields of the operation.
    ///   - base: The version of the entry that the device saw.
    mutating func contest(_ names: [String], in members: [JSON.Member], base: Version) {
        var missing: [(name: String, mine: JSON, theirs: JSON, keptBy: Int)] = []
        for name in names {
            let standing = fields.first { $0.name.isExactly(name) }?.value ?? .null
            let last = versions.version(of: name, isPresent: !standing.isNull)
            let member = members.first { $0.name.isExactly(name) }
            guard policy.isUnseen(last, by: device, at: base),
                member.map({ !$0.value.isExactly(standing) }) ?? true
            else { continue }
            contested = (names, last.device)
            if member == nil, !standing.isNull {
                missing.append((name, .null, standing, last.device))
            }
        }
        let isWhole = names.first.map { main in members.contains { $0.name.isExactly(main) } }
        if isWhole == true { lost += missing }
    }

    /// Merges one field of an operation, or adds it to `lost`.
    ///
    /// A value equal to the current one never loses. If its device has not seen the current one, it
    /// repeats the change of another device, and the field keeps its version: a device that saw
    /// that change does not conflict with the repetition. If its device has seen the current one,
    /// the user has changed the field and changed it back. Then the field gets the new version, so
    /// that a device that has seen neither change conflicts with them. This happens after the
    /// server was restored from a backup.
    ///
    /// - Parameters:
    ///   - member: the field's new value; null clears.
    ///   - base: the version of the entry that the device saw.
    ///   - version: the version of the operation.
    mutating func bring(_ member: JSON.Member, base: Version, version: FieldVersion) {
        let standing = fields.first { $0.name.isExactly(member.name) }
        let last = versions.version(of: member.name, isPresent: standing != nil)
        let isContested = contested?.names.contains { $0.isExactly(member.name) } ?? false
        if member.value.isExactly(standing?.value ?? .null) {
            guard last.sequence <= base, base > 0, !isContested else {
                repeated.append(member.name)
                return
            }
        }
        let isUnseen = policy.isUnseen(last, by: device, at: base)
        if isUnseen || isContested {
            let keptBy = isUnseen ? last.device : contested?.keptBy ?? last.device
            lost.append((member.name, member.value, standing?.value ?? .null, keptBy))
            return
        }
        fields.set(member)
        versions.set(member.name, version)
        hasChanged = true
    }
}

extension [JSON.Member] {
    /// Sets a field, or removes it if the value is null.
    mutating func set(_ member: JSON.Member) {
        let index = firstIndex { $0.name.isExactly(member.name) }
        switch (index, member.value.isNull) {
        case (let index?, true): remove(at: index)
        case (let index?, false): self[index].value = member.value
        case (nil, true): break
        case (nil, false): append(member)
        }
    }
}

extension JSON.Member {
    /// Returns whether name and value are equal byte by byte.
    func isExactly(_ other: JSON.Member) -> Bool {
        name.isExactly(other.name) && value.isExactly(other.value)
    }
}
