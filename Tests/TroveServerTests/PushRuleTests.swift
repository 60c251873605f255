import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// Every rule for operations: what devices do to one item, each answer, and the final entry and
/// conflicts. The first operation of a scenario has the sequence number 1, and so on.
struct PushRuleTests {
    enum Who: Sendable {
        case laptop, phone, tablet
    }

    struct Step: Sendable {
        let who: Who
        let action: PushOperation.Action
        let base: Version
        let kind: String
        let fields: [(String, JSON)]
        /// `applied 1`, `conflict 2`, `rejected name_taken name`; with a `+` if the entry is
        /// included.
        let answer: String
    }

    /// The final state.
    struct End: Sendable {
        /// The fields as JSON; nil without an entry.
        let fields: String?
        /// `field: mine, theirs`
        let conflicts: [String]

        init(_ fields: String?, _ conflicts: String...) {
            self.fields = fields
            self.conflicts = conflicts
        }
    }

    static func step(
        _ who: Who, _ action: PushOperation.Action, base: Version = 0, kind: String = "book",
        _ fields: [(String, JSON)], _ answer: String
    ) -> Step {
        Step(
            who: who, action: action, base: base, kind: kind, fields: fields, answer: answer)
    }

    static func step(
        _ who: Who, _ action: PushOperation.Action, base: Version = 0, kind: String = "book",
        _ answer: String
    ) -> Step {
        step(who, action, base: base, kind: kind, [], answer)
    }

    private static func nested(_ levels: Int) -> JSON {
        .array(levels > 1 ? [nested(levels - 1)] : [])
    }

