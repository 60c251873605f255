package import TroveCodecs
package import TroveModel

extension PushOperation {
    /// Appends an operation as an element. `fields` is a JSON object.
    package static func append(
        to writer: inout WireWriter, number: Int, action: Action, kind: String, id: ItemID,
        base: Version, fields: String, at: Timestamp
    ) {
        writer.element { writer in
            writer.member("n", number)
            writer.member("action", action.rawValue)
            if action == .skip { return }
            writer.member("kind", kind)
            writer.member("id", id.description)
            writer.member("base", base)
            writer.member("fields", raw: fields)
            writer.member("at", at.milliseconds)
        }
    }

    init(_ reader: WireReader) throws(WireError) {
        let number = try reader.count("n")
        let action = try reader.word("action", as: Action.self)
        guard action != .skip else {
            self = .skip(number)
            return
        }
        self.init(
            number: number, action: action, kind: try reader.text("kind"),
            id: try reader.id("id"), base: try reader.version("base"),
            fields: try reader.members("fields"), at: try reader.moment("at"))
    }
}

extension PushRequest {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            cursor: Cursor(
                epoch: try reader.name("epoch"), sequence: try reader.version("since"),
                mark: try reader.mark("mark")),
            operations: try reader.list("operations") { (reader) throws(WireError) in
                try PushOperation(reader)
            })
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            PushRequest.append(cursor, to: &writer)
            writer.list("operations") { writer in
                for operation in operations {
                    PushOperation.append(
                        to: &writer, number: operation.number, action: operation.action,
                        kind: operation.kind, id: operation.id, base: operation.base,
                        fields: JSON.object(operation.fields).written, at: operation.at)
                }
            }
        }
    }
}

extension PushRequest {
    /// Appends the members of the cursor.
    package static func append(_ cursor: Cursor, to writer: inout WireWriter) {
        writer.member("epoch", cursor.epoch)
        writer.member("since", cursor.sequence)
        writer.member("mark", mark: cursor.mark)
    }
}

extension Rejection {
    init(reading reader: WireReader) throws(WireError) {
        self.init(
            try reader.word("code", as: Code.self), field: try reader.optionalText("field"),
            try reader.text("message"))
    }

    /// Appends the rejection as the member `error` of a result.
    package func append(to writer: inout WireWriter) {
        writer.object("error") { writer in
            writer.member("code", code.rawValue)
            if let field { writer.member("field", field) }
            writer.member("message", message)
        }
    }
}

extension PushResult {
    /// Parses a single result, as `append` writes it.
    package init(_ json: JSON) throws(WireError) {
        try self.init(WireReader(json))
    }

    init(_ reader: WireReader) throws(WireError) {
        let error = try reader.optionalObject("error") { (reader) throws(WireError) in
            try Rejection(reading: reader)
        }
        let entry = try reader.optionalObject("entry") { (reader) throws(WireError) in
            try Entry(reader)
        }
        self.init(
            number: try reader.count("n"), status: try reader.word("status", as: Status.self),
            isDuplicate: try reader.flag("duplicate"), version: try reader.version("ver"),
            error: error, entry: entry)
        if (error != nil) != (status == .rejected) { throw WireError("error") }
    }

    /// Appends the result as an element.
    package func append(to writer: inout WireWriter) {
        writer.element { writer in
            writer.member("n", number)
            writer.member("status", status.rawValue)
            if isDuplicate { writer.member("duplicate", true) }
            writer.member("ver", version)
            error?.append(to: &writer)
            if let entry {
                writer.object("entry") { writer in
                    Entry.appendMembers(
                        to: &writer, kind: entry.kind, id: entry.id, version: entry.version,
                        fields: entry.isDeleted ? nil : JSON.object(entry.fields).written,
                        by: entry.by)
                }
            }
        }
    }
}

extension PushReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            acknowledged: try reader.count("ack"), before: try reader.version("before"),
            cursor: Cursor(
                epoch: try reader.name("epoch"), sequence: try reader.version("seq"),
                mark: try reader.mark("mark")),
            results: try reader.list("results") { (reader) throws(WireError) in
                try PushResult(reader)
            })
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.member("epoch", cursor.epoch)
            writer.member("ack", acknowledged)
            writer.member("before", before)
            writer.member("seq", cursor.sequence)
            writer.member("mark", mark: cursor.mark)
            writer.list("results") { writer in
                for result in results { result.append(to: &writer) }
            }
        }
    }
}
