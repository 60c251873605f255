import TroveCodecs
import TroveModel
package import TroveWire

/// When and by which device a field was changed last.
package struct FieldVersion: Hashable, Sendable {
    package let sequence: Version
    /// The device's number in the file.
    package let device: Int

    /// The version of a field that nobody ever set.
    static let none = FieldVersion(sequence: 0, device: 0)
}

/// The versions of an entry's fields.
///
/// Most fields are as old as the entry, so only the others are listed. In the file: nothing where all
/// are as old as the entry's last change, else `[seq, device, {"field": [seq, device], …}]`, where the
/// first two are for the fields that are not listed. A tombstone has its deletions in their place.
struct FieldVersions: Sendable {
    /// Of the fields that the entry has and that are not listed.
    private let origin: FieldVersion
    /// Of the others, those without a value among them.
    private var listed: [(name: String, version: FieldVersion)] = []

    /// The versions of an entry whose fields are all of one change.
    init(all version: FieldVersion) {
        origin = version
    }

    /// The versions as they stand in the file, of an entry whose last change was `last`; nil for a
    /// text that this server did not write.
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
            listed.append((member.name, version))
        }
    }

    private static func version(_ sequence: JSON, _ device: JSON) -> FieldVersion? {
        guard let sequence = sequence.int, let device = device.int else { return nil }
        return FieldVersion(sequence: Version(rawValue: sequence), device: device)
    }

    /// As it is kept.
    var text: String {
        var text = JSONText()
        text.append("[\(origin.sequence),\(origin.device),{")
        for (index, field) in listed.enumerated() {
            if index > 0 { text.append("," as Unicode.Scalar) }
            text.append(string: field.name)
            text.append(":[\(field.version.sequence),\(field.version.device)]")
        }
        text.append("}]")
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The version of a field. It matters whether the entry has a value in it: of those that are not
    /// listed, only the others were never set.
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
    }

    /// Of a tombstone, these are the deletions: each device's last one.
    mutating func noteDeletion(_ version: FieldVersion) {
        set("*\(version.device)", version)
    }

    /// Whether a device that saw the entry at `base` has not seen a change of any of its fields.
    func hasUnseen(
        by device: Int, at base: Version, fields: [JSON.Member], policy: any MergePolicy
    ) -> Bool {
        if listed.contains(where: { policy.isUnseen($0.version, by: device, at: base) }) {
            return true
        }
        return policy.isUnseen(origin, by: device, at: base)
            && fields.contains { field in !listed.contains { $0.name.isExactly(field.name) } }
    }
}

extension String {
    /// Whether two texts have the same bytes. Equality of strings takes two writings of "é" for one.
    func isExactly(_ other: String) -> Bool {
        self == other && utf8.elementsEqual(other.utf8)
    }
}

extension JSON {
    /// Whether two values are written alike, byte by byte.
    func isExactly(_ other: JSON) -> Bool {
        self == other && bytes == other.bytes
    }
}
