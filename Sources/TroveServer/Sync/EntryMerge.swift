import TroveCodecs
import TroveWire

/// The fields of an entry while an operation is brought into them.
struct EntryMerge {
    /// What stands, each with a value.
    private(set) var fields: [JSON.Member]
    private(set) var versions: FieldVersions
    /// What was not taken: the operation's value and the one that stands, null for none.
    private(set) var lost: [(name: String, mine: JSON, theirs: JSON)] = []
    private(set) var hasChanged = false
    private let device: Int
    private let policy: any MergePolicy

    /// The fields as they stand, for an operation of the device with this number.
    init(_ row: EntryRow, device: Int, policy: any MergePolicy) {
        fields = row.fields
        versions = row.versions
        self.device = device
        self.policy = policy
    }

    /// Takes one field of an operation, or lists it as lost. A value that stands already is neither: it
    /// keeps the version that it has, so that nobody who saw it conflicts with one who repeats it.
    ///
    /// - Parameters:
    ///   - member: the field's new value; null clears.
    ///   - base: the version of the entry that the device saw.
    ///   - version: of the operation.
    mutating func bring(_ member: JSON.Member, base: Version, version: FieldVersion) {
        let standing = fields.first { $0.name.isExactly(member.name) }
        guard !member.value.isExactly(standing?.value ?? .null) else { return }
        let last = versions.version(of: member.name, isPresent: standing != nil)
        guard !policy.isUnseen(last, by: device, at: base) else {
            lost.append((member.name, member.value, standing?.value ?? .null))
            return
        }
        fields.set(member)
        versions.set(member.name, version)
        hasChanged = true
    }
}

extension [JSON.Member] {
    /// Gives a field a value, or takes it out where the value is null.
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
    /// Whether name and value are written alike.
    func isExactly(_ other: JSON.Member) -> Bool {
        name.isExactly(other.name) && value.isExactly(other.value)
    }
}
