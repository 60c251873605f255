import TroveCodecs
import TroveLanguage

/// Shows all settings, or shows or changes one.
struct ChangeSettings: ShellCommand {
    /// The name as typed, which may be unknown; nil shows all settings.
    var setting: Spanned<String>?
    /// Nil shows the setting.
    var value: Spanned<String>?

    static let name = "settings"
    static let effect = Effect.independent
    static let syntax = Syntax<ChangeSettings>(
        .shell, "show or change settings",
        details: """
            output\tthe format, as with --output
            color\tauto uses colors only on a terminal
            pager\ton shows long output page by page
            pictures\ton draws photos and covers
            covers\tauto fetches covers in the background
            suggestions\ton shows the rest of a line after the cursor
            confirm\toff asks no questions, in scripts too
            plain\ton suits a screen reader: nothing is redrawn in place, bars, boxes and pictures \
            are left out, and items are written as lines unless you set output
            timing\ton shows how long each command takes
            goal\thow many books you want to finish in a year; off removes it
            tmdb-language\tthe language of texts about films, such as de-DE

            Settings last until the shell ends. Lines in the file rc.trove in Trove's \
            configuration folder set them at every start; that file runs silently unless it fails.

            contact\tan email address or URL that Open Library can write to
            googlebooks-key\ta key for Google Books, which then replaces Open Library
            tmdb-key\ta key or token for TMDB, the catalogue of films
            openlibrary-url\tthe base address of Open Library, or of a mirror; covers-url, \
            googlebooks-url, tmdb-url and tmdb-images-url do the same for the other services

            These also come from the environment (TROVE_CONTACT, TROVE_TMDB_KEY and others; \
            `man trove` lists them). Keys are never shown.
            """,
        arguments: [
            Argument("[NAME [VALUE]]", [.setting]) { (reader, command) throws(LanguageError) in
                guard let name = reader.next() else { return }
                command.setting = Spanned(name.text, name.span)
                command.value = reader.takeText()
            }
        ],
        examples: [
            .init("settings output", "output  table"),
            .init("settings output lines", "output  lines"),
        ])

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        guard let setting else { return Self.report(context.session.settings.entries) }
        let name = setting.value.lowercased()
        guard let entry = context.session.settings.entry(name) else {
            throw CommandFailure(
                .noSuchSetting(
                    setting.value, nearest: Nearest.names(to: name, among: Settings.names)),
                at: setting.span)
        }
        if let value, !context.session.settings.set(name, to: value.value) {
            throw CommandFailure(
                .badSetting(entry, value: value.value), at: value.span)
        }
        return Self.report([context.session.settings.entry(name) ?? entry])
    }

    private static func report(_ entries: [Settings.Entry]) -> Reply {
        .report(Report(entries.map { ($0.name, .string($0.value)) }))
    }
}
