import Testing
import TroveModel
import TroveTesting

/// Two devices that define kinds and fields offline can give the same name twice. They learn of the
/// definitions in different orders.
@Suite struct SharedNamesTests {
    private static func kind(_ name: String, _ rest: String = "") -> Definition {
        Definition(
            subject: name,
            text: "kind \(name) create:queue update:queue delete:queue \(rest)\n"
                + #"field title text rank:1 description:"the title""#)
    }

    private static func field(_ subject: String, _ text: String) -> Definition {
        Definition(subject: subject, text: "field " + text)
    }

    /// What the user sees of the kinds that a library defines: names, roles and ladders.
    private func view(of definitions: [Definition]) -> [String] {
        let kinds = Kinds.standard.defined(by: definitions, known: [])
        return kinds.all.filter(\.isOwn).flatMap { kind in
            let ladder = kind.ladder.map { kind.fields[$0.index].storedName } ?? "none"
            return [
                "\(kind.storedName): \(kind.name), \(kind.plural), \(kind.synonyms), states \(ladder)"
            ]
                + kind.fields.map { field in
                    "\(kind.storedName).\(field.storedName): \(field.name), "
                        + (field.role?.name ?? "no role")
                }
        }.sorted()
    }

    @Test(arguments: [
        Case(
            "names",
            [
                kind("vinyl"), field("vinyl.artist", "maker text stored:artist rank:2"),
                field("vinyl.label", "maker text stored:label rank:3"),
            ],
            ["vinyl.artist: maker, no role", "vinyl.label: maker-2, no role"]),
        Case(
            "a renamed field and a new one",
            [
                kind("vinyl"), field("vinyl.artist", "maker text stored:artist"),
                field("vinyl.maker", "maker text"),
            ],
            ["vinyl.artist: maker-2, no role", "vinyl.maker: maker, no role"]),
        Case(
            "roles",
            [
                kind("vinyl"), field("vinyl.f1", "f1 text role:note"),
                field("vinyl.f2", "f2 text role:note"),
            ],
            ["vinyl.f1: f1, note", "vinyl.f2: f2, no role"]),
        Case(
            "states",
            [
                kind("vinyl"), field("vinyl.age", "age ladder states:new,old"),
                field("vinyl.form", "form ladder states:good,bad"),
            ],
            [
                "vinyl: vinyl, vinyls, [], states age", "vinyl.age: age, no role",
                "vinyl.form: form, no role",
            ]),
        Case(
            "plurals",
            [kind("disc", "plural:records"), kind("record", "plural:records")],
            [
                "disc: disc, records, [], states none",
                "record: record, records-2, [], states none",
            ]),
        Case(
            "the name of one and the plural of another",
            [kind("cd", "plural:cds"), kind("music", "plural:cd")],
            ["cd: cd, cds, [], states none", "music: music, cd-2, [], states none"]),
    ])
    func allOrdersGiveTheSameNames(_ row: Case<[Definition], [String]>) {
        for order in permutations(of: row.input) {
            let view = view(of: order)
            for line in row.expected { #expect(view.contains(line), "\(view)") }
        }
    }

    private func permutations(of list: [Definition]) -> [[Definition]] {
        guard let first = list.first else { return [[]] }
        return permutations(of: Array(list.dropFirst())).flatMap { rest in
            (0...rest.count).map { place in
                var order = rest
                order.insert(first, at: place)
                return order
            }
        }
    }
}
