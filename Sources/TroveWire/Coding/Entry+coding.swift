package import TroveCodecs
package import TroveModel

extension Entry {
    /// Appends the members of the entry.
    package func appendMembers(to writer: inout WireWriter) {
        Self.appendMembers(
            to: &writer, kind: kind, id: id, version: version, isDeleted: isDeleted, by: by
        ) { $0 += JSON.object(fields).bytes }
    }

    /// Appends an entry as an element. `fields` appends its fields, a JSON object; it is not called
    /// for a tombstone.
    package static func append(
        to writer: inout WireWriter, kind: String, id: ItemID, version: Version, isDeleted: Bool,
        by: String, fields: (inout [UInt8]) -> Void
    ) {
        writer.element { writer in
            appendMembers(
                to: &writer, kind: kind, id: id, version: version, isDeleted: isDeleted, by: by,
                fields: fields)
        }
    }

    private static func appendMembers(
        to writer: inout WireWriter, kind: String, id: ItemID, version: Version, isDeleted: Bool,
        by: String, fields: (inout [UInt8]) -> Void
    ) {
        writer.member(Wire.kind.name, kind)
        writer.member(Wire.id.name, id)
        writer.member(Wire.version.name, version)
        if isDeleted {
            writer.member(Wire.deleted.name, true)
        } else {
            writer.member(Wire.fields.name, fields)
        }
        writer.member(Wire.by.name, by)
    }

    init(_ reader: WireReader) throws(WireError) {
        let isDeleted = try reader.flag(Wire.deleted.name)
        self.init(
            kind: try reader.text(Wire.kind.name), id: try reader.id(Wire.id.name),
            version: try reader.version(Wire.version.name), isDeleted: isDeleted,
            fields: isDeleted ? [] : try reader.members(Wire.fields.name),
            by: try reader.text(Wire.by.name))
    }
}

extension ChangesReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            since: try reader.version(Wire.since.name),
            entries: try reader.list(Wire.entries.name) { (reader) throws(WireError) in
                try Entry(reader)
            },
            next: Cursor(
                epoch: try reader.name(Wire.epoch.name),
                sequence: try reader.version(Wire.next.name),
                mark: try reader.mark(Wire.mark.name)),
            hasMore: try reader.flag(Wire.more.name),
            acknowledged: try reader.count(Wire.acknowledged.name),
            isTokenOld: try reader.flag(Wire.rotate.name))
    }

    /// Returns a page; the closure appends its entries.
    package static func bytes(
        since: Version, next: Cursor, hasMore: Bool, acknowledged: Int, isTokenOld: Bool = false,
        entries: (inout WireWriter) -> Void
    ) -> [UInt8] {
        WireWriter.message { writer in
            writer.member(Wire.epoch.name, next.epoch)
            writer.member(Wire.since.name, since)
            writer.list(Wire.entries.name, entries)
            writer.member(Wire.next.name, next.sequence)
            writer.member(Wire.mark.name, mark: next.mark)
            writer.member(Wire.more.name, hasMore)
            writer.member(Wire.acknowledged.name, acknowledged)
            if isTokenOld { writer.member(Wire.rotate.name, true) }
        }
    }
}

extension SnapshotReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            cursor: Cursor(
                epoch: try reader.name(Wire.epoch.name),
                sequence: try reader.version(Wire.sequence.name),
                mark: try reader.mark(Wire.mark.name)),
            entries: try reader.list(Wire.entries.name) { (reader) throws(WireError) in
                try Entry(reader)
            },
            hasMore: try reader.flag(Wire.more.name))
    }

    /// Returns a page; the closure appends its entries.
    package static func bytes(
        cursor: Cursor, hasMore: Bool, entries: (inout WireWriter) -> Void
    ) -> [UInt8] {
        WireWriter.message { writer in
            writer.member(Wire.epoch.name, cursor.epoch)
            writer.member(Wire.sequence.name, cursor.sequence)
            writer.member(Wire.mark.name, mark: cursor.mark)
            writer.list(Wire.entries.name, entries)
            writer.member(Wire.more.name, hasMore)
        }
    }
}

extension Conflict {
    /// The fields of the conflict's entry.
    package var fields: [JSON.Member] {
        [
            JSON.Member("entry", .string(entry.description)),
            JSON.Member("kind", .string(kind)),
            JSON.Member("field", .string(field)),
            JSON.Member("mine", mine),
            JSON.Member("theirs", theirs),
            JSON.Member("device", .string(device)),
            JSON.Member("at", .integer(at.milliseconds)),
        ] + (keptBy.map { [JSON.Member("by", .string($0))] } ?? [])
    }

    /// Parses the fields of a conflict's entry.
    package init(fields: [JSON.Member]) throws(WireError) {
        let json = JSON.object(fields)
        let reader = WireReader(json)
        self.init(
            entry: try reader.id("entry"), kind: try reader.text("kind"),
            field: try reader.text("field"), mine: json["mine"] ?? .null,
            theirs: json["theirs"] ?? .null, device: try reader.text("device"),
            keptBy: json["by"]?.text, at: try reader.moment("at"))
    }
}
