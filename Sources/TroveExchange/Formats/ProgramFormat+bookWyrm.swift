// `shelf` is the identifier of a shelf in addresses, and `shelf_name` its displayed name. The
// identifier of a shelf that the user created ends with a number. Most columns are database ids.

import TroveModel

extension ProgramFormat {
    static let bookWyrm = ProgramFormat(
        name: "bookwyrm", title: "BookWyrm", subject: .books,
        signatures: [["title", "author_text", "remote_id"], ["title", "author_text", "shelf"]],
        columns: [
            ImportColumn("title", .title),
            ImportColumn("author_text", .creators(.commas)),
            ImportColumn("remote_id", .identity),
            ImportColumn("openlibrary_key", .leftOut),
            ImportColumn("finna_key", .leftOut),
            ImportColumn("inventaire_id", .leftOut),
            ImportColumn("librarything_key", .leftOut),
            ImportColumn("goodreads_key", .leftOut),
            ImportColumn("bnf_id", .leftOut),
            ImportColumn("viaf", .leftOut),
            ImportColumn("wikidata", .leftOut),
            ImportColumn("asin", .leftOut),
            ImportColumn("aasin", .leftOut),
            ImportColumn("isfdb", .leftOut),
            ImportColumn("isbn_10", .isbn),
            ImportColumn("isbn_13", .isbn),
            ImportColumn("oclc_number", .leftOut),
            ImportColumn("start_date", .started),
            ImportColumn("finish_date", .completed),
            ImportColumn("stopped_date", .stopped),
            ImportColumn("rating", .rating(of: 5)),
            ImportColumn("review_name", .review),
            ImportColumn("review_cw", .line("Content warning")),
            ImportColumn("review_content", .review),
            ImportColumn("review_published", .day("Reviewed")),
            ImportColumn("shelf", .state),
            ImportColumn("shelf_name", .stateName),
            ImportColumn("shelf_date", .day("Shelved")),
        ])
}
