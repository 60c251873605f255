import Testing
import TroveExchange
import TroveModel
import TroveTesting

/// Files in the exact shape of each program, with a count of their rows.
struct GeneratedExportTests {
    /// The table of a program, and how it writes a book.
    struct Program: CustomTestStringConvertible, Sendable {
        let name: String
        let header: String
        var separator = ","
        /// The cells of a book by their columns.
        let cells: @Sendable (GeneratedBook) -> [String: String]
        /// The fields besides those that every program tells; an empty text stands for none.
        let fields: @Sendable (GeneratedBook) -> [String: String]
        let completions: @Sendable (GeneratedBook) -> [String]

        var testDescription: String { name }

        func row(_ book: GeneratedBook) -> String {
            let cells = cells(book)
            return header.split(separator: Character(separator)).map { column in
                let cell = cells[String(column)] ?? ""
                guard separator == "," else { return cell }
                return cell.contains { ",\"\n".contains($0) }
                    ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
            }.joined(separator: separator)
        }
    }

    private static func slashed(_ date: String) -> String { date.replacing("-", with: "/") }
    private static func periods(_ book: GeneratedBook) -> [String] {
        book.readings.map { "\($0.started) – \($0.on)" }
    }
    private static func note(_ book: GeneratedBook) -> [String: String] {
        book.review.isEmpty ? [:] : ["note": book.review]
    }

    static let goodreads = Program(
        name: "goodreads", header: GoodreadsTests.header24,
        cells: { book in
            let shelf =
                switch book.state {
                case .planned: "to-read"
                case .current: "currently-reading"
                case .setAside: "abandoned"
                case .done: "read"
                }
            return [
                "Book Id": "\(book.number)",
                "Title": book.title.isEmpty ? "" : "\(book.title) (Coast, #\(book.number))",
                "Author": book.authors.first ?? "",
                "Additional Authors": book.authors.dropFirst().joined(separator: ", "),
                "ISBN": "=\"\"", "ISBN13": "=\"\"", "My Rating": "\(book.stars)",
                "Average Rating": "3.9", "Publisher": book.publisher,
                "Number of Pages": "\(book.pages)", "Year Published": "\(book.year)",
                "Original Publication Year": "\(book.year)",
                "Date Read": slashed(book.readings.last?.on ?? ""),
                "Date Added": slashed(book.added),
                "Bookshelves": (book.tags + (shelf == "read" ? [] : [shelf]))
                    .joined(separator: ", "),
                "Exclusive Shelf": shelf, "My Review": book.review,
                "Read Count": "\(book.readings.count)", "Owned Copies": "0",
            ]
        },
        fields: { book in
            var fields = [
                "series": "Coast", "volume": "\(book.number)", "publisher": book.publisher,
                "pages": "\(book.pages)", "year": "\(book.year)", "added": book.added,
            ]
            if !book.tags.isEmpty { fields["shelves"] = book.tags.joined(separator: ", ") }
            return fields.merging(note(book)) { $1 }
        },
        completions: { book in
            book.readings.dropLast().map { _ in "?" } + book.readings.suffix(1).map(\.on)
        })

    static let storyGraph = Program(
        name: "storygraph", header: StoryGraphTests.header,
        cells: { book in
            let status =
                switch book.state {
                case .planned: "to-read"
                case .current: "currently-reading"
                case .setAside: "did-not-finish"
                case .done: "read"
                }
            return [
                "Title": book.title, "Authors": book.authors.joined(separator: ", "),
                "Read Status": status, "Date Added": slashed(book.added),
                "Last Date Read": slashed(book.readings.last?.on ?? ""),
                "Dates Read": book.readings.map { "\(slashed($0.started))-\(slashed($0.on))" }
                    .joined(separator: ", "),
                "Read Count": "\(book.readings.count)",
                "Star Rating": book.stars == 0 ? "" : "\(book.stars).0", "Review": book.review,
                "Tags": book.tags.joined(separator: ", "), "Owned?": "No",
            ]
        },
        fields: { book in
            var fields = ["added": book.added]
            fields["started"] = book.readings.last?.started
            if !book.tags.isEmpty { fields["tags"] = book.tags.joined(separator: ", ") }
            return fields.merging(note(book)) { $1 }
        },
        completions: { periods($0) })

