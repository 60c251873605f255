package import TroveCodecs
package import TroveModel

extension Entry {
    /// Appends an entry as an element. `fields` is a JSON object, nil for a tombstone.
    package static func append(
        to writer: inout WireWriter, kind: String, id: ItemID, version: Version, fields: String?,
        by: String
    ) {
        writer.element { writer in
            appendMembers(
                to: &writer, kind: kind, id: id, version: version, fields: fields, by: by)
        }
    }

    static func appendMembers(
        to writer: inout WireWriter, kind: String, id: ItemID, version: Version, fields: String?,
        by: String
    ) {
        writer.member("kind", kind)
        writer.member("id", id.description)
        writer.member("ver", version)
        if let fields {
            writer.member("fields", raw: fields)
        } else {
            writer.member("deleted", true)
        }
        writer.member("by", by)
    }

    init(_ reader: WireReader) throws(WireError) {
        let isDeleted = try reader.flag("deleted")
        self.init(
            kind: try reader.text("kind"), id: try reader.id("id"),
            version: try reader.version("ver"), isDeleted: isDeleted,
            fields: isDeleted ? [] : try reader.members("fields"), by: try reader.text("by"))
    }
}

extension ChangesReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            since: try reader.version("since"),
            entries: try reader.list("entries") { (reader) throws(WireError) in
                try Entry(reader)
            },
            next: Cursor(
                epoch: try reader.name("epoch"), sequence: try reader.version("next"),
                mark: try reader.mark("mark")),
            hasMore: try reader.flag("more"), acknowledged: try reader.count("ack"))
    }

    /// Returns a page; the closure appends its entries.
    package static func bytes(
        since: Version, next: Cursor, hasMore: Bool, acknowledged: Int,
        entries: (inout WireWriter) -> Void
    ) -> [UInt8] {
        WireWriter.message { writer in
            writer.member("epoch", next.epoch)
            writer.member("since", since)
            writer.list("entries", entries)
            writer.member("next", next.sequence)
            writer.member("mark", mark: next.mark)
            writer.member("more", hasMore)
            writer.member("ack", acknowledged)
        }
    }
}

extension SnapshotReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            cursor: Cursor(
                epoch: try reader.name("epoch"), sequence: try reader.version("seq"),
                mark: try reader.mark("mark")),
            entries: try reader.list("entries") { (reader) throws(WireError) in
                try Entry(reader)
            },
            hasMore: try reader.flag("more"))
    }

    /// Returns a page; the closure appends its entries.
    package static func bytes(
        cursor: Cursor, hasMore: Bool, entries: (inout WireWriter) -> Void
    ) -> [UInt8] {
        WireWriter.message { writer in
            writer.member("epoch", cursor.epoch)
            writer.member("seq", cursor.sequence)
            writer.member("mark", mark: cursor.mark)
            writer.list("entries", entries)
            writer.member("more", hasMore)
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
        ]
    }

    /// Parses the fields of a conflict's entry.
    package init(fields: [JSON.Member]) throws(WireError) {
        let json = JSON.object(fields)
        let reader = WireReader(json)
        self.init(
            entry: try reader.id("entry"), kind: try reader.text("kind"),
            field: try reader.text("field"), mine: json["mine"] ?? .null,
            theirs: json["theirs"] ?? .null, device: try reader.text("device"),
            at: try reader.moment("at"))
    }
}
