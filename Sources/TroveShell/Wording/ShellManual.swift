import TroveCommands
import TroveLanguage
import TroveOptions
import TroveSystem
import TroveTerminal

/// The manual page trove(1), from the tables of options, verbs and environment variables.
enum ShellManual {
    static var page: ManualPage {
        var page = ManualPage(
            "trove", section: 1, summary: "a shell for collections of books, gems and films",
            version: ReleaseVersion.text)
        page.synopsis(
            """
            trove [OPTION…]
            trove [OPTION…] SCRIPT…
            trove [OPTION…] -c COMMAND
            trove [OPTION…] --verify FILE…
            trove [OPTION…] --demo-check FILE…
            trove [OPTION…] demo [NAME|FILE]
            trove [OPTION…] tutorial [N|FILE…]
            """)
        describe(&page)
        page.section("OPTIONS")
        page.options(Options.table)
        page.section("COMMANDS")
        for group in Verb.Group.allCases {
            page.part(HelpText.heading(of: group))
            for verb in CommandTable.vocabulary.all where verb.group == group {
                page.entry(verb.synopsis, ManualPage.sentence(verb.summary))
                for block in HelpBlock.all(in: verb.details) {
                    switch block {
                    case .paragraph(let text): page.continuation(text)
                    case .list(let rows): page.list(rows)
                    }
                }
            }
        }
        describeOutput(&page)
        listKeys(&page)
        describeTranscripts(&page)
        page.section("PROMPT")
        for (part, meaning) in HelpText.promptParts {
            page.entry(part, ManualPage.sentence(meaning))
        }
        page.section("ENVIRONMENT")
        page.paragraph("An empty variable counts as unset.")
        for group in ShellEnvironment.groups {
            page.part(group.heading)
            page.variables(group.variables)
        }
        listFiles(&page)
        listStatuses(&page)
        showExamples(&page)
        page.section("SEE ALSO", "trove-server(8), sqlite3(1), less(1), chafa(1), zbarimg(1)")
        return page
    }

    private static func describe(_ page: inout ManualPage) {
        page.section(
            "DESCRIPTION",
            """
            trove keeps collections of books, gems and films, and the list of what you have read, \
            in one SQLite file, the library. On a terminal it opens a shell with completion, \
            history and multi-line input. Otherwise it runs the commands of its scripts, or of \
            standard input, one on each line.
            """,
            """
            When trove confirms a change, the change is on disk. A library is local until connect \
            and login connect it to an account on a trove-server(8); then the devices of the \
            account share it.
            """,
            """
            Commands name items by number (3), by several numbers (3 5 7-9), by title or the \
            beginning of one (dune), and as it, the last item that was named. FIELD:VALUE sets a \
            field, and FIELD: clears it. Conditions compare fields with =, !=, <, <=, >, >= and ~ \
            (contains); or, not and parentheses combine them. Values with blanks need quotes. \
            # begins a comment.
            """,
            """
            A script never asks a question: a command that would ask fails, unless --yes is given. \
            Errors go to standard error with the file, the line and the column.
            """)
    }

    private static func describeOutput(_ page: inout ManualPage) {
        page.section("OUTPUT")
        page.paragraph("--output and the setting output choose the format:")
        for format in HelpText.formats {
            page.entry(format.name, ManualPage.sentence(format.summary))
        }
        for paragraph in HelpText.json { page.paragraph(paragraph) }
    }

    private static func listKeys(_ page: inout ManualPage) {
        page.section("KEYS")
        for group in KeyTable.groups {
            page.part(group.heading)
            for entry in group.entries {
                page.entry(entry.keys.joined(separator: ", "), ManualPage.sentence(entry.help))
            }
        }
        page.paragraph("The line bind -v in ~/.editrc selects the keys of vi.")
    }

