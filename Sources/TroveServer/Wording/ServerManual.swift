import TroveOptions

/// The manual page trove-server(8), from the table of options.
enum ServerManual {
    static var page: ManualPage {
        var page = ManualPage(
            ServerText.name, section: 8, summary: "keeps the libraries of trove's users in sync",
            version: ServerText.version)
        page.section("SYNOPSIS")
        page.example(
            """
            trove-server [OPTION…]
            trove-server --invite [OPTION…]
            trove-server backup FILE [OPTION…]
            trove-server restore FILE [OPTION…]
            """)
        page.section("DESCRIPTION")
        page.paragraph(
            """
            trove-server keeps the collections of its users, and brings the changes of one device to \
            the others. It prints its address when it is ready, and ends at SIGTERM or SIGINT.
            """)
        page.section("COMMANDS")
        page.entry(
            "backup FILE",
            "Copies the store, with photos, to a new file. The server may be running.")
        page.entry(
            "restore FILE",
            "Replaces the store with a backup, and keeps the former store under another name. End "
                + "the server first.")
        page.section("OPTIONS")
        page.options(ServerOptions.table)
        page.section("EXIT STATUS")
        page.entry("0", "SIGTERM or SIGINT ended the server, or the command succeeded.")
        page.entry("1", "The server cannot serve.")
        page.entry("2", "The command line is wrong.")
        page.entry("4", "The store cannot be used.")
        page.section("SEE ALSO")
        page.paragraph("trove(1)")
        return page
    }
}
