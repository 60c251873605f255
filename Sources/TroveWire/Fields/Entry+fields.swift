extension Entry {
    /// The fields of an entry.
    enum Wire {
        static let kind = WireField("kind", .text, "the kind of the entry")
        static let id = WireField("id", .scalar(.id), "the ID of the entry")
        static let version = WireField("ver", .count, "the version of its last change")
        static let fields = WireField("fields", .scalar(.fields), "the fields of the entry")
        static let deleted = WireField("deleted", .alwaysTrue, "the mark of a tombstone")
        static let by = WireField("by", .text, "the name of the device that changed it last")

        /// An entry has fields, a tombstone has none.
        static let message = WireMessage(
            "Entry", [kind, id, version, fields, by], [kind, id, version, deleted, by])
    }
}

extension ChangesReply {
    /// The fields of a page.
    enum Wire {
        static let epoch = WireField("epoch", .scalar(.id), "the epoch of the history")
        static let since = WireField(
            "since", .scalar(.sequence), "the version after which the page begins")
        static let entries = WireField(
            "entries", .list(.message(Entry.Wire.message)),
            "the changed entries, in the order of their versions")
        static let next = WireField(
            "next", .scalar(.sequence), "the version at the end of the page")
        static let mark = WireField("mark", .scalar(.mark), "the mark of that version")
        static let more = WireField("more", .flag, "whether another page follows")
        static let acknowledged = WireField(
            "ack", .count, "the number of the device's last operation that the server has")
        static let rotate = WireField.optional(
            "rotate", .flag, "whether the device should exchange its token")

        static let message = WireMessage(
            "Changes", [epoch, since, entries, next, mark, more, acknowledged, rotate])
    }
}

extension SnapshotReply {
    /// The fields of a page.
    enum Wire {
        static let epoch = WireField("epoch", .scalar(.id), "the epoch of the history")
        static let sequence = WireField(
            "seq", .scalar(.sequence), "the version when the page was made")
        static let mark = WireField("mark", .scalar(.mark), "the mark of that version")
        static let entries = WireField(
            "entries", .list(.message(Entry.Wire.message)),
            "the living entries, in the order of their IDs")
        static let more = WireField("more", .flag, "whether another page follows")

        static let message = WireMessage("Snapshot", [epoch, sequence, mark, entries, more])
    }
}
