import TroveCodecs
import TroveWire

/// A message of the protocol in its wire format, and how to read it.
struct WireSpecimen: Sendable, CustomStringConvertible {
    /// The name in a failure.
    let description: String
    /// The exact bytes, as text.
    let text: String
    /// The paths of members that may be missing or null.
    let optional: Set<String>
    /// Members that may be missing, but not null.
    let omissible: Set<String>
    /// Members with any value.
    let free: Set<String>
    /// Reads the message and writes it again.
    let rewrite: @Sendable (JSON) throws(WireError) -> [UInt8]

    init(
        _ description: String, _ text: String, optional: Set<String> = [],
        omissible: Set<String> = [], free: Set<String> = [],
        _ rewrite: @escaping @Sendable (JSON) throws(WireError) -> [UInt8]
    ) {
        self.description = description
        self.text = text
        self.optional = optional
        self.omissible = omissible
        self.free = free
        self.rewrite = rewrite
    }

    var json: JSON {
        get throws { try JSON(parsing: Array(text.utf8)) }
    }

    private static let id = "01234567-89ab-4def-8123-456789abcdef"
    private static let entry = """
        {"kind":"book","id":"\(id)","ver":7,"fields":{"title":"Dune","x":[1]},"by":"laptop"}
        """
    private static let tombstone = """
        {"kind":"book","id":"\(id)","ver":8,"deleted":true,"by":"phone"}
        """

    /// Every type of message once.
    static let all: [WireSpecimen] = [
        WireSpecimen(
            "signup",
            """
            {"name":"Ann","email":"ann@example.org","password":"secret \\"1\\"","device":"laptop",\
            "invitation":"welcome"}
            """, optional: ["name", "invitation"]
        ) { (json) throws(WireError) in try Credentials(json).bytes },
        WireSpecimen(
            "login",
            """
            {"email":"ann@example.org","password":"ü","device":"三体","resumed":"d-1"}
            """, optional: ["resumed"]
        ) { (json) throws(WireError) in try Credentials(json).bytes },
        WireSpecimen(
            "login reply",
            """
            {"token":"trv_a-Z09","device":"d-1","user":{"id":3,"name":"Ann","email":"a@b"},\
            "epoch":"e-1","name":"laptop-2"}
            """, optional: ["name"]
        ) { (json) throws(WireError) in try LoginReply(json).bytes },
        WireSpecimen(
            "token reply", #"{"token":"trv_x","device":"d2","name":"三体-2"}"#, optional: ["name"]
        ) { (json) throws(WireError) in try TokenReply(json).bytes },
        WireSpecimen("password change", #"{"old":"a","new":"ü"}"#) {
            (json) throws(WireError) in try PasswordChange(json).bytes
        },
        WireSpecimen("new device", #"{"name":"三体"}"#) {
            (json) throws(WireError) in try NewDevice(json).bytes
        },
        WireSpecimen(
            "devices",
            """
            {"devices":[{"id":"d1","name":"laptop","created":1,"seen":2,"current":true},\
            {"id":"d2","name":"","created":-1,"seen":0,"current":false,"format":2}]}
            """, omissible: ["devices.current", "devices.format"]
        ) { (json) throws(WireError) in Device.bytes(of: try Device.list(json)) },
        WireSpecimen(
            "push",
            """
            {"epoch":"e-1","since":6,"mark":"ff","operations":[{"n":1,"action":"create","kind":"book","id":"\(id)",\
            "base":0,"fields":{"title":"Dune"},"at":1700000000000},{"n":2,"action":"update",\
            "kind":"book","id":"\(id)","base":7,"fields":{"pages":null},"at":-5}]}
            """
        ) { (json) throws(WireError) in try PushRequest(json).bytes },
        WireSpecimen(
            "skip",
            """
            {"epoch":"e","since":0,"mark":"0",\
            "operations":[{"n":9007199254740992,"action":"skip"}]}
            """
        ) {
            (json) throws(WireError) in try PushRequest(json).bytes
        },
        WireSpecimen(
            "push reply",
            """
            {"epoch":"e-1","ack":4,"before":6,"seq":9,"mark":"ffffffffffffffff","results":[\
            {"n":1,"status":"applied","ver":7},\
            {"n":2,"status":"merged","duplicate":true,"ver":8,"entry":\(entry)},\
            {"n":3,"status":"conflict","ver":8,"entry":\(tombstone)},\
            {"n":4,"status":"rejected","ver":0,"error":{"code":"name_taken","field":"name",\
            "message":"there is one"}}],"rotate":true}
            """,
            optional: ["results.error.field"],
            omissible: ["results.duplicate", "results.entry", "results.entry.deleted", "rotate"]
        ) { (json) throws(WireError) in try PushReply(json).bytes },
        WireSpecimen(
            "changes",
            """
            {"epoch":"e-1","since":6,"entries":[\(entry),\(tombstone)],"next":8,"mark":"0",\
            "more":true,"ack":3,"rotate":true}
            """, omissible: ["more", "entries.deleted", "rotate"]
        ) { (json) throws(WireError) in
            let page = try ChangesReply(json)
            return ChangesReply.bytes(
                since: page.since, next: page.next, hasMore: page.hasMore,
                acknowledged: page.acknowledged, isTokenOld: page.isTokenOld
            ) { append(page.entries, to: &$0) }
        },
        WireSpecimen(
            "snapshot",
            #"{"epoch":"e-1","seq":0,"mark":"1f","entries":[\#(entry)],"more":false}"#,
            omissible: ["more"]
        ) { (json) throws(WireError) in
            let page = try SnapshotReply(json)
            return SnapshotReply.bytes(cursor: page.cursor, hasMore: page.hasMore) { writer in
                append(page.entries, to: &writer)
            }
        },
        WireSpecimen(
            "conflict",
            """
            {"entry":"\(id)","kind":"gem","field":"*","mine":null,"theirs":{"name":"Opal"},\
            "device":"phone","at":12}
            """, free: ["mine", "theirs"]
        ) { (json) throws(WireError) in
            JSON.object(try Conflict(fields: json.members ?? []).fields).bytes
        },
    ]
}

/// Writes the entries of a page.
private func append(_ entries: [Entry], to writer: inout WireWriter) {
    for entry in entries { writer.element { entry.appendMembers(to: &$0) } }
}
