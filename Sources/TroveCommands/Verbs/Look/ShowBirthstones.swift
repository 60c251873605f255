import TroveCodecs
import TroveLanguage
import TroveModel
import TroveTerminal

/// Shows the birthstones of the months, and the items with the birthstone of one month.
struct ShowBirthstones: ShellCommand {
    /// Nil shows the stones of all months, without the items.
    var month: Month?

    static let name = "birthstones"
    static let effect = Effect.readsLibrary
    var showsPast: Bool { true }
    static let syntax = Syntax<ShowBirthstones>(
        .look, "show the birthstones of a month, and those you have",
        arguments: [
            Argument("[MONTH]", [.month], width: .atMostOne) {
                (reader, command) throws(LanguageError) in
                guard let word = reader.next() else { return }
                try reader.finish()
                guard let month = Month(parsing: word.text) else {
                    throw LanguageError(.noMonth(word.text), at: word.span)
                }
                command.month = month
            }
        ],
        examples: [
            .init(
                "birthstones july",
                """
                July: ruby
                1 gem
                #  name  color  hardness  birthstone
                3  Ruby  red           9  July
                """),
            .init("birthstones 11", "November: topaz, citrine\nNothing found."),
        ])

    var isRepeatable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        guard let chosen = month else {
            return .report(
                Report(
                    ["month", "stones"],
                    Month.allCases.map { [.string($0.name), .string(Self.stones(of: $0))] }))
        }
        var sections: [Listing.Section] = []
        for (index, kind) in context.kinds.enumerated() {
            guard let field = kind.index(ofRole: .birthstone) else { continue }
            // A gem without a month of its own has the month of its name.
            let stones = Birthstones.stones(of: chosen).map(Value.text)
            let isNamed = Filter.all([
                .isAbsent(field: field), .compare(field: Kind.titleIndex, .equal, stones),
            ])
            let isOfMonth = Filter.compare(field: field, .equal, [.month(chosen)])
            sections.append(try context.section(of: index, matching: .any([isOfMonth, isNamed])))
        }
        let listing = try context.listing(of: sections)
        // For programs, the reply is one list.
        guard !context.isForData else { return listing }
        return .sequence([.text("\(chosen.name): \(Self.stones(of: chosen))"), listing])
    }

    private static func stones(of month: Month) -> String {
        Birthstones.stones(of: month).joined(separator: ", ")
    }
}
