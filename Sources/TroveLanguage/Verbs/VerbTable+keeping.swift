import TroveModel

/// Where things stand, and who has them.
extension VerbTable {
    static let keeping: [Verb] = [
        Verb(
            "shelve", .library, ["shelve REF… on:SHELF"], "put something on a shelf",
            details: """
                A thing can stand on several shelves; a shelf is there as long as something stands on \
                it. shelves lists them.
                """,
            parameters: [.references, .known("on", .shelves)],
            examples: [
                .init(
                    "shelve 1 2 on:favourites",
                    """
                    Changed book 1: Dune
                      shelves  (none) → favourites
                    Changed book 2: The Left Hand of Darkness
                      shelves  (none) → favourites
                    """),
                .init(
                    #"shelve dune on:"beside the bed""#,
                    """
                    Changed book 1: Dune
                      shelves  favourites → beside the bed, favourites
                    """),
            ]
        ) { (reader) throws(LanguageError) in
            let (words, values) = try reader.takeWords(before: ["on"])
            guard let shelf = values["on"] else { throw reader.missing(.shelf) }
            return .shelve(try reader.references(words), on: shelf)
        },
        Verb(
            "unshelve", .library, ["unshelve REF… from:SHELF"], "take something from a shelf",
            parameters: [.references, .known("from", .shelves)],
            examples: [
                .init(
                    "shelve 1 on:favourites",
                    "Changed book 1: Dune\n  shelves  (none) → favourites"),
                .init(
                    "unshelve 1 from:favourites",
                    "Changed book 1: Dune\n  shelves  favourites → (none)"),
            ]
        ) { (reader) throws(LanguageError) in
            let (words, values) = try reader.takeWords(before: ["from"])
            guard let shelf = values["from"] else { throw reader.missing(.shelf) }
            return .unshelve(try reader.references(words), from: shelf)
        },
        Verb(
            "lend", .library, ["lend REF to:NAME [due:DATE]"], "note who has something",
            details: """
                Lists then show who has it, and when it is overdue. return notes that it is back, loans \
                shows what is lent.
                """,
            parameters: [.reference, .known("to", .borrower), .named("due")],
            examples: [
                .init(
                    "lend Dune to:Bob due:2026-12-24",
                    """
                    Changed book 1: Dune
                      lent-to  (none) → Bob
                      lent-on  (none) → 2026-11-20
                      due      (none) → 2026-12-24
                    """),
                .init("lend 1 to:Cleo", "error: \"Dune\" is lent to Bob"),
            ]
        ) { (reader) throws(LanguageError) in
            let (words, values) = try reader.takeWords(before: ["to", "due"])
            guard let borrower = values["to"] else { throw reader.missing(.borrower) }
            return .lend(try reader.oneReference(words), to: borrower, due: values["due"])
        },
        Verb(
            "return", .library, ["return REF…"], "note that something is back",
            parameters: [.references],
            examples: [
                .init(
                    "lend Dune to:Bob",
                    """
                    Changed book 1: Dune
                      lent-to  (none) → Bob
                      lent-on  (none) → 2026-11-20
                    """),
                .init(
                    "return Dune",
                    """
                    Changed book 1: Dune
                      lent-to  Bob → (none)
                      lent-on  2026-11-20 → (none)
                    """),
            ]
        ) { (reader) throws(LanguageError) in
            .giveBack(try reader.references(reader.takeAll()))
        },
    ]
}
