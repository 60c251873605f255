import TroveTesting

/// A generated record of 250 to 300 bytes, for syncing with Trove and with its peer. The same
/// position always gives the same record.
struct SampleRecord: Hashable {
    let title: String
    let author: String
    let notes: String

    init(at place: Int) {
        let book = SampleBook(at: place)
        title = book.title
        author = book.author
        // A seed other than the book's, so that the notes do not repeat its title.
        var random = SeededRandom(seed: UInt64(place) | 1 << 32)
        var notes = SampleBook.word(&random)
        while title.utf8.count + author.utf8.count + notes.utf8.count < 260 {
            notes += " \(SampleBook.word(&random))"
        }
        self.notes = notes
    }

    /// The command that adds the record; nothing in it needs escaping.
    var command: String { "add book \"\(title)\" author:\"\(author)\" note:\"\(notes)\"" }

    /// The texts separated by tabs, the format of record files and of `sqlite3` output.
    var row: String { "\(title)\t\(author)\t\(notes)" }
}
