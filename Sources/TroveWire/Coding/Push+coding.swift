package import TroveCodecs
package import TroveModel

extension PushOperation {
    /// Appends an operation as an element. `fields` is a JSON object.
    package static func append(
        to writer: inout WireWriter, number: Int, action: Action, kind: String, id: ItemID,
        base: Version, fields: String, at: Timestamp
    ) {
        writer.element { writer in
            writer.member(Wire.number.name, number)
            writer.member(Wire.action.name, action.rawValue)
            if action == .skip { return }
            writer.member(Wire.kind.name, kind)
            writer.member(Wire.id.name, id.description)
            writer.member(Wire.base.name, base)
            writer.member(Wire.fields.name, raw: fields)
            writer.member(Wire.at.name, at.milliseconds)
        }
    }

    init(_ reader: WireReader) throws(WireError) {
        let number = try reader.count(Wire.number.name)
        let action = try reader.word(Wire.action.name, as: Action.self)
        guard action != .skip else {
            self = .skip(number)
            return
        }
        self.init(
            number: number, action: action, kind: try reader.text(Wire.kind.name),
            id: try reader.id(Wire.id.name), base: try reader.version(Wire.base.name),
            fields: try reader.members(Wire.fields.name), at: try reader.moment(Wire.at.name))
    }
}

extension PushRequest {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            cursor: Cursor(
                epoch: try reader.name(Wire.epoch.name),
                sequence: try reader.version(Wire.since.name),
                mark: try reader.mark(Wire.mark.name)),
            operations: try reader.list(Wire.operations.name) { (reader) throws(WireError) in
                try PushOperation(reader)
            })
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        Self.bytes(cursor: cursor) { writer in
            for operation in operations {
                PushOperation.append(
                    to: &writer, number: operation.number, action: operation.action,
                    kind: operation.kind, id: operation.id, base: operation.base,
                    fields: JSON.object(operation.fields).written, at: operation.at)
            }
        }
    }

    /// Returns a push; the closure appends its operations.
    package static func bytes(
        cursor: Cursor, operations: (inout WireWriter) -> Void
    ) -> [UInt8] {
        WireWriter.message { writer in
            writer.member(Wire.epoch.name, cursor.epoch)
            writer.member(Wire.since.name, cursor.sequence)
            writer.member(Wire.mark.name, mark: cursor.mark)
            writer.list(Wire.operations.name, operations)
        }
    }
}

extension Rejection {
    init(reading reader: WireReader) throws(WireError) {
        self.init(
            Code(rawValue: try reader.text(Wire.code.name)) ?? .invalid,
            field: try reader.optionalText(Wire.field.name),
            try reader.text(Wire.text.name))
    }

    /// Appends the members of the rejection.
    func appendMembers(to writer: inout WireWriter) {
        writer.member(Wire.code.name, code.rawValue)
        if let field { writer.member(Wire.field.name, field) }
        writer.member(Wire.text.name, message)
    }
}

extension PushResult {
    /// Parses a single result, as `append` writes it.
    package init(_ json: JSON) throws(WireError) {
        try self.init(WireReader(json))
    }

    init(_ reader: WireReader) throws(WireError) {
        let error = try reader.optionalObject(Wire.error.name) { (reader) throws(WireError) in
            try Rejection(reading: reader)
        }
        let entry = try reader.optionalObject(Wire.entry.name) { (reader) throws(WireError) in
            try Entry(reader)
        }
        self.init(
            number: try reader.count(Wire.number.name),
            status: try reader.word(Wire.status.name, as: Status.self),
            isDuplicate: try reader.flag(Wire.duplicate.name),
            version: try reader.version(Wire.version.name),
            error: error, entry: entry)
        if (error != nil) != (status == .rejected) { throw WireError(Wire.error.name) }
    }

    /// Appends the result as an element.
    package func append(to writer: inout WireWriter) {
        writer.element { writer in
            writer.member(Wire.number.name, number)
            writer.member(Wire.status.name, status.rawValue)
            if isDuplicate { writer.member(Wire.duplicate.name, true) }
            writer.member(Wire.version.name, version)
            if let error { writer.object(Wire.error.name) { error.appendMembers(to: &$0) } }
            if let entry {
                writer.object(Wire.entry.name) { entry.appendMembers(to: &$0) }
            }
        }
    }
}

extension PushReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            acknowledged: try reader.count(Wire.acknowledged.name),
            before: try reader.version(Wire.before.name),
            cursor: Cursor(
                epoch: try reader.name(Wire.epoch.name),
                sequence: try reader.version(Wire.sequence.name),
                mark: try reader.mark(Wire.mark.name)),
            results: try reader.list(Wire.results.name) { (reader) throws(WireError) in
                try PushResult(reader)
            },
            isTokenOld: try reader.flag(Wire.rotate.name))
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.member(Wire.epoch.name, cursor.epoch)
            writer.member(Wire.acknowledged.name, acknowledged)
            writer.member(Wire.before.name, before)
            writer.member(Wire.sequence.name, cursor.sequence)
            writer.member(Wire.mark.name, mark: cursor.mark)
            writer.list(Wire.results.name) { writer in
                for result in results { result.append(to: &writer) }
            }
            if isTokenOld { writer.member(Wire.rotate.name, true) }
        }
    }
}
