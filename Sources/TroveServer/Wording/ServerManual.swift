import TroveOptions
import TroveSystem

/// The manual page trove-server(8), from the tables of options and environment variables.
enum ServerManual {
    /// The environment variables that the server reads.
    static let variables = [
        EnvironmentVariable(
            "XDG_DATA_HOME",
            "The base folder of the default store, as an absolute path. Default: ~/.local/share."),
        EnvironmentVariable("HOME", "The home folder; used if XDG_DATA_HOME is not set."),
        EnvironmentVariable(
            "TMPDIR",
            "The folder for the copy of a backup that restore checks before it fills a database. Default: /var/tmp."
        ),
    ]

    static var page: ManualPage {
        var page = ManualPage(
            ServerText.name, section: 8, summary: "the sync server for trove(1)",
            version: ReleaseVersion.text)
        page.synopsis(
            """
            trove-server [OPTION…]
            trove-server --invite [OPTION…]
            trove-server backup FILE [OPTION…]
            trove-server restore FILE [OPTION…]
            trove-server move postgres://HOST/NAME [OPTION…]
            trove-server reset [OPTION…]
            trove-server user list [OPTION…]
            trove-server user disable|enable|logout|password|delete EMAIL [OPTION…]
            trove-server user export EMAIL FOLDER [OPTION…]
            trove-server stats|check|migrate [OPTION…]
            """)
        describe(&page)
        page.section("OPTIONS")
        page.options(ServerOptions.table)
        listCommands(&page)
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

    private static func listCommands(_ page: inout ManualPage) {
        page.section(
            "COMMANDS",
            """
            All commands except restore and move can run while the server is running. Without --store they use the \
            default store. reset and move work on a file; the others also work on PostgreSQL.
            """)
        for (command, text) in commands { page.entry(command, text) }
    }

    private static let commands = [
        (
            "backup FILE",
            "Copies the store, with photos, to a new file. It never overwrites a file."
        ),
        (
            "restore FILE",
            """
            Checks a backup and replaces the store with it. Stop the server first. A file is kept \
            under another name; the old content of a database on PostgreSQL is not kept. Devices upload \
            again what the backup lacks.
            """
        ),
        (
            "move postgres://HOST/NAME",
            """
            Copies the store from a file to an empty database on PostgreSQL. Stop the server first. Then \
            start the server with the database: devices continue as before. The file is kept, as \
            STORE.moved- and the time.
            """
        ),
        (
            "reset",
            """
            Removes all accounts from the store of a class, with all their data, and keeps a copy of \
            the store. The code of the class stays. Devices keep their libraries, and are logged out.
            """
        ),
        (
            "user list",
            """
            Lists the accounts: when a device of each was last seen, when the user signed up (both in \
            UTC), and the numbers of devices and items.
            """
        ),
        (
            "user disable EMAIL",
            """
            Logs out all devices of an account, and refuses further log-ins. The account keeps its \
            data, and devices keep their libraries.
            """
        ),
        (
            "user enable EMAIL",
            "Accepts log-ins to the account again, even after too many wrong passwords."
        ),
        (
            "user logout EMAIL",
            "Logs out all devices of an account. They keep their libraries, and can log in again."
        ),
        (
            "user password EMAIL",
            """
            Gives an account a random password, for a user who has forgotten theirs, and prints it. \
            Logs out all devices of the account. They keep their libraries; the user logs in with the \
            new password and chooses another with the command password.
            """
        ),
        (
            "user delete EMAIL",
            """
            Removes the account with all its data. Backups still have it. Devices keep \
            their libraries, and are logged out.
            """
        ),
        (
            "user export EMAIL FOLDER",
            """
            Copies what the account holds to a new folder: account.json; items.json, which trove can \
            import; other.json with conflicts and definitions of kinds; and the folder photos.
            """
        ),
        ("stats", "Prints what the store holds: accounts, devices, items, photos, bytes."),
        (
            "check",
            """
            Looks for damage: in the structure of a file, in the history and the counts of each \
            account, and in the photos. Changes nothing. The exit status is 1 if it finds damage.
            """
        ),
        (
            "migrate",
            "Converts a store from an earlier version. Starting the server does the same."
        ),
    ]

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
            given, for example behind a reverse proxy that terminates TLS. GET /health returns 204 \
            while the server is running, and GET /ready if it can use its store; GET \
            /v1/openapi.json describes the API. --metrics serves metrics for Prometheus on another \
            address, without TLS or a password.
            """,
            """
            With --drain, the server keeps serving for a while after SIGTERM, and answers GET /ready \
            with 503, so that a load balancer sends new requests to other servers. A second signal stops \
            it at once.
            """)
    }

    private static func listFiles(_ page: inout ManualPage) {
        page.section("FILES")
        page.entry(
            "~/.local/share/trove/server.db",
            "The default store, an SQLite file: accounts, items and photos.")
        page.entry(
            "/var/lib/trove/server.db, /etc/default/trove-server",
            """
            The store and the options of the Debian package's service. Other commands need the option \
            --store sqlite:/var/lib/trove/server.db.
            """)
        page.entry(
            "STORE-wal, STORE-shm",
            """
            SQLite's write-ahead log and its index, while the server runs or after a crash. Do \
            not copy the store without them: use backup.
            """)
        page.entry("STORE-guard", "Records which write-ahead log belongs to the store.")
        page.entry("STORE-class", "The code of a class, for --classroom.")
        page.entry("STORE.before-TIME", "The old store, kept by restore or reset.")
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
            "Serve a class on a trusted network, and remove its accounts afterwards:",
            """
            trove-server --classroom --listen 0.0.0.0:7373 --allow-insecure
            trove-server user list
            trove-server reset
            """)
        page.example(
            "Back up the store every night:", "trove-server backup /backups/trove-$(date +%F).db")
        page.example(
            "Print an invitation code on a server installed from the Debian package:",
            "sudo trove-server --invite --store sqlite:/var/lib/trove/server.db")
    }
}
