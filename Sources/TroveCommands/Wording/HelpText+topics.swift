import TroveTerminal

/// The pages of `help` about the parts of commands.
extension HelpText {
    /// What conditions look like.
    static let conditions = page(
        "Conditions select items in list, filter, count, reads, export and after `where`",
        [
            ("genre=sci-fi", "equal; case does not matter"),
            ("genre=sci-fi|crime", "one of several values"),
            ("genre!=sci-fi", "not equal"),
            ("pages>=300", "also <, <= and >"),
            ("title~left", "contains this text; for states, the name: state~read"),
            ("genre=", "has no genre; genre!= has one"),
            ("added>=2026-11", "in November 2026 or later; `help dates`"),
            ("herbert", "a bare word: any text contains it"),
            ("state=reading pages>400", "both must hold; `and` is optional"),
            ("state=reading or rating>=4", "at least one must hold"),
            ("not genre=sci-fi", "must not hold"),
            ("(genre=crime or rating=5) year<2000", "parentheses group"),
        ],
        end: "Values with spaces need quotes: author=\"Frank Herbert\".")

    /// What names items in commands.
    static let references = page(
        "How to name an item, as in show, set, rate and delete",
        [
            ("3", "its number, as lists show it; numbers are never reused"),
            ("3 5 7-9", "several items; a range skips those that a command does not apply to"),
            ("\"Dune\", dune", "its title, or a beginning that no other title has"),
            ("it", "the item last added, shown or changed"),
            ("r2", "the second result of the last `search`, as in take r2"),
            ("books where genre=crime", "all that meet a condition"),
        ],
        end: """
            Trove asks before it changes several items that a condition selects; a script
            needs --yes. One `undo` reverts them all.
            """)

    /// How dates are written.
    static let dates = page(
        "Dates",
        [
            ("2026-11-20", "a day"), ("2026-11", "a month, if the day is not known"),
            ("2026", "a year"),
            ("today, yesterday", "and tomorrow, where a date may be in the future"),
            (
                "friday, fri",
                "the next one; for when you added, began, finished or lent it, the last one"
            ),
            ("\"in 2 weeks\"", "or days, months, years"),
            ("\"3 days ago\"", "or weeks, months, years"),
        ],
        end: """
            A comparison with a month or a year counts all of it: added=2026 is any day
            of 2026.
            For times, as in as-of and diff, see `help as-of`.
            """)

    /// The output formats with their descriptions.
    package static let formats = OutputChoice.allCases.map {
        (name: $0.rawValue, summary: $0.format.summary)
    }

    /// What the JSON of a reply is, in paragraphs.
    package static let json = [
        """
        In JSON, an item has number, id and kind, and its fields by name; a field without a value \
        is left out. Numbers are numbers, sets are arrays, and states have their short names. A \
        command that changes items prints them as they are then. Other replies are objects or \
        arrays of objects, and what is only a message is {"message": TEXT}.
        """,
        """
        Names and values stay the same in later versions; the wording of messages may change. \
        Errors, warnings and notes are text on standard error in every format.
        """,
    ]

    static func output(columns: Int?) -> TerminalText {
        let rows = formats.map { ($0.name, $0.summary) }
        let paragraphs = json.map { wrapped($0, indent: "", width: columns) }
        return page(
            "Formats of the output, for --output and `settings output`", rows,
            end: paragraphs.joined(separator: "\n\n"))
    }

    private static func page(
        _ heading: String, _ rows: [(form: String, meaning: String)], end: String
    ) -> TerminalText {
        let width = rows.map(\.form.count).max() ?? 0
        let lines = rows.map { "  " + TextFitting.padded($0.form, to: width) + "  " + $0.meaning }
        return TerminalText(lines: ([heading] + lines).joined(separator: "\n") + "\n\n" + end)
    }
}
