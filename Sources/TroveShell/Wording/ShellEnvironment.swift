import TroveOptions

/// The environment variables that `trove` reads, for the manual page.
enum ShellEnvironment {
    /// Variables that belong together.
    struct Group {
        let heading: String
        let variables: [EnvironmentVariable]
    }

    /// All variables, in the order in which the manual page lists them.
    static var groups: [Group] {
        [
            Group(heading: "Library", variables: library),
            Group(heading: "Server", variables: server),
            Group(heading: "Catalogue services", variables: catalogues),
            Group(heading: "Lessons", variables: lessons),
            Group(heading: "Terminal and other programs", variables: terminal),
            Group(heading: "Network", variables: network),
        ]
    }

    private static let library = [
        EnvironmentVariable(
            "TROVE_LIBRARY",
            "The library file, unless --library names another. Its folder must exist."),
        EnvironmentVariable(
            "XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
            """
            The base folders of FILES, as absolute paths. Defaults: ~/.local/share, ~/.config, \
            ~/.local/state, ~/.cache.
            """),
        EnvironmentVariable("HOME", "The home folder, for the defaults above and for ~/ in paths."),
        EnvironmentVariable(
            "USER, LOGNAME", "The name that the change log records as the author of a change."),
        EnvironmentVariable(
            "TROVE_NOW",
            """
            A fixed time in UTC that replaces the clock, for tests: 2026-11-20T12:00. Any other \
            form is an error.
            """),
        EnvironmentVariable("TZ", "The time zone of dates that are shown and of today."),
    ]

    private static let server = [
        EnvironmentVariable("TROVE_SERVER", "The default address for connect."),
        EnvironmentVariable(
            "TROVE_PASSWORD",
            """
            The password for signup and login, and the current one for password, in scripts. At \
            a prompt, Trove asks.
            """),
        EnvironmentVariable(
            "TROVE_DEVICE", "The name of this device in devices. Default: the host name."),
        EnvironmentVariable(
            "TROVE_PATIENCE",
            """
            How many seconds a command waits for the server, 1 to 600. A query uses the local copy \
            after a quarter of that. Default: 2.
            """),
        EnvironmentVariable(
            "TROVE_INVITATION", "The invitation, or the class code, for signup without code:."),
        EnvironmentVariable(
            "TROVE_CA_FILE",
            "A PEM file of certificate authorities that connections to the server trust instead "
                + "of the system's."),
        EnvironmentVariable(
            "TROVE_INSECURE",
            """
            If set, connect accepts http:// addresses of other machines. Passwords and tokens \
            are then sent unencrypted.
            """),
    ]

    private static let catalogues = [
        EnvironmentVariable(
            "TROVE_CONTACT",
            """
            An email address or URL that Open Library can write to; it is sent with each request.
            """),
        EnvironmentVariable(
            "TROVE_GOOGLEBOOKS_KEY",
            "A key for Google Books. If set, Google Books replaces Open Library."),
        EnvironmentVariable("TROVE_TMDB_KEY", "A key or token for TMDB, the catalogue of films."),
        EnvironmentVariable(
            "TROVE_TMDB_LANGUAGE", "The language of texts about films, such as de-DE."),
        EnvironmentVariable(
            "TROVE_OPENLIBRARY_URL", "The base address of Open Library, or of a mirror."),
        EnvironmentVariable("TROVE_COVERS_URL", "The base address of Open Library's covers."),
        EnvironmentVariable("TROVE_GOOGLEBOOKS_URL", "The base address of Google Books."),
        EnvironmentVariable("TROVE_TMDB_URL", "The base address of TMDB."),
        EnvironmentVariable("TROVE_TMDB_IMAGES_URL", "The base address of TMDB's pictures."),
    ]

    private static let lessons = [
        EnvironmentVariable(
            "TROVE_LESSONS",
            "The folder with the lessons. Default: share/trove/lessons of the installation."),
        EnvironmentVariable(
            "TROVE_SERVER_PROGRAM",
            "The server that lessons run. Default: trove-server beside trove, else in PATH."),
        EnvironmentVariable(
            "TROVE_CATALOGUE_PROGRAM",
            """
            The stand-in for catalogue services that lessons run. Default: catalogue-stand-in, as \
            installed with trove, else in PATH.
            """),
    ]

    private static let terminal = [
        EnvironmentVariable("NO_COLOR", "If set and not empty, --color auto prints no colors."),
        EnvironmentVariable(
            "TERM, COLORTERM", "The terminal and its colors; TERM=dumb disables escape sequences."),
        EnvironmentVariable(
            "LC_ALL, LC_CTYPE, LANG",
            "The locale. Text is UTF-8; a locale with another encoding is replaced by C.UTF-8."),
        EnvironmentVariable(
            "VISUAL, EDITOR", "The editor for edit, and for a line at the prompt. Default: vi."),
        EnvironmentVariable("EDITRC", "The settings of libedit, in place of ~/.editrc."),
        EnvironmentVariable(
            "PAGER",
            "The program that shows text taller than the screen. Default: less, if installed."),
        EnvironmentVariable(
            "TMPDIR",
            "The folder for the files that edit opens, and for the libraries of lessons. Default: /tmp."
        ),
    ]

    private static let network = [
        EnvironmentVariable(
            "http_proxy, https_proxy, all_proxy, no_proxy",
            """
            Proxies and the hosts that are reached without one, in the form that curl(1) \
            documents. This machine is always reached directly.
            """)
    ]
}
