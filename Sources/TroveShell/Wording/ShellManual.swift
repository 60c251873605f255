import TroveCommands
import TroveLanguage
import TroveOptions
import TroveTerminal

/// The manual page trove(1), from the tables of options, verbs and variables.
enum ShellManual {
    static var page: ManualPage {
        var page = ManualPage(
            "trove", section: 1, summary: "a shell for the things you collect",
            version: Message.version.rendered)
        page.section("SYNOPSIS")
        page.example(
            """
            trove [OPTION…]
            trove [OPTION…] SCRIPT…
            trove [OPTION…] -c COMMAND
            """)
        page.section("DESCRIPTION")
        page.paragraph(
            """
            trove keeps collections of books, gems and films. On a terminal it opens a shell; \
            otherwise it runs the commands of its scripts or of standard input.
            """)
        page.section("OPTIONS")
        page.options(Options.table)
        page.section("COMMANDS")
        for group in Verb.Group.allCases {
            page.part(HelpText.heading(of: group))
            for verb in CommandTable.vocabulary.all where verb.group == group {
                page.entry(verb.synopsis, sentence(verb.summary), verb.details)
            }
        }
        page.section("ENVIRONMENT")
        page.variables(UsageText.syncVariables + UsageText.catalogueVariables)
        page.section("EXIT STATUS")
        page.entry("0", "All commands succeeded.")
        page.entry("1", "A command failed.")
        page.entry("2", "The command line is wrong, or --check found mistakes.")
        page.entry("3", "--stop-on-error stopped a script.")
        page.entry("4", "The library cannot be used.")
        page.entry("129, 130, 143", "A signal ended the program: SIGHUP, SIGINT, SIGTERM.")
        page.section("SEE ALSO")
        page.paragraph("trove-server(8)")
        return page
    }

    /// A summary as a sentence.
    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }
}
