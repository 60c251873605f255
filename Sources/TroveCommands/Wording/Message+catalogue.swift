import TroveCodecs
import TroveLookup
import TroveModel
package import TroveTerminal

/// Messages about online catalogues, the read list and barcodes.
extension Message {
    static let notSet: TerminalText = "(not set)"
    static let isSet: TerminalText = "(set)"

    static func name(of source: LookupSource) -> TerminalText {
        switch source {
        case .service(let name): TerminalText(name)
        case .pictureServer: "the picture's server"
        }
    }

    static func asking(_ source: LookupSource, _ time: Duration) -> TerminalText {
        "waiting for \(name(of: source)) … \(time.components.seconds) s, Ctrl-C cancels"
    }

    static func noContact(for service: any CatalogueService) -> TerminalText {
        """
        \(service.name) asks for a contact: set TROVE_CONTACT to your email, or type \
        `settings contact you@example.org`
        """
    }

    static func noneFound(_ source: LookupSource, _ subject: CatalogueSubject) -> TerminalText {
        let noun: TerminalText =
            switch subject {
            case .books: "book"
            case .movies: "film"
            }
        return "\(name(of: source)) found no such \(noun)."
    }

    static func noMoreResults(_ count: Int) -> TerminalText {
        "No more results (\(count) in all)."
    }

    /// Returns the mark of a result: `✓` if it is ticked, `have 3` if it is item 3 of the library.
    /// A result can have both marks, or none.
    package static func mark(of row: ResultListing.Row) -> TerminalText {
        let marks: [TerminalText?] = [row.isTicked ? "✓" : nil, row.owned.map { "have \($0)" }]
        return marks.compactMap(\.self).joined(separator: " ")
    }

    /// `The Hobbit: There and Back Again`
    static func title(of entry: CatalogueEntry) -> TerminalText {
        entry.subtitle.map { "\(entry.title): \($0)" } ?? TerminalText(entry.title)
    }

    /// Returns the lines below a page of results.
    package static func footer(of listing: ResultListing) -> TerminalText {
        var parts: [TerminalText] = []
        let last = listing.rows.last?.number ?? 0
        if let total = listing.total, total > last {
            parts.append("\(last) of about \(total) from \(listing.service?.name ?? "")")
        } else {
            parts.append("from \(listing.service?.name ?? "")")
        }
        if let service = listing.service, listing.rows.contains(where: \.isTicked) {
            parts.append(tickMeaning(for: service.subject))
        }
        if listing.hasMore { parts.append("`more` shows the next") }
        var text = parts.joined(separator: "; ")
        if let attribution = listing.service?.attribution { text += "\n\(attribution)" }
        return text
    }

    private static func tickMeaning(for subject: CatalogueSubject) -> TerminalText {
        switch subject {
        case .books: "✓ on your read list, or finished"
        case .movies: "✓ watched"
        }
    }

    /// Returns all details that a catalogue gives for a book or film.
    static func details(of entry: CatalogueEntry) -> Report {
        func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        func number(_ number: Int?) -> JSON { number.map { .integer($0) } ?? .null }
        func list(_ texts: [String]) -> JSON {
            texts.isEmpty ? .null : .string(texts.joined(separator: ", "))
        }
        return Report([
            ("title", .string(entry.title)), ("subtitle", text(entry.subtitle)),
            ("by", list(entry.creators)), ("year", number(entry.year)),
            ("pages", number(entry.pages)), ("minutes", number(entry.minutes)),
            ("publisher", text(entry.publisher)),
            ("isbn", list(entry.isbns.prefix(6).map(\.hyphenated))),
            ("subjects", list(Array(entry.subjects.prefix(8)))), ("about", text(entry.summary)),
            ("cover", text(entry.cover)), ("from", .string(entry.serviceName)),
            ("note", text(entry.service?.attribution)),
        ])
    }

    static let emptyReadList: TerminalText = """
        The read list is empty. `read REF` marks a book as read, and `read r1` the first result of a \
        search.
        """

    // MARK: The read list

    /// Returns the date of a record; nil if it has none.
    static func date(of record: Item, _ kind: Kind) -> TerminalText? {
        kind.index(ofRole: .completed).flatMap { record.values[$0] }.map { "\($0)" }
    }

    /// `Finished 2 times: 2019-05 (rating 4), 2026-11-20.`
    static func records(_ records: [Item], _ list: Kind, of kind: Kind) -> TerminalText {
        let state = kind.ladder?.ladder.rungs.last?.name ?? list.name
        let count: TerminalText = records.count == 1 ? "once" : "\(records.count) times"
        let rating = list.index(ofRole: .rating)
        let dates = records.map { record -> TerminalText in
            let date = date(of: record, list) ?? "no date"
            guard let rating, let value = record.values[rating] else { return date }
            return "\(date) (\(list.fields[rating].name) \(value))"
        }
        return "\(TerminalText(state).capitalized) \(count): \(dates.joined(separator: ", "))."
    }

    /// The remark on a record of an item that was added in its last state.
    static func noDate(_ record: Item, _ kind: Kind) -> TerminalText {
        let field = kind.index(ofRole: .completed).map { kind.fields[$0].name } ?? ""
        return "no date; `set \(record.number) \(field):2024` adds one"
    }

