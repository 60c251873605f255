import TroveCodecs
import TroveModel
package import TroveWire

/// The last change of a field: its sequence number and its device.
package struct FieldVersion: Hashable, Sendable {
    /// The sequence number of the operation.
    package let sequence: Version
    /// The row number of the device.
    package let device: Int

    /// The version of a field that was never set.
    static let none = FieldVersion(sequence: 0, device: 0)
}

/// The versions of an entry's fields.
///
/// Most fields are as old as the entry, so only the others are listed. Stored as NULL if all fields
/// are as old as the entry's last change, otherwise as `[seq, device, {"field": [seq, device],
/// …}]`, where the first two numbers apply to the fields that are not listed. A tombstone lists its
/// deletions instead, as `"*device"`. The last conflict of a device about a field is listed as
/// `"*device:field"` until the field changes, the last one about the entry until the entry changes.
struct FieldVersions: Sendable {
    /// A conflict about an entry.
    private struct Loss {
        /// The field; `Conflict.wholeEntry` for the entry as a whole.
        let field: String
        /// The operation whose value lost, and its device.
        var version: FieldVersion

        /// The name under which it is listed.
        var name: String { "*\(version.device):\(field)" }

        init(_ field: String, _ version: FieldVersion) {
            self.field = field
            self.version = version
        }

        /// Reads a name; nil for the name of a field or a deletion.
        init?(listedAs name: String, _ version: FieldVersion) {
            let prefix = "*\(version.device):"
            // A field may begin with a combining mark, which would extend the colon.
            guard name.utf8.starts(with: prefix.utf8) else { return nil }
            self.init(
                String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self), version)
        }
    }

    /// The version of every present field that is not listed.
    private let origin: FieldVersion
    /// The versions of the other fields, including cleared ones.
    private var listed: [(name: String, version: FieldVersion)] = []
    private var losses: [Loss] = []

    /// Creates the versions of an entry whose fields all come from one change.
    init(all version: FieldVersion) {
        origin = version
    }

    /// Parses stored versions of an entry whose last change was `last`; nil if this server cannot
    /// have written the text.
    init?(text: String?, last: FieldVersion) {
        guard let text else {
            origin = last
            return
        }
        guard let json = try? JSON(parsing: Array(text.utf8)), let parts = json.array,
            parts.count == 3, let origin = Self.version(parts[0], parts[1]),
            let members = parts[2].members
        else { return nil }
        self.origin = origin
        for member in members {
            guard let pair = member.value.array, pair.count == 2,
                let version = Self.version(pair[0], pair[1])
            else { return nil }
            if let loss = Loss(listedAs: member.name, version) {
                losses.append(loss)
            } else {
                listed.append((member.name, version))
            }
        }
    }

    private static func version(_ sequence: JSON, _ device: JSON) -> FieldVersion? {
        guard let sequence = sequence.int, let device = device.int else { return nil }
        return FieldVersion(sequence: Version(rawValue: sequence), device: device)
    }

    /// The stored form.
    var text: String {
        var text = JSONText()
        text.append("[\(origin.sequence),\(origin.device),{")
        let members = listed + losses.map { ($0.name, $0.version) }
        for (index, member) in members.enumerated() {
            if index > 0 { text.append("," as Unicode.Scalar) }
            text.append(string: member.name)
            text.append(":[\(member.version.sequence),\(member.version.device)]")
        }
        text.append("}]")
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The number of fields that are listed, including cleared ones.
    var fieldCount: Int { listed.count }

    /// Returns the version of a field. `isPresent` says whether the entry has a value for it: a
    /// field that is neither listed nor present was never set.
    func version(of name: String, isPresent: Bool) -> FieldVersion {
        if let field = listed.first(where: { $0.name.isExactly(name) }) { return field.version }
        return isPresent ? origin : .none
    }

    mutating func set(_ name: String, _ version: FieldVersion) {
        if let index = listed.firstIndex(where: { $0.name.isExactly(name) }) {
            listed[index].version = version
        } else {
            listed.append((name, version))
        }
        losses.removeAll { $0.field.isExactly(name) || $0.field == Conflict.wholeEntry }
    }

    /// Returns the operation of a device whose value of a field lost last, if the field has not
    /// changed since: a later value of the device loses to the same change.
    func loss(of field: String, by device: Int) -> Version? {
        losses.first { $0.field.isExactly(field) && $0.version.device == device }?.version.sequence
    }

    /// Records that the value of an operation lost.
    mutating func noteLoss(of field: String, _ version: FieldVersion) {
        losses.removeAll { $0.field.isExactly(field) && $0.version.device == version.device }
        losses.append(Loss(field, version))
    }

    /// Forgets that a value of a device lost: its user has replaced the value.
    mutating func forgetLoss(of field: String, by device: Int) {
        losses.removeAll { $0.field.isExactly(field) && $0.version.device == device }
    }

    /// Records a deletion in the versions of a tombstone, which hold the last deletion of each
    /// device.
    mutating func noteDeletion(_ version: FieldVersion) {
        set("*\(version.device)", version)
    }

    /// Returns the newest change of a field that a device has not seen, if it saw the entry at
    /// `base`; nil if it has seen all.
    func lastUnseen(
        by device: Int, at base: Version, fields: [JSON.Member], policy: any MergePolicy
    ) -> FieldVersion? {
        var last: FieldVersion?
        for field in listed where policy.isUnseen(field.version, by: device, at: base) {
            if field.version.sequence > last?.sequence ?? 0 { last = field.version }
        }
        guard origin.sequence > last?.sequence ?? 0,
            policy.isUnseen(origin, by: device, at: base),
            fields.contains(where: { field in !listed.contains { $0.name.isExactly(field.name) } })
        else { return last }
        return origin
    }
}

extension JSON {
    /// Returns whether two values serialize to the same bytes.
    func isExactly(_ other: JSON) -> Bool {
        self == other && bytes == other.bytes
    }
}
