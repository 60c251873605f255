extension VerbTable {
    static let shell: [Verb] = [
        Verb(
            "help", .shell, ["help [VERB]"], "say what can be typed",
            parameters: [.verb],
            examples: [
                .init(
                    "help quit",
                    """
                    quit
                      leave the shell; everything is saved

                    Examples
                      echo done
                        done
                      quit
                    """),
                .init(
                    "help redo",
                    """
                    redo
                      take the last undo back

                    Examples
                      undo
                        Undone: added movie 4: Alien
                      redo
                        Redone: added movie 4: Alien
                    """),
            ]
        ) { (reader) throws(LanguageError) in
            .help(reader.takeText())
        },
        Verb(
            "source", .shell, ["source FILE"], "run the commands of a file",
            details: "Errors name the file and the line. A file may source others.",
            parameters: [.file],
            examples: [
                .init("source /dev/null", ""),
                .init("source missing.trove", "error: missing.trove: there is no such file"),
            ]
        ) { (reader) throws(LanguageError) in
            guard let path = reader.takeText() else { throw reader.missing(.file) }
            return .source(path)
        },
        Verb(
            "alias", .shell, ["alias", "alias NAME COMMAND", "alias NAME --forget"],
            "give a command a short name",
            details: """
                What is typed behind the name is put behind the command. Aliases last until the shell \
                ends; lines in rc.trove make them at every start.
                """,
            options: ["--forget"], takesSource: true,
            examples: [
                .init("alias reading filter state=reading", "alias reading filter state=reading"),
                .init("alias", "alias reading filter state=reading"),
            ]
        ) { (reader) throws(LanguageError) in
            guard let name = reader.next() else { return .alias(nil) }
            if reader.peek?.text == "--forget" {
                _ = reader.next()
                try reader.finish()
                return .alias(Alias(name: Spanned(name.text, name.span), command: nil))
            }
            guard let command = reader.takeSource() else { throw reader.missing(.command) }
            if let problem = Secrecy.problem(ofAlias: command, in: reader.context) {
                throw LanguageError(problem, at: name.span, isSecret: true)
            }
            return .alias(Alias(name: Spanned(name.text, name.span), command: command))
        },
        Verb(
            "history", .shell, ["history"], "show the commands you typed",
            details: """
                They are kept for later shells, each once. A line that begins with a blank, has the \
                word password in it, or seems to have a password in it is not kept.
                """,
            examples: [
                .init("history", "No commands were typed: this is a script."),
                .init("history", "No commands were typed: this is a script."),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .history
        },
        Verb(
            "echo", .shell, ["echo TEXT"], "print a text",
            examples: [
                .init("echo My books:", "My books:"),
                .init(#"echo "two\nlines""#, "two\nlines"),
            ]
        ) { (reader) throws(LanguageError) in
            .echo(reader.takeText()?.value ?? "")
        },
        Verb(
            "settings", .shell, ["settings", "settings NAME", "settings NAME VALUE"],
            "show and change how the shell behaves",
            details: """
                They last until the shell ends; lines in the file rc.trove of Trove's configuration \
                folder set them at every start. The contact, addresses and keys of online catalogues \
                come from the environment too (TROVE_CONTACT, TROVE_TMDB_KEY and others: trove --help \
                lists them); keys are never shown.
                """,
            parameters: [.setting],
            examples: [
                .init("settings output", "output  table"),
                .init("settings output lines", "output  lines"),
            ]
        ) { (reader) throws(LanguageError) in
            guard let name = reader.next() else { return .settings(nil) }
            let value = reader.takeText()
            return .settings(Setting(name: Spanned(name.text, name.span), value: value))
        },
        Verb(
            "notices", .shell, ["notices"], "show again what was said above the prompt",
            examples: [
                .init("notices", "No notices."),
                .init("notices", "No notices."),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .notices
        },
        Verb(
            "quit", .shell, ["quit"], "leave the shell; everything is saved",
            examples: [
                .init("echo done", "done"),
                .init("quit", ""),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .quit
        },
    ]
}

extension ArgumentReader {
    /// Takes the rest of the line as it was typed.
    fileprivate mutating func takeSource() -> String? {
        let rest = takeAll()
        guard let first = rest.first, let last = rest.last else { return nil }
        let bytes = Array(source.utf8)
        return String(
            decoding: bytes[first.span.lowerBound..<last.span.upperBound], as: UTF8.self)
    }
}
