extension HelloReply {
    /// The fields of the reply.
    enum Wire {
        static let server = WireField("server", .text, "the ID of the server")
        static let protocols = WireField(
            "protocols", .list(.integer), "the supported versions of the protocol")
        static let format = WireField.optional(
            "format", .count, "the version of the kinds and fields that the server checks")
        static let limits = WireField(
            "limits", .object(limitValues.map(\.field)), "the limits; sizes are in bytes")
        static let kinds = WireField(
            "kinds", .list(.object([kindName, kindFields])), "the kinds that the server checks")

        /// The fields of `limits`, with their values.
        static let limitValues: [(field: WireField, value: Int)] = [
            (WireField("operations", .count, "the operations of one push"), Limits.operations),
            (WireField("body", .count, "the body of a request, except blobs"), Limits.body),
            (WireField("entry", .count, "an entry, as JSON"), Limits.entry),
            (WireField("field", .count, "a field, as JSON"), Limits.field),
            (WireField("blob", .count, "a blob"), Limits.blob),
            (
                WireField("wait", .count, "the seconds that a request for changes can wait"),
                Limits.wait
            ),
        ]

        /// The fields of an element of `kinds`.
        static let kindName = WireField("name", .text, "the name of the kind")
        static let kindFields = WireField("fields", .list(.text), "the names of its fields")

        static let message = WireMessage("Hello", [server, protocols, format, limits, kinds])
    }
}
