extension VerbTable {
    static let library: [Verb] = [
        Verb(
            "snapshot", .library,
            ["snapshot save NAME", "snapshot restore NAME [--yes]", "snapshot list"],
            "keep the library as it is now, and go back to it",
            details: "Restoring is one change: undo takes it back.",
            parameters: [.words(["save", "restore", "list"]), .snapshot], options: ["--yes"],
            examples: [
                .init("snapshot save before-spring", "Saved snapshot before-spring: 4 things"),
                .init("snapshot list", "2026-11-20 12:00  before-spring"),
            ]
        ) { (reader) throws(LanguageError) in
            let action = try reader.takeWord(among: ["save", "restore", "list"], missing: .command)
            if action.value == "list" {
                try reader.finish()
                return .snapshot(.list)
            }
            guard let name = reader.takeText() else { throw reader.missing(.name) }
            return .snapshot(
                action.value == "save"
                    ? .save(name) : .restore(name, isConfirmed: reader.has("--yes")))
        },
        Verb(
            "check", .library, ["check"], "look whether the library is as it was written",
            details: """
                Every item is compared with the log of changes, and photos with their digests; of a \
                connected library also with the server. Nothing is changed. What differs is listed.
                """,
            examples: [
                .init("check", "The library is sound: 4 items."),
                .init("delete Alien --yes", "Deleted movie 4: Alien"),
                .init("check", "The library is sound: 3 items."),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .check
        },
    ]

    static let history: [Verb] = [
        Verb(
            "undo", .history, ["undo [--skip]"], "take the last change back",
            details: """
                Again and again, as far back as the library remembers; redo goes forward. A change that \
                cannot be undone, because its item is gone or was changed elsewhere since, stops it: \
                --skip leaves such changes and undoes the newest one that can be.
                """,
            options: ["--skip"],
            examples: [
                .init("undo", "Undone: added movie 4: Alien"),
                .init("undo", "Undone: added gem 3: Ruby"),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .undo(isSkipping: reader.has("--skip"))
        },
        Verb(
            "redo", .history, ["redo"], "take the last undo back",
            examples: [
                .init("undo", "Undone: added movie 4: Alien"),
                .init("redo", "Redone: added movie 4: Alien"),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .redo
        },
        Verb(
            "log", .history, ["log [REF] [limit:N]"], "show what happened, the newest first",
            details: "Without limit:N it shows the last 20 commands.",
            parameters: [.reference, .named("limit")],
            examples: [
                .init("log 3", "2026-11-20 12:00  ann  added gem 3: Ruby"),
                .init("log Alien", "2026-11-20 12:00  ann  added movie 4: Alien"),
            ]
        ) { (reader) throws(LanguageError) in
            let limit = try reader.takeLimit()
            guard !reader.isAtEnd else { return .log(nil, limit: limit) }
            return .log(try reader.oneReference(reader.takeAll()), limit: limit)
        },
    ]
}