    /// The remark on an item that was finished and needs no record, because it has one. `number` is
    /// the number of an item that can be recorded again.
    static func isRecorded(
        _ record: Item, _ kind: Kind, again number: ItemNumber? = nil
    ) -> TerminalText {
        let date = date(of: record, kind).map { ", \($0)" } ?? ""
        let more = number.map { "; `read \($0) --again` adds another reading" } ?? ""
        return "already on the read list as \(record.number)\(date)\(more)"
    }

    /// The remark on a deleted record: how many others there are, and the state of the item.
    static func afterUnread(others: Int, item: Item?, _ kinds: Kinds) -> TerminalText? {
        var parts: [TerminalText] = []
        if others > 0 {
            parts.append("the latest of \(others + 1) readings")
        }
        if let item, let state = state(of: item, kinds[item.kind]) {
            parts.append("\(kinds[item.kind].name) \(item.number) stays \(state)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// The short name of the state of an item; nil for a kind without a ladder.
    static func state(of item: Item, _ kind: Kind) -> TerminalText? {
        kind.ladder.flatMap { item.values[$0.index] }.map { "\($0)" }
    }

    /// The advice for an item on its last page; nil if it is finished.
    static func canFinish(_ item: Item, _ kind: Kind) -> TerminalText? {
        guard let (field, ladder) = kind.ladder, let last = ladder.rungs.last,
            !ladder.isLast(item.values[field])
        else { return nil }
        return "That is the last page. `advance \(item.number) to:\(last.name)` finishes it."
    }

    /// The warning that an item was recorded as finished, but not changed.
    static func stays(_ item: Item, _ kind: Kind, because failure: CommandFailure) -> TerminalText {
        let last = kind.ladder.flatMap { $0.ladder.rungs.last?.name } ?? ""
        return """
            \(name(of: item, kind)) stays \(state(of: item, kind) ?? "unchanged"): \
            \(ErrorReport(failure).text); `advance \(item.number) to:\(last)` finishes it later
            """
    }

    /// Returns the warning that the details of an entry could not be fetched.
    static func isWithout(_ field: String, _ report: ErrorReport) -> TerminalText {
        "the \(field) is not filled in: \(report.text)"
    }

    /// Returns the warning that the empty fields of an item were not filled in.
    static func isNotFilledIn(
        _ item: Item, _ kinds: Kinds, _ failure: CommandFailure
    ) -> TerminalText {
        "\(name(of: item, kinds[item.kind])) was not filled in: \(ErrorReport(failure).text)"
    }

    // MARK: Codes

    static let codeQuestion: TerminalText = "code> "

    /// The remark on an item that left the wishlist.
    static let wasWish: TerminalText = "it was on your wishlist"

    static func titleQuestion(_ isbn: ISBN) -> TerminalText {
        "Title of \(isbn.hyphenated) (leave empty to skip it): "
    }

    static func creatorQuestion(_ field: Field) -> TerminalText {
        "\(TerminalText(field.name).capitalized): "
    }

    static func canEnterLater(_ isbn: ISBN, _ report: ErrorReport) -> TerminalText {
        "\(report.text); you can enter \(isbn.hyphenated) by hand after this line"
    }

    static func notAdded(_ isbn: ISBN, _ report: ErrorReport) -> TerminalText {
        "\(isbn.hyphenated) was not added: \(report.text)"
    }

    /// `codes.txt:3: 4006381333931 is not an ISBN`
    static func notACode(_ path: String, _ line: Int?, _ text: String) -> TerminalText {
        "\(path)\(line.map { ":\($0)" } ?? ""): \(text.prefix(60)) is not an ISBN"
    }

    static func isThere(
        _ item: Item, _ kind: Kind, _ reason: Duplicate.Reason, _ isbn: ISBN
    ) -> TerminalText {
        "\(isbn.hyphenated) was not added: \(isThere(item, kind, reason))"
    }

    static func isPastedTwice(_ isbn: ISBN) -> TerminalText {
        "\(isbn.hyphenated) was pasted twice"
    }

    /// `2 books added, 1 already there, 1 not read.`
    static func scanned(_ result: ScanResult) -> TerminalText {
        var parts: [TerminalText] = [
            result.added == 1 ? "1 book added" : "\(result.added) books added"
        ]
        if result.owned > 0 { parts.append("\(result.owned) moved from the wishlist") }
        if result.there > 0 { parts.append("\(result.there) already there") }
        if result.skipped > 0 { parts.append("\(result.skipped) skipped") }
        if !result.left.isEmpty { parts.append("\(result.left.count) not added") }
        if result.unread > 0 { parts.append("\(result.unread) not read") }
        return parts.joined(separator: ", ") + "."
    }

    // MARK: Settings

    static let takesGoal: TerminalText =
        "it can be how many books you want to finish in a year, or off"
    static let takesAddress: TerminalText =
        "it can be an address that begins with https:// or http://"
    static let takesLanguage: TerminalText = "it can be the code of a language, such as de or de-DE"
    static let takesText: TerminalText = "it can be one line of ASCII text"
}