    static let libraryThing = Program(
        name: "librarything", header: LibraryThingTests.header.joined(separator: "\t"),
        separator: "\t",
        cells: { book in
            let collection =
                switch book.state {
                case .planned: "To read"
                case .current: "Currently reading"
                case .setAside: "Abandoned"
                case .done: "Your library"
                }
            let names = book.authors.map { name in
                let words = name.split(separator: " ")
                return "\(words[1]), \(words[0])"
            }
            return [
                "Book Id": "\(book.number)", "Title": book.title,
                "Primary Author": names.joined(separator: " & "), "Date": "\(book.year)",
                "Rating": book.stars == 0 ? "" : "\(book.stars)", "Review": book.review,
                "Page Count": "\(book.pages) ", "Collections": "Your library, \(collection)",
                "Tags": book.tags.joined(separator: ", "), "Copies": "1",
                "Date Started": book.readings.last.map { "[\($0.started)]" } ?? "",
                "Date Read": book.readings.last.map { "[\($0.on)]" } ?? "",
                "Entry Date": "[\(book.added)]",
            ]
        },
        fields: { book in
            var fields = [
                "pages": "\(book.pages)", "year": "\(book.year)", "added": book.added,
            ]
            fields["started"] = book.readings.last?.started
            if !book.tags.isEmpty { fields["tags"] = book.tags.joined(separator: ", ") }
            return fields.merging(note(book)) { $1 }
        },
        completions: { periods($0).suffix(1) })

    static let openreads = Program(
        name: "openreads",
        header: """
            title,subtitle,author,description,status,favourite,deleted,rating,pages,publisher,\
            publication_year,isbn,olid,tags,my_review,notes,book_format,readings,date_added,\
            date_modified
            """,
        cells: { book in
            let status =
                switch book.state {
                case .planned: "planned"
                case .current: "in_progress"
                case .setAside: "abandoned"
                case .done: "finished"
                }
            return [
                "title": book.title, "author": book.authors.joined(separator: ", "),
                "status": status, "favourite": "false",
                "deleted": book.number % 10 == 8 ? "true" : "false",
                "rating": book.stars == 0 ? "" : "\(book.stars).0", "pages": "\(book.pages)",
                "publisher": book.publisher, "publication_year": "\(book.year)",
                "tags": book.tags.joined(separator: "|||||"), "my_review": book.review,
                "readings": book.readings.map { "\($0.started)|\($0.on)|" }
                    .joined(separator: ";"),
                "date_added": "\(book.added)T10:00:00.000",
            ]
        },
        fields: { book in
            var fields = [
                "publisher": book.publisher, "pages": "\(book.pages)", "year": "\(book.year)",
                "added": book.added,
            ]
            fields["started"] = book.readings.last?.started
            if !book.tags.isEmpty { fields["tags"] = book.tags.joined(separator: ", ") }
            return fields.merging(note(book)) { $1 }
        },
        completions: { periods($0) })

    static let bookWyrm = Program(
        name: "bookwyrm", header: BookWyrmTests.header,
        cells: { book in
            let shelf =
                switch book.state {
                case .planned: "to-read"
                case .current: "reading"
                case .setAside: "stopped-reading"
                case .done: "read"
                }
            return [
                "title": book.title, "author_text": book.authors.joined(separator: ", "),
                "remote_id": "https://w.example/book/\(book.number)",
                "start_date": book.readings.last?.started ?? "",
                "finish_date": book.readings.last?.on ?? "",
                "rating": book.stars == 0 ? "" : "\(book.stars).00",
                "review_content": book.review, "shelf": shelf, "shelf_name": shelf,
            ]
        },
        fields: { book in
            var fields: [String: String] = [:]
            fields["started"] = book.readings.last?.started
            return fields.merging(note(book)) { $1 }
        },
        completions: { periods($0).suffix(1) })

