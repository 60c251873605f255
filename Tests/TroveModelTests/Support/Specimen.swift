import TroveModel
import TroveTesting

/// A kind with a field of every content type, for tests that cover all of them.
enum Specimen {
    static let kind = Kind(
        name: "specimen", plural: "specimens",
        fields: [
            Field("name", .text, "what it is called", isUnique: true),
            Field("remark", .text, "what there is to say", role: .note),
            Field("genus", .choice(suggestions: ["quartz", "beryl"]), "what it belongs to"),
            Field("count", .integer(-1000...1000), "how many pieces"),
            Field(
                "weight", .decimal(FixedDecimal(-100)...FixedDecimal(100), step: nil), "in grams"),
            Field("found", .date, "when it was found"),
            Field("season", .month, "the month to look for it"),
            Field("grade", .ladder(ladder), "how good it is", initial: .rung("raw")),
            Field("tags", .set, "what else"),
            Field("finder", .text, "who found it", namesPeople: true),
        ])

    static let ladder = Ladder([
        .init("raw", "as found"), .init("cut", "cut once"), .init("set", "in a setting"),
    ])

    static let kinds = Kinds([kind, .book])

    static func field(_ name: String) -> FieldIndex { kind.index(ofField: name) ?? -1 }

    /// Texts that differ in case, accents and script, some of them the same name.
    static let words = [
        "Opal", "opal", "OPAL", "opalite", "Österreich", "Osterreich", "österreich", "e\u{301}clat",
        "éclat", "Eclat", "三体", "三", "東京", "straße", "STRASSE", "łódź", "Lodz", "ΣΊΣΥΦΟΣ",
        "σίσυφος", "a", "ab", "abc", "zebra", "Zebra two", "with space", "😀", "ñandú", "x\"y", "0",
    ]

    /// Returns a random value for the field, from a small range so that values coincide.
    static func value(of field: Field, using random: inout SeededRandom) -> Value {
        func word() -> String { words.randomElement(using: &random) ?? "" }
        switch field.content {
        case .text where field.namesPeople:
            let names = ["Ann Lee", "LEE, Ann", "Jan van Dyck", "Li", "li; Ann Lee", "Zoé; Li"]
            return .text(names.randomElement(using: &random) ?? "")
        case .text, .isbn, .choice: return .text(word())
        case .integer: return .integer(Int.random(in: -5...5, using: &random))
        case .decimal:
            return .decimal(FixedDecimal(thousandths: 250 * Int.random(in: -8...8, using: &random)))
        case .date:
            let parts = Int.random(in: 1...3, using: &random)
            return .date(
                date(
                    Int.random(in: 2019...2020, using: &random),
                    parts > 1 ? Int.random(in: 1...3, using: &random) : 0,
                    parts > 2 ? Int.random(in: 27...28, using: &random) : 0))
        case .month: return .month(Month.allCases.randomElement(using: &random) ?? .may)
        case .ladder(let ladder):
            return .text(ladder.rungs.randomElement(using: &random)?.name ?? "")
        case .set:
            let names = (0...Int.random(in: 0...2, using: &random)).map { _ in
                ["red", "Blue", "blåa", "heavy", "三"].randomElement(using: &random) ?? ""
            }
            return .set(Set(names).sorted())
        }
    }

    /// Returns the values of an item: the given name, and each other field with or without a value.
    static func values(named name: String, using random: inout SeededRandom) -> [Value?] {
        kind.fields.indices.map { index in
            if index == Kind.titleIndex.rawValue { return .text(name) }
            return Bool.random(using: &random) ? value(of: kind.fields[index], using: &random) : nil
        }
    }
}

extension Catalog {
    /// Creates a catalog of specimens with random values, numbered from 1.
    static func ofSpecimens(_ count: Int, using random: inout SeededRandom) throws -> Catalog {
        var catalog = Catalog(kinds: Specimen.kinds)
        for number in 1...count {
            let item = Item(
                kind: 0, number: ItemNumber(number), id: .of(ItemNumber(number)),
                values: Specimen.values(named: "thing \(number)", using: &random))
            try catalog.apply([.create(item)])
        }
        return catalog
    }
}
