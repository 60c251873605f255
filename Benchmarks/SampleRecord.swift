import TroveTesting

/// One of as many made-up records as are wanted, of 250 to 300 bytes: what is synchronised by Trove
/// and by its peer alike.
struct SampleRecord: Hashable {
    let title: String
    let author: String
    let notes: String

    init(at place: Int) {
        let book = SampleBook(at: place)
        title = book.title
        author = book.author
        // Other numbers than the book's own, so that the notes do not repeat its title.
        var random = SeededRandom(seed: UInt64(place) | 1 << 32)
        var notes = SampleBook.word(&random)
        while title.utf8.count + author.utf8.count + notes.utf8.count < 260 {
            notes += " \(SampleBook.word(&random))"
        }
        self.notes = notes
    }

    /// The command that adds it; nothing in it needs an escape.
    var command: String { "add book \"\(title)\" author:\"\(author)\" note:\"\(notes)\"" }

    /// Its texts with tabs between them, which is how a record stands in a file and how `sqlite3`
    /// can be told to show it.
    var row: String { "\(title)\t\(author)\t\(notes)" }
}
