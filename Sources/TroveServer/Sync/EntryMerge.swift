import TroveCodecs
import TroveWire

/// The fields of an entry while an operation is merged into them.
struct EntryMerge {
    /// The current fields, each with a value.
    private(set) var fields: [JSON.Member]
    private(set) var versions: FieldVersions
    /// The fields that lost: the operation's value and the current one, null for none.
    private(set) var lost: [(name: String, mine: JSON, theirs: JSON)] = []
    private(set) var hasChanged = false
    private let device: Int
    private let policy: any MergePolicy

    /// Starts from the current fields, for an operation of the device with this number.
    init(_ row: EntryRow, device: Int, policy: any MergePolicy) {
        fields = row.fields
        versions = row.versions
        self.device = device
        self.policy = policy
    }

    /// Merges one field of an operation, or adds it to `lost`. A value equal to the current one
    /// does neither: the field keeps its version, so a device that saw it does not conflict with
    /// one that repeats it.
    ///
    /// - Parameters:
    ///   - member: the field's new value; null clears.
    ///   - base: the version of the entry that the device saw.
    ///   - version: the version of the operation.
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
