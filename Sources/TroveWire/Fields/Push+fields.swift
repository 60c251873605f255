extension PushRequest {
    /// The fields of the request.
    enum Wire {
        static let epoch = WireField(
            "epoch", .scalar(.epoch), "the epoch of the history that the device has")
        static let since = WireField(
            "since", .scalar(.sequence), "the last version that the device has")
        static let mark = WireField("mark", .scalar(.mark), "the mark of that version")
        static let operations = WireField(
            "operations", .list(.message(PushOperation.Wire.message), most: Limits.operations),
            "the operations, in the order of their numbers")

        static let message = WireMessage("Push", [epoch, since, mark, operations])
    }
}

extension PushOperation {
    /// The fields of an operation.
    enum Wire {
        static let number = WireField(
            "n", .scalar(.sequence), "the number of the operation on its device")
        static let action = WireField(
            "action", .word(of: Action.allCases.filter { $0 != .skip }), "the action")
        static let kind = WireField("kind", .text, "the kind of the entry")
        static let id = WireField("id", .scalar(.id), "the ID of the entry")
        static let base = WireField(
            "base", .scalar(.sequence), "the version of the entry that the device had")
        static let fields = WireField(
            "fields", .scalar(.fields), "the fields of a new entry, or the changed ones")
        static let at = WireField(
            "at", .scalar(.moment), "when the user made the change, for display")

        /// An operation without effect has only a number.
        static let message = WireMessage(
            "Operation", [number, action.typed(.word(of: [Action.skip]))],
            [number, action, kind, id, base, fields, at])
    }
}

extension PushReply {
    /// The fields of the reply.
    enum Wire {
        static let epoch = WireField("epoch", .scalar(.id), "the epoch of the history")
        static let acknowledged = WireField(
            "ack", .count, "the number of the device's last operation that the server has")
        static let before = WireField("before", .count, "the version before the push")
        static let sequence = WireField(
            "seq", .scalar(.sequence), "the version after the push")
        static let mark = WireField("mark", .scalar(.mark), "the mark of that version")
        static let results = WireField(
            "results", .list(.message(PushResult.Wire.message)), "a result for each operation")
        static let rotate = WireField.optional(
            "rotate", .flag, "whether the device should exchange its token")

        static let message = WireMessage(
            "PushReply", [epoch, acknowledged, before, sequence, mark, results, rotate])
    }
}

extension PushResult {
    /// The fields of a result.
    enum Wire {
        static let number = WireField("n", .count, "the number of the operation")
        static let status = WireField("status", .word(of: Status.allCases), "the outcome")
        static let duplicate = WireField.optional(
            "duplicate", .flag, "whether the operation is a repetition")
        static let version = WireField("ver", .count, "the version of the entry afterward")
        static let error = WireField.optional(
            "error", .object(Rejection.Wire.fields), "why the operation was rejected")
        static let entry = WireField.optional(
            "entry", .message(Entry.Wire.message),
            "the entry, unless the operation was applied exactly as sent")

        static let message = WireMessage(
            "Result", [number, status, duplicate, version, error, entry])
    }
}

extension Rejection {
    /// The fields of a rejection.
    enum Wire {
        static let code = WireField("code", .word(of: Code.allCases), "the reason")
        static let field = WireField.optional("field", .text, "the rejected field")
        static let text = WireField("message", .text, "the message, for display")

        static let fields = [code, field, text]
    }
}
