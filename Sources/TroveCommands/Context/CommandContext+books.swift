import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Adding books by ISBN: typed, scanned, or decoded from a picture.
extension CommandContext {
    /// Looks up an ISBN and adds the book. If the catalogue does not have the book, asks the user
    /// for it.
    func addBook(
        _ isbn: ISBN, isConfirmed: Bool, blaming span: Range<Int>?
    ) throws -> Reply {
        let kind = try bookKind()
        // A duplicate needs a confirmation before anything is looked up.
        if !isConfirmed { _ = try confirmAgain(bare(isbn, kind), of: kind, blaming: span) }
        let lookup = ISBNLookup(isbn, session.settings.catalogues)
        let warning = contactWarning(for: lookup.services.first)
        let entry: CatalogueEntry?
        do {
            entry = try ask(lookup)
        } catch let failure as CommandFailure where failure.isServiceFailure {
            // The user can enter the book by hand.
            guard user != nil, let reply = try addByHand(isbn, failure) else {
                throw failure
            }
            return reply
        }
        guard let entry else {
            let failure = CommandFailure(
                .catalogue(.unknownISBN(isbn, lookup.source)), at: span)
            guard let reply = try addByHand(isbn, failure) else { throw failure }
            return reply
        }
        return .sequence([
            warning,
            try addItem(
                values(found: entry, isbn, kind: kind), of: kind, isConfirmed: true,
                blaming: span),
        ])
    }

    /// Adds a book like `addBook`, after a lookup in the background that needs an answer from the
    /// user.
    ///
    /// - Parameters:
    ///   - isbn: the ISBN.
    ///   - problem: why the lookup failed; nil for a duplicate.
    ///   - isConfirmed: whether a duplicate is added without a confirmation.
    /// - Returns: the report of the new book.
    /// - Throws: `problem` if the user gives no title.
    func addAsking(_ isbn: ISBN, _ problem: CommandFailure?, isConfirmed: Bool) throws -> Reply {
        if let problem {
            guard let reply = try addByHand(isbn, problem) else { throw problem }
            return reply
        }
        return try addBook(isbn, isConfirmed: isConfirmed, blaming: nil)
    }

    /// Asks the user for the title of a book that no catalogue has. Returns nil in a script, or if
    /// the user gives no title.
    private func addByHand(_ isbn: ISBN, _ failure: CommandFailure) throws -> Reply? {
        guard let user else { return nil }
        let kind = try bookKind()
        try commit()
        user.tells(Array(ErrorReport(failure).text.rendered.utf8))
        guard let title = user.asks(Message.titleQuestion(isbn)), !title.isBlank else {
            return nil
        }
        var values = bare(isbn, kind)
        values[Kind.titleIndex] = try parse(title, Kind.titleIndex, kind)
        if let field = kinds[kind].index(ofRole: .creator),
            let creator = user.asks(Message.creatorQuestion(kinds[kind].fields[field])),
            !creator.isBlank
        {
            values[field] = try parse(creator, field, kind)
        }
        return try addItem(values, of: kind, isConfirmed: true, blaming: nil)
    }

    private func parse(_ text: String, _ field: FieldIndex, _ kind: KindIndex)
        throws(CommandFailure) -> Value
    {
        do throws(RuleViolation) {
            return try kinds[kind].fields[field].parse(text, today: surroundings.today)
        } catch {
            throw CommandFailure(.violation(error, kind: kinds[kind]))
        }
    }

    /// Returns the kind whose items have an ISBN and are known to a service.
    func bookKind() throws(CommandFailure) -> KindIndex {
        let found = kinds.firstIndex {
            $0.index(ofRole: .isbn) != nil && $0.catalogue != nil
        }
        guard let found else { throw CommandFailure(.catalogue(.noKind)) }
        return found
    }

    /// Returns the values of a new item with nothing but an ISBN.
    private func bare(_ isbn: ISBN, _ kind: KindIndex) -> [Value?] {
        var values = initialValues(of: kinds[kind])
        if let field = kinds[kind].index(ofRole: .isbn) { values[field] = .text(isbn.thirteen) }
        return values
    }

    /// Returns the values of a new item for the entry found by an ISBN.
    func values(found entry: CatalogueEntry, _ isbn: ISBN, kind: KindIndex) -> [Value?] {
        zip(bare(isbn, kind), values(of: entry, for: kind)).map { $0 ?? $1 }
    }

    /// Whether the library has a book with the ISBN, so that adding it needs a confirmation.
    func isThere(_ isbn: ISBN, kind: KindIndex) throws -> Bool {
        try library.duplicates.first(of: bare(isbn, kind), kind: kind, except: nil) != nil
    }
}

extension CommandFailure {
    /// Whether a catalogue service could not be reached, or sent an invalid response.
    fileprivate var isServiceFailure: Bool {
        if case .catalogue(.lookup) = problem { true } else { false }
    }

    /// Whether the failure concerns only one code, so that the next one may succeed.
    var isAboutOneCode: Bool {
        switch problem {
        case .catalogue, .needsConfirmation, .isDuplicate, .wasNotConfirmed: true
        default: false
        }
    }
}