    /// Calibre knows books that are owned, and nothing of reading them.
    static let calibre = Program(
        name: "calibre",
        header: """
            authors,author_sort,rating,library_name,timestamp,formats,size,isbn,identifiers,\
            comments,tags,series,series_index,languages,title,cover,title_sort,publisher,pubdate,\
            id,uuid
            """,
        cells: { book in
            [
                "title": book.title, "title_sort": book.title,
                "authors": book.authors.joined(separator: " & "), "id": "\(book.number)",
                "rating": book.stars == 0 ? "" : "\(book.stars)",
                "timestamp": "\(book.added)T12:00:00+00:00", "size": "4096",
                "comments": book.review.isEmpty
                    ? "" : "<p>\(book.review.replacing("&", with: "&amp;"))</p>",
                "tags": book.tags.joined(separator: ", "), "series": "Coast",
                "series_index": "\(book.number).0", "publisher": book.publisher,
                "pubdate": book.number % 7 == 0
                    ? "0101-01-01T00:00:00+00:00" : "\(book.year)-05-02T00:00:00+00:00",
            ]
        },
        fields: { book in
            var fields = [
                "state": "", "series": "Coast", "volume": "\(book.number)",
                "publisher": book.publisher, "added": book.added,
            ]
            if book.number % 7 != 0 {
                fields["year"] = "\(book.year)"
                // The day of publication has no field, and is kept.
                fields["note"] = "pubdate: \(book.year)-05-02"
            }
            if !book.tags.isEmpty { fields["tags"] = book.tags.joined(separator: ", ") }
            if !book.review.isEmpty { fields["description"] = book.review }
            return fields
        },
        completions: { _ in [] })

    @Test(arguments: [goodreads, storyGraph, libraryThing, openreads, bookWyrm, calibre])
    func everyRowIsCounted(program: Program) throws {
        try SeededRandom.run { random in
            let books = (0..<60).map { GeneratedBook($0, &random) }
            let text = ([program.header] + books.map(program.row)).joined(separator: "\n") + "\n"
            let file = try ImportedFile(text)
            #expect(file.format == program.name)
            let isOpenreads = program.name == "openreads"
            let kept = books.filter {
                !$0.title.isEmpty && !(isOpenreads && $0.number % 10 == 8)
            }
            #expect(file.items.count == kept.count)
            #expect(file.rejected.count == books.filter(\.title.isEmpty).count)
            #expect(
                file.items.count + file.rejected.count + file.leftOutRows.count == books.count)
            #expect(file.notUnderstood.isEmpty)
            let columns = program.header.split(separator: Character(program.separator))
            #expect(file.used.count + file.leftOut.count == columns.count)
            for (index, book) in kept.enumerated() {
                let fields = book.fields.merging(program.fields(book)) { $1 }
                #expect(file.items[index] == fields.filter { !$0.value.isEmpty })
                #expect(file.completions[index] == program.completions(book))
            }
        }
    }

    /// The words for a book that was set aside mean the same in the files of all programs.
    @Test(
        arguments: [
            "abandoned", "did-not-finish", "Did Not Finish", "dnf", "dropped", "stopped",
            "wont-finish", "on-hold", "paused",
        ],
        [
            "Title,Author,Exclusive Shelf", "Title,Read Status,Star Rating",
            "title,author,status,my_review", "title,author_text,shelf",
            "Title\tPrimary Author\tCollections", "Titel;Autor;Status",
        ])
    func wordsAreTheSameEverywhere(word: String, header: String) throws {
        let separator: Character = header.contains("\t") ? "\t" : header.contains(";") ? ";" : ","
        let cells = header.split(separator: separator).map { column in
            ["Exclusive Shelf", "Read Status", "status", "shelf", "Collections", "Status"]
                .contains(String(column)) ? word : column.lowercased() == "my_review" ? "" : "1"
        }
        let row = cells.joined(separator: String(separator))
        let file = try ImportedFile("\(header)\n\(row)\n")
        #expect(file.items.map { $0["state"] } == ["abandoned"])
        #expect(file.completions == [[]])
    }
}