    static let cases: [Case<[Step], End>] = [
        Case(
            "a creation",
            [step(.laptop, .create, [("title", "Dune"), ("pages", 412)], "applied 1")],
            End(#"{"title":"Dune","pages":412}"#)),
        Case(
            "a value with as many levels as every device reads",
            [step(.laptop, .create, [("title", "Dune"), ("x", nested(11))], "applied 1")],
            End(#"{"title":"Dune","x":[[[[[[[[[[[]]]]]]]]]]]}"#)),
        Case(
            "a value with too many levels",
            [step(.laptop, .create, [("title", "Dune"), ("x", nested(12))], "rejected invalid x")],
            End(nil)),
        Case(
            "a creation leaves nulls out",
            [step(.laptop, .create, [("title", "Dune"), ("note", .null)], "applied 1")],
            End(#"{"title":"Dune"}"#)),
        Case(
            "values are written as the kind writes them",
            [
                step(
                    .laptop, .create,
                    [
                        ("title", "Dune"), ("rating", .number("4.50")), ("state", "to-r"),
                        ("shelves", .array(["b", "a"])),
                    ], "applied 1 +")
            ],
            End(#"{"title":"Dune","rating":4.5,"state":"to-read","shelves":["a","b"]}"#)),
        Case(
            "fields that the server does not know are kept",
            [
                step(
                    .laptop, .create,
                    [("title", "Dune"), ("smell", .object([JSON.Member("of", "sand")]))],
                    "applied 1")
            ],
            End(#"{"title":"Dune","smell":{"of":"sand"}}"#)),
        Case(
            "so are kinds",
            [
                step(.laptop, .create, kind: "stamp", [("year", 1840)], "applied 1"),
                step(.laptop, .update, base: 1, kind: "stamp", [("year", "?")], "applied 2"),
            ],
            End(#"{"year":"?"}"#)),
        Case(
            "a creation of the same id with the same values",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.phone, .create, [("title", "Dune")], "merged 1 +"),
            ],
            End(#"{"title":"Dune"}"#)),
        Case(
            "a creation of the same id with another value",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.phone, .create, [("title", "Dune 2"), ("pages", 9)], "conflict 2 +"),
            ],
            End(#"{"title":"Dune","pages":9}"#, #"title: "Dune 2", "Dune""#)),
        Case(
            "a creation over a living entry that its device has seen",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.phone, .create, base: 1, [("title", "Dune 2")], "applied 2"),
            ],
            End(#"{"title":"Dune 2"}"#)),
        Case(
            "a creation again by the same device",
            [
                step(.laptop, .create, [("title", "Dune"), ("pages", 9)], "applied 1"),
                step(.laptop, .create, [("title", "Dune"), ("pages", 9)], "applied 1"),
            ],
            End(#"{"title":"Dune","pages":9}"#)),
        Case(
            "a creation over more than it says",
            [
                step(.laptop, .create, [("title", "Dune"), ("pages", 9)], "applied 1"),
                step(.laptop, .create, [("title", "Dune")], "applied 1 +"),
            ],
            End(#"{"title":"Dune","pages":9}"#)),
        Case(
            "an update of what was seen",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.phone, .update, base: 1, [("title", "Dune 2")], "applied 2"),
            ],
            End(#"{"title":"Dune 2"}"#)),
        Case(
            "an update that clears",
            [
                step(.laptop, .create, [("title", "Dune"), ("note", "x")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", .null)], "applied 2"),
            ],
            End(#"{"title":"Dune"}"#)),
        Case(
            "an update whose value is written otherwise",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("rating", .number("4.50"))], "applied 2 +"),
            ],
            End(#"{"title":"Dune","rating":4.5}"#)),
        Case(
            "two updates of different fields",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .update, base: 1, [("pages", 5)], "merged 3 +"),
            ],
            End(#"{"title":"Dune","note":"x","pages":5}"#)),
        Case(
            "two updates of one field",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .update, base: 1, [("note", "y"), ("pages", 5)], "conflict 3 +"),
            ],
            End(#"{"title":"Dune","note":"x","pages":5}"#, #"note: "y", "x""#)),
        Case(
            "an update that loses all",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .update, base: 1, [("note", "y")], "conflict 2 +"),
            ],
            End(#"{"title":"Dune","note":"x"}"#, #"note: "y", "x""#)),
        Case(
            "a later value of the device takes the place of the one that lost to the same change",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .update, base: 1, [("note", "y")], "conflict 2 +"),
                step(.phone, .update, base: 1, [("pages", 5), ("note", "z")], "conflict 4 +"),
                step(.phone, .update, base: 1, [("note", .null)], "conflict 4 +"),
            ],
            End(#"{"title":"Dune","note":"x","pages":5}"#, #"note: null, "x""#)),
        Case(
            "but not of one that lost to an earlier change",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .update, base: 1, [("note", "y")], "conflict 2 +"),
                step(.laptop, .update, base: 2, [("note", "w")], "applied 4"),
                step(.phone, .update, base: 2, [("note", "z")], "conflict 4 +"),
                step(.phone, .update, base: 2, [("note", "v")], "conflict 4 +"),
            ],
            End(#"{"title":"Dune","note":"w"}"#, #"note: "v", "w""#, #"note: "y", "x""#)),
        Case(
            "nor of that of another device",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.phone, .update, base: 1, [("note", "y")], "applied 2"),
                step(.laptop, .update, base: 1, [("note", "x")], "conflict 2 +"),
                step(.tablet, .update, base: 1, [("note", "z")], "conflict 2 +"),
                step(.laptop, .update, base: 1, [("note", "w")], "conflict 2 +"),
            ],
            End(#"{"title":"Dune","note":"y"}"#, #"note: "z", "y""#, #"note: "w", "y""#)),
        Case(
            "a value against one that was cleared",
            [
                step(.laptop, .create, [("title", "Dune"), ("note", "x")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", .null)], "applied 2"),
                step(.phone, .update, base: 1, [("note", "y")], "conflict 2 +"),
            ],
            End(#"{"title":"Dune"}"#, #"note: "y", null"#)),
        Case(
            "clearing against a value",
            [
                step(.laptop, .create, [("title", "Dune"), ("note", "x")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "y")], "applied 2"),
                step(.phone, .update, base: 1, [("note", .null)], "conflict 2 +"),
            ],
            End(#"{"title":"Dune","note":"y"}"#, #"note: null, "y""#)),
        Case(
            "both set the same value",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .update, base: 1, [("note", "x")], "merged 2 +"),
            ],
            End(#"{"title":"Dune","note":"x"}"#)),
        Case(
            "a value that is repeated stays the first one's",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .update, base: 1, [("note", "x")], "merged 2 +"),
                step(.laptop, .update, base: 2, [("note", "z")], "applied 4"),
            ],
            End(#"{"title":"Dune","note":"z"}"#)),
        Case(
            "two writings of one letter are two values",
            [
                step(.laptop, .create, [("title", "Caf\u{E9}")], "applied 1"),
                step(.phone, .update, base: 0, [("title", "Cafe\u{301}")], "conflict 1 +"),
            ],
            End("{\"title\":\"Caf\u{E9}\"}", "title: \"Cafe\u{301}\", \"Caf\u{E9}\"")),
        Case(
            "a device does not conflict with itself",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.laptop, .update, base: 1, [("note", "y")], "applied 3"),
            ],
            End(#"{"title":"Dune","note":"y"}"#)),
        Case(
            "nor does what it changed before another field of another device",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.phone, .update, base: 1, [("pages", 3)], "applied 2"),
                step(.laptop, .update, base: 1, [("note", "x")], "merged 3 +"),
                step(.laptop, .update, base: 1, [("note", "y")], "merged 4 +"),
            ],
            End(#"{"title":"Dune","pages":3,"note":"y"}"#)),
        Case(
            "an update of nothing",
            [step(.laptop, .update, base: 1, [("note", "x")], "rejected invalid")],
            End(nil)),
        Case(
            "an update of what was rejected is held",
            [
                step(.laptop, .create, [("title", " ")], "rejected invalid title"),
                step(.laptop, .update, base: 0, [("note", "x")], "rejected held"),
                step(.laptop, .update, base: 0, [("note", "y")], "rejected held"),
            ],
            End(nil)),
        Case(
            "another device's rejection holds nothing",
            [
                step(.laptop, .create, [("title", " ")], "rejected invalid title"),
                step(.phone, .update, base: 0, [("note", "x")], "rejected invalid"),
            ],
            End(nil)),
        Case(
            "a deletion",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.phone, .delete, base: 1, "applied 2"),
            ],
            End(nil)),
        Case(
            "a deletion of nothing leaves a tombstone",
            [
                step(.laptop, .delete, base: 1, "applied 1"),
                step(.laptop, .delete, base: 1, "applied 2"),
                step(.phone, .create, [("title", "Dune")], "conflict 2 +"),
                step(.laptop, .create, [("title", "Emma")], "applied 4"),
            ],
            End(#"{"title":"Emma"}"#, #"*: {"title":"Dune"}, null"#)),
        Case(
            "a deletion of what was deleted",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .delete, base: 1, "applied 2"),
                step(.phone, .delete, base: 1, "merged 3 +"),
                step(.phone, .delete, base: 2, "applied 4"),
            ],
            End(nil)),
        Case(
            "a deletion of what another device has changed",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .delete, base: 1, "conflict 2 +"),
            ],
            End(
                #"{"title":"Dune","note":"x"}"#, #"*: null, {"title":"Dune","note":"x"}"#)),
        Case(
            "a deletion of what another device has cleared",
            [
                step(.laptop, .create, [("title", "Dune"), ("note", "x")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", .null)], "applied 2"),
                step(.phone, .delete, base: 1, "conflict 2 +"),
            ],
            End(#"{"title":"Dune"}"#, #"*: null, {"title":"Dune"}"#)),
        Case(
            "a deletion of what the device itself has changed",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.phone, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .delete, base: 1, "applied 3"),
            ],
            End(nil)),
        Case(
            "an update of what was deleted",
            [
                step(.laptop, .create, [("title", "Dune"), ("note", "x")], "applied 1"),
                step(.laptop, .delete, base: 1, "applied 2"),
                step(.phone, .update, base: 1, [("pages", 3), ("note", .null)], "conflict 2 +"),
            ],
            End(nil, #"*: {"title":"Dune","pages":3}, null"#)),
        Case(
            "several updates of what was deleted are one conflict, with the fields of all",
            [
                step(.laptop, .create, [("title", "Dune"), ("note", "x")], "applied 1"),
                step(.laptop, .delete, base: 1, "applied 2"),
                step(.phone, .update, base: 1, [("pages", 3), ("note", .null)], "conflict 2 +"),
                step(.phone, .update, base: 1, [("rating", 4)], "conflict 2 +"),
                step(.phone, .update, base: 1, [("pages", 5)], "conflict 2 +"),
            ],
            End(nil, #"*: {"title":"Dune","pages":5,"rating":4}, null"#)),
        Case(
            "a deletion that was refused twice",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .delete, base: 1, "conflict 2 +"),
                step(.phone, .delete, base: 1, "conflict 2 +"),
            ],
            End(#"{"title":"Dune","note":"x"}"#, #"*: null, {"title":"Dune","note":"x"}"#)),
        Case(
            "a deletion that was refused twice, and the entry changed between",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .delete, base: 1, "conflict 2 +"),
                step(.laptop, .update, base: 1, [("pages", 5)], "applied 4"),
                step(.phone, .delete, base: 2, "conflict 4 +"),
            ],
            End(
                #"{"title":"Dune","note":"x","pages":5}"#,
                #"*: null, {"title":"Dune","note":"x","pages":5}"#,
                #"*: null, {"title":"Dune","note":"x"}"#)),
        Case(
            "updates of what was deleted twice",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .delete, base: 1, "applied 2"),
                step(.phone, .update, base: 1, [("note", "x")], "conflict 2 +"),
                step(.tablet, .delete, base: 1, "merged 4 +"),
                step(.phone, .update, base: 1, [("note", "y")], "conflict 4 +"),
            ],
            End(
                nil, #"*: {"title":"Dune","note":"x"}, null"#,
                #"*: {"title":"Dune","note":"y"}, null"#)),
        Case(
            "a conflict changes nothing that another device has to see",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("note", "x")], "applied 2"),
                step(.phone, .update, base: 1, [("note", "y")], "conflict 2 +"),
                step(.laptop, .delete, base: 2, "applied 4"),
            ],
            End(nil, #"note: "y", "x""#)),
        Case(
            "a creation of what was deleted restores it",
            [
                step(.laptop, .create, [("title", "Dune"), ("note", "x")], "applied 1"),
                step(.phone, .delete, base: 1, "applied 2"),
                step(.laptop, .create, base: 2, [("title", "Dune 2")], "applied 3"),
            ],
            End(#"{"title":"Dune 2"}"#)),
        Case(
            "unless the device does not know of the deletion",
            [
                step(.laptop, .create, [("title", "Dune"), ("note", "x")], "applied 1"),
                step(.phone, .delete, base: 1, "applied 2"),
                step(.laptop, .create, base: 1, [("title", "Dune 2")], "conflict 2 +"),
            ],
            End(nil, #"*: {"title":"Dune 2"}, null"#)),
        Case(
            "every deletion counts, not the last one alone",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .delete, base: 1, "applied 2"),
                step(.phone, .delete, base: 1, "merged 3 +"),
                step(.laptop, .create, base: 2, [("title", "Emma")], "conflict 3 +"),
                step(.phone, .create, base: 2, [("title", "Ida")], "applied 5"),
            ],
            End(#"{"title":"Ida"}"#, #"*: {"title":"Emma"}, null"#)),
        Case(
            "what was restored is as new: who saw it before conflicts with it",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .delete, base: 1, "applied 2"),
                step(.laptop, .create, [("title", "Dune")], "applied 3"),
                step(.phone, .update, base: 1, [("title", "Emma")], "conflict 3 +"),
            ],
            End(#"{"title":"Dune"}"#, #"title: "Emma", "Dune""#)),
        Case(
            "an update to a page beyond the last",
            [
                step(.laptop, .create, [("title", "Dune"), ("pages", 9)], "applied 1"),
                step(.laptop, .update, base: 1, [("page", 10)], "rejected invalid page"),
            ],
            End(#"{"title":"Dune","pages":9}"#)),
        Case(
            "an update that is right alone and wrong where it comes to",
            [
                step(.laptop, .create, [("title", "Dune"), ("pages", 9)], "applied 1"),
                step(.laptop, .update, base: 1, [("pages", 5)], "applied 2"),
                step(
                    .phone, .update, base: 1, [("page", 7), ("note", "x")],
                    "rejected invalid page"),
            ],
            End(#"{"title":"Dune","pages":5}"#)),
        Case(
            "a part that loses does not come to the rules",
            [
                step(.laptop, .create, [("title", "Dune"), ("pages", 9)], "applied 1"),
                step(.laptop, .update, base: 1, [("page", 2)], "applied 2"),
                step(.phone, .update, base: 1, [("page", 8), ("pages", 8)], "conflict 3 +"),
            ],
            End(#"{"title":"Dune","pages":8,"page":2}"#, "page: 8, 2")),
        Case(
            "the fields of a loan are taken together",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(
                    .laptop, .update, base: 1, [("lent-to", "Ana"), ("lent-on", "2026-05-01")],
                    "applied 2"),
                step(
                    .phone, .update, base: 1,
                    [("lent-to", "Bob"), ("lent-on", "2026-05-01"), ("due", "2026-06-01")],
                    "conflict 2 +"),
            ],
            End(
                #"{"title":"Dune","lent-to":"Ana","lent-on":"2026-05-01"}"#,
                #"lent-to: "Bob", "Ana""#, #"due: "2026-06-01", null"#)),
        Case(
            "a loan is stated as a whole",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(
                    .laptop, .update, base: 1, [("lent-to", "Ana"), ("due", "2027-01-01")],
                    "applied 2"),
                step(.phone, .update, base: 1, [("lent-to", "Bob")], "conflict 2 +"),
            ],
            End(
                #"{"title":"Dune","lent-to":"Ana","due":"2027-01-01"}"#,
                #"lent-to: "Bob", "Ana""#, #"due: null, "2027-01-01""#)),
        Case(
            "a value that reaches the standing one",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("genre", "sci-fi")], "applied 2"),
                step(.phone, .update, base: 1, [("genre", "crime")], "conflict 2 +"),
                step(.phone, .update, base: 1, [("genre", "sci-fi")], "merged 2 +"),
            ],
            End(#"{"title":"Dune","genre":"sci-fi"}"#)),
        Case(
            "another device's value that reaches the standing one",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("genre", "sci-fi")], "applied 2"),
                step(.phone, .update, base: 1, [("genre", "crime")], "conflict 2 +"),
                step(.tablet, .update, base: 1, [("genre", "sci-fi")], "merged 2 +"),
            ],
            End(#"{"title":"Dune","genre":"sci-fi"}"#, #"genre: "crime", "sci-fi""#)),
        Case(
            "a deletion that is taken back",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("genre", "sci-fi")], "applied 2"),
                step(.phone, .delete, base: 1, "conflict 2 +"),
                step(.phone, .create, base: 1, [("title", "Dune")], "merged 4 +"),
            ],
            End(#"{"title":"Dune","genre":"sci-fi"}"#)),
        Case(
            "a deletion that is taken back against the rules",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("pages", 5)], "applied 2"),
                step(.phone, .delete, base: 1, "conflict 2 +"),
                step(
                    .phone, .create, base: 1, [("title", "Dune"), ("page", 8)],
                    "rejected invalid page"),
            ],
            End(
                #"{"title":"Dune","pages":5}"#, #"*: null, {"title":"Dune","pages":5}"#)),
        Case(
            "a due date of a loan that has ended",
            [
                step(.laptop, .create, [("title", "Dune"), ("lent-to", "Ana")], "applied 1"),
                step(.laptop, .update, base: 1, [("lent-to", .null)], "applied 2"),
                step(
                    .phone, .update, base: 1, [("due", "2026-06-01"), ("pages", 9)],
                    "conflict 3 +"),
            ],
            End(#"{"title":"Dune","pages":9}"#, #"due: "2026-06-01", null"#)),
        Case(
            "a loan that two devices note",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("lent-to", "Ana")], "applied 2"),
                step(
                    .phone, .update, base: 1, [("lent-to", "Ana"), ("due", "2026-06-01")],
                    "merged 3 +"),
            ],
            End(#"{"title":"Dune","lent-to":"Ana","due":"2026-06-01"}"#)),
        Case(
            "a title that is cleared",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, [("title", .null)], "rejected invalid title"),
            ],
            End(#"{"title":"Dune"}"#)),
        Case(
            "a value of another type",
            [
                step(.laptop, .create, [("title", 7)], "rejected invalid title"),
                step(.laptop, .create, [("title", "D"), ("pages", "7")], "rejected invalid pages"),
                step(.laptop, .create, [("title", "D"), ("pages", 0)], "rejected invalid pages"),
            ],
            End(nil)),
        Case(
            "the ladder is not checked: undo steps back",
            [
                step(
                    .laptop, .create, [("title", "Dune"), ("state", "finished")], "applied 1"),
                step(.laptop, .update, base: 1, [("state", "wish")], "applied 2"),
            ],
            End(#"{"title":"Dune","state":"wish"}"#)),
        Case(
            "an operation under another kind",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .update, base: 1, kind: "movie", [("name", "x")], "rejected invalid"),
                step(.laptop, .delete, base: 1, kind: "movie", "rejected invalid"),
                step(.laptop, .create, kind: "movie", [("name", "x")], "rejected invalid"),
            ],
            End(#"{"title":"Dune"}"#)),
        Case(
            "a restoration under another kind",
            [
                step(.laptop, .create, [("title", "Dune")], "applied 1"),
                step(.laptop, .delete, base: 1, "applied 2"),
                step(.laptop, .create, kind: "movie", [("name", "x")], "rejected invalid"),
                step(.laptop, .update, kind: "movie", [("name", "x")], "rejected invalid"),
            ],
            End(nil)),
        Case(
            "conflicts are the server's to make",
            [
                step(.laptop, .create, kind: "conflict", [("mine", 1)], "rejected forbidden"),
                step(.laptop, .update, kind: "conflict", [("mine", 1)], "rejected forbidden"),
            ],
            End(nil)),
        Case(
            "what is no name of a kind or a field",
            [
                step(.laptop, .create, kind: "", [("a", 1)], "rejected unknown_kind"),
                step(.laptop, .create, kind: "a\n", [("a", 1)], "rejected unknown_kind"),
                step(.laptop, .create, [("title", "D"), ("", 1)], "rejected invalid "),
                step(.laptop, .create, [("title", "D"), ("*", 1)], "rejected invalid *"),
            ],
            End(nil)),
        Case("a skip", [step(.laptop, .skip, "applied 0")], End(nil)),
    ]

    @Test(arguments: cases) func keepsTheRule(_ rule: Case<[Step], End>) throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        let phone = try server.logIn()
        lazy var tablet = try? server.logIn(device: "tablet")
        for step in rule.input {
            let device =
                switch step.who {
                case .laptop: laptop
                case .phone: phone
                case .tablet: try #require(tablet)
                }
            let operation =
                step.action == .skip
                ? device.skip()
                : device.operation(
                    step.action, id(1), kind: step.kind, base: step.base, step.fields)
            #expect(Self.describe(try device.run(operation)) == step.answer)
        }
        #expect(
            try laptop.entry(id(1)).map { JSON.object($0.fields).written } == rule.expected.fields)
        // Conflicts of one moment have no order.
        #expect(
            try laptop.conflicts().map(Self.describe).sorted() == rule.expected.conflicts.sorted())
        // A new device sees the same.
        let alive = try server.logIn(device: "desk").changes().entries.filter { !$0.isDeleted }
        #expect(Set(alive) == Set(try laptop.everything()))
    }

    static func describe(_ result: PushResult) -> String {
        guard let error = result.error else {
            return "\(result.status) \(result.version)\(result.entry == nil ? "" : " +")"
        }
        return "\(result.status) \(error.code.rawValue)\(error.field.map { " \($0)" } ?? "")"
    }

    static func describe(_ conflict: Conflict) -> String {
        "\(conflict.field): \(conflict.mine.written), \(conflict.theirs.written)"
    }

    @Test func aReturnedEntryIsTheCurrentOne() throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        let phone = try server.logIn()
        _ = try laptop.push(
            laptop.create(id(1), ("title", "Dune")), laptop.update(id(1), base: 1, ("note", "x")))
        let merged = try phone.run(phone.update(id(1), base: 1, ("pages", 5)))
        #expect(merged.entry == (try laptop.entry(id(1))))
        #expect(merged.entry?.by == "phone")
        let lost = try laptop.run(laptop.update(id(1), base: 2, ("pages", 6)))
        #expect(lost.status == .conflict && lost.entry == merged.entry)
        _ = try phone.push(phone.delete(id(1), base: 3))
        let gone = try laptop.run(laptop.update(id(1), base: 3, ("pages", 7)))
        #expect(
            gone.entry
                == Entry(
                    kind: "book", id: id(1), version: 5, isDeleted: true, fields: [], by: "phone"))
    }

    /// Replacing conflicts works across pushes, and never brings back one that was resolved.
    @Test func aResolvedConflictIsNotReplaced() throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        let phone = try server.logIn()
        _ = try laptop.push(
            laptop.create(id(1), ("title", "Dune")), laptop.update(id(1), base: 1, ("note", "x")))
        _ = try phone.push(
            phone.update(id(1), base: 1, ("note", "a")), phone.update(id(1), base: 1, ("note", "b"))
        )
        let listed = try laptop.everything().filter { $0.kind == Conflict.kind }
        #expect(try listed.map { try Conflict(fields: $0.fields).mine } == ["b"])
        _ = try laptop.push(laptop.delete(try #require(listed.first).id, kind: "conflict", base: 9))
        _ = try phone.push(phone.update(id(1), base: 1, ("note", "c")))
        #expect(try phone.conflicts().map(\.mine) == ["c"])
        _ = try phone.push(phone.update(id(1), base: 1, ("note", "d")))
        #expect(try phone.conflicts().map(\.mine) == ["d"])
        // A device that knew the conflict of `c` learns that it is gone.
        let gone = try laptop.changes().entries.filter { $0.kind == Conflict.kind && $0.isDeleted }
        #expect(gone.map(\.version) == [4, 5, 7])
    }

    /// A value that lost on a restored server is sent again, after a later one has lost, too.
    @Test func anOlderValueReplacesNoConflict() throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        let phone = try server.logIn()
        _ = try laptop.push(
            laptop.create(id(1), ("title", "Dune")), laptop.update(id(1), base: 1, ("note", "x")))
        let past = server.now
        server.pass(seconds: 60)
        _ = try phone.push(phone.update(id(1), base: 1, ("note", "later")))
        let older = phone.update(id(1), base: 0, ("note", "older"))
        let lost = try phone.run(
            PushOperation(
                number: older.number, action: .update, kind: "book", id: id(1), base: 0,
                fields: older.fields, at: past))
        #expect(lost.status == .conflict)
        #expect(try phone.conflicts().compactMap(\.mine.text).sorted() == ["later", "older"])
    }

    @Test func aConflictIsComplete() throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        let phone = try server.logIn()
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune"), ("pages", 5)))
        server.pass(seconds: 60)
        let now = server.now
        let reply = try phone.push(phone.create(id(1), ("title", "Emma"), ("pages", 6)))
        #expect(
            try laptop.conflicts() == [
                Conflict(
                    entry: id(1), kind: "book", field: "title", mine: "Emma", theirs: "Dune",
                    device: "phone", keptBy: "laptop", at: now),
                Conflict(
                    entry: id(1), kind: "book", field: "pages", mine: 6, theirs: 5,
                    device: "phone", keptBy: "laptop", at: now),
            ])
        // They have the number of their operation, and are synced with it.
        let page = try laptop.changes(
            since: Cursor(epoch: laptop.epoch, sequence: 1, mark: try laptop.mark(at: 1)), limit: 1)
        #expect(page.entries.map(\.kind) == ["conflict", "conflict"])
        #expect(page.entries.map(\.version) == [2, 2] && page.next == reply.cursor)
        // A device that deletes a conflict has seen it, whatever its base version.
        let gone = try laptop.run(laptop.delete(page.entries[0].id, kind: "conflict", base: 0))
        #expect(gone.status == .applied)
        #expect(try phone.conflicts().map(\.field) == ["pages"])
        // It can be deleted only under its own kind.
        let other = try laptop.run(laptop.delete(page.entries[1].id, kind: "book", base: 2))
        #expect(other.error?.code == .invalid)
    }
}
