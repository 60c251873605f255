import TroveOptions

/// The manual page trove-server(8), from the tables of options and environment variables.
enum ServerManual {
    /// The environment variables that the server reads.
    static let variables = [
        EnvironmentVariable(
            "XDG_DATA_HOME",
            "The base folder of the default store, as an absolute path. Default: ~/.local/share."),
        EnvironmentVariable("HOME", "The home folder, for the default above."),
    ]

    static var page: ManualPage {
        var page = ManualPage(
            ServerText.name, section: 8, summary: "the sync server for trove(1)",
            version: ServerText.version)
        page.synopsis(
            """
            trove-server [OPTION…]
            trove-server --invite [OPTION…]
            trove-server backup FILE [OPTION…]
            trove-server restore FILE [OPTION…]
            trove-server accounts [OPTION…]
            trove-server reset [OPTION…]
            """)
        describe(&page)
        page.section("OPTIONS")
        page.options(ServerOptions.table)
        page.section("COMMANDS")
        page.entry(
            "backup FILE",
            """
            Copies the store, with photos, to a new file. The server may be running. It never \
            replaces a file.
            """)
        page.entry(
            "restore FILE",
            """
            Checks a backup and replaces the store with it. Stop the server first. The old store \
            is kept under another name. Devices upload again what the backup lacks.
            """)
        page.entry(
            "accounts",
            """
            Lists the accounts: when a device of each was last seen and when the user signed up, in \
            UTC, and the numbers of devices and items. The server may be running.
            """)
        page.entry(
            "reset",
            """
            Removes all accounts from the store of a class, with all they hold, and keeps a copy of \
            the store. The server may be running. The code of the class stays. Devices keep their \
            libraries, and are logged out.
            """)
        page.section("ENVIRONMENT")
        page.variables(variables)
        listFiles(&page)
        page.section(
            "EXIT STATUS",
            entries: [
                "0": "SIGTERM or SIGINT ended the server, or the command succeeded.",
                "1": "The server cannot start or a command failed.",
                "2": "The command line is wrong.",
                "4": "The store cannot be used.",
            ])
        showExamples(&page)
        page.section("SEE ALSO", "trove(1)")
        return page
    }

    private static func describe(_ page: inout ManualPage) {
        page.section(
            "DESCRIPTION",
            """
            trove-server stores the collections of its accounts, and sends the changes of one \
            device to the others. It prints its address when it is ready, and runs in the \
            foreground until SIGTERM or SIGINT. SIGHUP reloads the certificate.
            """,
            """
            Without a certificate it listens on this machine only, unless --allow-insecure is \
            given, for example behind a reverse proxy that terminates TLS. GET /v1/hello is the \
            health check; GET /v1/openapi.json describes the API.
            """)
    }

    private static func listFiles(_ page: inout ManualPage) {
        page.section("FILES")
        page.entry(
            "~/.local/share/trove/server.db",
            "The default store, an SQLite file: accounts, items and photos.")
        page.entry(
            "STORE-wal, STORE-shm",
            """
            SQLite's write-ahead log and its index, while the server runs or after a crash. Do \
            not copy the store without them: use backup.
            """)
        page.entry("STORE-guard", "Records which write-ahead log belongs to the store.")
        page.entry("STORE-class", "The code of a class, for --classroom.")
        page.entry("STORE.before-TIME", "The old store that restore or reset has kept.")
    }

    private static func showExamples(_ page: inout ManualPage) {
        page.section("EXAMPLES")
        page.example(
            "Serve a family, whose members need an invitation:",
            """
            trove-server --listen 0.0.0.0:7373 --signup invite \\
                --tls-cert /etc/trove/fullchain.pem --tls-key /etc/trove/key.pem
            trove-server --invite
            """)
        page.example(
            "Serve a class in a trusted network, and begin again after it:",
            """
            trove-server --classroom --listen 0.0.0.0:7373 --allow-insecure
            trove-server accounts
            trove-server reset
            """)
        page.example(
            "Back up the store every night:", "trove-server backup /backups/trove-$(date +%F).db")
    }
}
