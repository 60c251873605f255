// A book that was deleted in Openreads stays in the file, with `deleted` true. Notes and reviews
// may contain line breaks. The reading periods are joined with `;`.

import TroveModel

extension ProgramFormat {
    static let openreads = ProgramFormat(
        name: "openreads", title: "Openreads", subject: .books,
        signatures: [
            ["title", "author", "status", "my_review"], ["title", "status", "readings"],
        ],
        states: [StateWord("unknown", nil)],
        columns: [
            ImportColumn("title", .title),
            ImportColumn("subtitle", .line("Subtitle")),
            ImportColumn("author", .creators(.ampersands)),
            ImportColumn("description", .prose(.description)),
            ImportColumn("status", .state),
            ImportColumn("favourite", .line("Favourite", unless: ["false"])),
            ImportColumn("deleted", .removes(when: "true")),
            ImportColumn("rating", .rating(of: 5)),
            ImportColumn("pages", .pages),
            ImportColumn("publisher", .field(.publisher)),
            ImportColumn("publication_year", .year()),
            ImportColumn("isbn", .isbn),
            ImportColumn("olid", .leftOut),
            ImportColumn("tags", .names(.tags, separator: 0x7C)),
            ImportColumn("my_review", .review),
            ImportColumn("notes", .line("Notes")),
            ImportColumn("book_format", .line("Format")),
            ImportColumn("readings", .periods(.bars)),
            ImportColumn("date_added", .field(.added)),
            ImportColumn("date_modified", .leftOut),
        ])
}