    private static func describeTranscripts(_ page: inout ManualPage) {
        page.section(
            "TRANSCRIPTS",
            """
            A transcript has commands, each with its output below it. --verify runs the commands \
            again, each file in an empty library in memory, or all in the one that --library names. \
            It shows what differs as a unified diff with the lines of the file. Status 0 means that \
            all commands printed what the transcript has, 1 that something differs, 2 that a file \
            cannot be read or has no transcript.
            """,
            """
            Commands are recognized in two forms. In the output of --echo, with standard error in \
            it, a command begins where the output of the one before it ends; after a difference, at \
            the next line that begins with the name of a command. In the form of documents, a command \
            follows a prompt: "> ", "trove> " or "trove 12> "; text above the first prompt, or \
            below quit, is not compared. In a Markdown file (.md), the fenced blocks with the \
            language trove are transcripts, and those with the language console that have a prompt. \
            All blocks of a file use one library.
            """,
            """
            The sign … stands for any text in a line of output. Alone on a line, it stands for any \
            number of lines.
            """)
    }

    private static func listFiles(_ page: inout ManualPage) {
        page.section("FILES")
        page.entry(
            "~/.local/share/trove/library.db",
            "The default library. Any SQL tool can read it; change it only with trove.")
        page.entry(
            "LIBRARY-wal, LIBRARY-shm",
            """
            SQLite's write-ahead log and its index, while a shell is open or after a crash. \
            Committed changes may be in the log only, so copy or move the three files together.
            """)
        page.entry(
            "LIBRARY-wal.replaced",
            "The log of a library whose file another program replaced; nothing uses it any more.")
        page.entry(
            "kinds/*.kind",
            "Kinds of your own as text, beside the library. Each is loaded when it has changed.")
        page.entry("LIBRARY.lock", "The lock of the shells that sync one connected library.")
        page.entry("LIBRARY.blobs", "The folder of the library's photos.")
        page.entry("LIBRARY.snapshots", "The folder of the library's snapshots.")
        page.entry(
            "LIBRARY.vN.bak", "A copy that was made before a newer trove changed the file format.")
        page.entry(
            "~/.config/trove/rc.trove", "Commands that run when an interactive shell starts.")
        page.entry("~/.local/state/trove/history", "The lines that were typed at the prompt.")
        page.entry("~/.editrc", "The settings of libedit; see editrc(5).")
        page.entry("~/.config/trove/aliases.json", "The aliases that were made at the prompt.")
        page.entry("~/.local/state/trove/tutorial.json", "Which lessons of `tutorial` are done.")
        page.entry(
            "NAME.rejects.csv",
            """
            The rows of NAME.csv that import rejected, beside it; in the current folder or in \
            ~/.local/state/trove if that folder is not writable or is in a checkout.
            """)
        page.entry("~/.cache/trove/covers", "Cached covers; can be deleted.")
    }

    private static func listStatuses(_ page: inout ManualPage) {
        page.section(
            "EXIT STATUS",
            entries: [
                "0": "All commands succeeded, or --verify found no difference.",
                "1": """
                A command failed, --verify found a difference, or an expectation of \
                --demo-check did not hold.
                """,
                "2":
                    "The command line is wrong, a script cannot be opened, or --check found an error.",
                "3": "--stop-on-error stopped a script.",
                "4": "The library cannot be used.",
                "129, 130, 143": "A signal ended the program: SIGHUP, SIGINT, SIGTERM.",
            ])
    }

    private static func showExamples(_ page: inout ManualPage) {
        page.section("EXAMPLES")
        page.example(
            "Add a book, and list the books that you are reading:",
            """
            trove -c 'add book Dune pages:412 state:reading'
            trove -c 'list books state=reading'
            """)
        page.example(
            "Try a script without changing the library:",
            """
            trove --check changes.trove
            trove --ephemeral --echo changes.trove
            """)
        page.example(
            "Check that a session still prints the same:",
            """
            trove --ephemeral --echo session.trove >session.txt 2>&1
            trove --verify session.txt README.md
            """)
        page.example(
            "Pass items to another program:",
            "trove --json -c 'filter rating>=4.5' | jq -r '.[].title'")
        page.example(
            "Connect this library to a server:",
            "trove -c 'connect https://trove.example.org' -c 'login ann@example.org'")
    }
}
