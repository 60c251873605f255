import TroveModel
import TroveTesting

/// A kind with a field of every content type, and random items of it.
enum Specimen {
    static let kind = Kind(
        name: "specimen", plural: "specimens",
        fields: [
            Field("name", .text, "what it is called", isUnique: true),
            Field("remark", .text, "what there is to say"),
            Field("genus", .choice(suggestions: []), "what it belongs to"),
            Field("count", .integer(-1000...1000), "how many pieces"),
            Field(
                "weight", .decimal(FixedDecimal(-100)...FixedDecimal(100), step: nil), "in grams"),
            Field("found", .date, "when it was found"),
            Field("season", .month, "the month to look for it"),
            Field(
                "grade", .ladder(Ladder([.init("raw", ""), .init("cut", "")])), "how good it is"),
            Field("tags", .set, "what else"),
            Field("order by \"x\"", .text, "a name that SQL must quote"),
        ])

    static let kinds = Kinds([kind, .gem])

    private static let words = [
        "Opal", "e\u{301}clat", "éclat", "三体", "😀", "two words", "it's", "say \"x\"", "a,b", "a\\b",
        "", "tab\there",
        "line\nend", "{\"json\":1}", "null", "1", "\u{1}", "\u{2028}", "'); DROP TABLE changes; --",
    ]

    static func value(of field: Field, using random: inout SeededRandom) -> Value {
        switch field.content {
        case .text, .isbn, .choice: return .text(words.randomElement(using: &random) ?? "")
        case .integer: return .integer(Int.random(in: -1000...1000, using: &random))
        case .decimal:
            return .decimal(
                FixedDecimal(thousandths: Int.random(in: -99_999...99_999, using: &random)))
        case .date:
            let month = [nil, 1, 12].randomElement(using: &random) ?? nil
            let day = month == nil ? nil : [nil, 1, 31].randomElement(using: &random) ?? nil
            return .date(
                PartialDate(year: Int.random(in: 1...9999, using: &random), month: month, day: day)
                    ?? PartialDate(packed: 512))
        case .month: return .month(Month.allCases.randomElement(using: &random) ?? .may)
        case .ladder(let ladder):
            return .text(ladder.rungs.randomElement(using: &random)?.name ?? "")
        case .set:
            let names = ["red", "two words", "三", "é"].filter { _ in Bool.random(using: &random) }
            return .set(names.isEmpty ? ["one"] : names.sorted())
        }
    }

    static func item(_ number: ItemNumber, _ name: String, using random: inout SeededRandom) -> Item
    {
        let values: [Value?] = kind.fields.indices.map { index in
            if index == Kind.titleIndex.rawValue { return .text(name) }
            return Bool.random(using: &random) ? value(of: kind.fields[index], using: &random) : nil
        }
        return Item(kind: 0, number: number, id: .of(number), values: values)
    }
}

extension ItemID {
    /// Returns an id derived from a number.
    static func of(_ number: ItemNumber) -> ItemID {
        ItemID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number.rawValue))
    }
}
