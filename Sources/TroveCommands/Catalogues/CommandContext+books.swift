import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Adding books by ISBN: typed, pasted, scanned, or decoded from a picture.
extension CommandContext {
    /// Looks up an ISBN and adds the book, which the user owns. A book on the wishlist leaves it.
    /// If the catalogue does not have the book, asks the user for it.
    ///
    /// - Parameters:
    ///   - isbn: the ISBN.
    ///   - options: the fields of the book, and whether it is added even if it is a duplicate.
    ///   - isAsking: whether to ask before a duplicate is added, and for the title of the book if
    ///     the catalogue cannot be reached. Otherwise, each of many codes would be a question.
    ///   - span: the place in the command that errors point at.
    /// - Returns: the report of the new book.
    /// - Throws: `isDuplicate` in a script, and if `isAsking` is false; the failure of the lookup.
    func addBook(
        _ isbn: ISBN, _ options: CodeOptions, isAsking: Bool = true, blaming span: Range<Int>?
    ) throws -> Reply {
        let book = try findBook(isbn, options, isAsking: isAsking, blaming: span)
        return .sequence([book.warning, try addOwned(book, blaming: span)])
    }

    /// Looks up the book that `addBook` adds.
    func findBook(
        _ isbn: ISBN, _ options: CodeOptions, isAsking: Bool, blaming span: Range<Int>?
    ) throws -> FoundBook {
        let kind = try bookKind()
        var options = options
        let known = try bareBook(isbn, kind, options).values
        // A duplicate needs confirmation before anything is looked up.
        if try needsConfirmation(known, of: kind, options) {
            options.isConfirmed = try confirmAgain(
                known, of: kind, isAsking: isAsking, blaming: span)
        }
        let lookup = ISBNLookup(isbn, session.settings.catalogues)
        let warning = contactWarning(for: lookup.services.first)
        let entry: CatalogueEntry?
        do {
            entry = try ask(lookup)
        } catch let failure as CommandFailure where failure.isServiceFailure {
            // The user can enter the book by hand.
            guard let book = try bookByHand(isbn, options, failure, isAsking: isAsking) else {
                throw failure
            }
            return book
        }
        guard let entry else {
            let failure = CommandFailure(
                .catalogue(.unknownISBN(isbn, lookup.source)), at: span)
            guard let book = try bookByHand(isbn, options, failure) else { throw failure }
            return book
        }
        var book = try book(isbn, options, found: entry, isAsking: isAsking, blaming: span)
        book.warning = warning
        return book
    }

    /// Returns the book that a lookup found, after asking for confirmation if it is a duplicate.
    func book(
        _ isbn: ISBN, _ options: CodeOptions, found entry: CatalogueEntry, isAsking: Bool = true,
        blaming span: Range<Int>?
    ) throws -> FoundBook {
        let kind = try bookKind()
        let values = try values(found: entry, isbn, options, kind: kind)
        var options = options
        if try needsConfirmation(values, of: kind, options) {
            options.isConfirmed = try confirmAgain(
                values, of: kind, isAsking: isAsking, blaming: span)
        }
        return FoundBook(isbn: isbn, values: values, options: options)
    }

    /// Returns a book that no catalogue has. Asks the user for the title, unless it is among the
    /// fields, or the book is on the wishlist. Returns nil if the title is missing and the user
    /// cannot be asked.
    ///
    /// - Throws: `wasNotConfirmed` if the user gives no title, or cancels.
    func bookByHand(
        _ isbn: ISBN, _ options: CodeOptions, _ failure: CommandFailure, isAsking: Bool = true
    ) throws -> FoundBook? {
        let kind = try bookKind()
        var values = try bareBook(isbn, kind, options).values
        let text = ErrorReport(failure).text
        let isKnown = try values[Kind.titleIndex] != nil || wish(like: values, of: kind) != nil
        guard !isKnown else {
            return FoundBook(
                isbn: isbn, values: values, options: options, warning: .warning(text))
        }
        guard isAsking, let user else { return nil }
        try commit()
        user.show(Array(text.rendered.utf8))
        guard let title = answer(user, to: Message.titleQuestion(isbn)), !title.isBlank else {
            throw CommandFailure(.wasNotConfirmed)
        }
        values[Kind.titleIndex] = try parse(title, Kind.titleIndex, kind)
        if let field = kinds[kind].index(ofRole: .creator), values[field] == nil {
            let question = Message.creatorQuestion(kinds[kind].fields[field])
            guard let creator = answer(user, to: question) else {
                throw CommandFailure(.wasNotConfirmed)
            }
            if !creator.isBlank { values[field] = try parse(creator, field, kind) }
        }
        return FoundBook(isbn: isbn, values: values, options: options)
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

    /// Returns the values of a book that the user owns, with its ISBN and the fields of the
    /// command, and the positions of those fields.
    ///
    /// - Throws: `CommandFailure` if a field is unknown, or its value does not fit.
    func bareBook(
        _ isbn: ISBN?, _ kind: KindIndex, _ options: CodeOptions
    ) throws -> (values: [Value?], given: Set<FieldIndex>) {
        let fields = kinds[kind]
        var values = initialValues(of: fields)
        if let (field, ladder) = fields.ladder, let owned = ladder.firstOwned {
            values[field] = .text(owned.name)
        }
        if let field = fields.index(ofRole: .isbn) {
            values[field] = isbn.map { .text($0.thirteen) }
        }
        let given = try options.fields.map { try fields.field(named: $0.field) }
        try assign(options.fields, given, to: &values, of: fields)
        return (values, Set(given))
    }

    /// Returns the values of a new item for the entry found by an ISBN.
    func values(
        found entry: CatalogueEntry, _ isbn: ISBN, _ options: CodeOptions, kind: KindIndex
    ) throws -> [Value?] {
        var (values, given) = try bareBook(isbn, kind, options)
        for (field, value) in zip(kinds[kind].fieldIndices, self.values(of: entry, for: kind))
        where values[field] == nil && !given.contains(field) { values[field] = value }
        return values
    }

    /// Returns whether the library has a duplicate of a book that is not on the wishlist, so that
    /// adding the book needs confirmation.
    func needsConfirmation(
        _ values: [Value?], of kind: KindIndex, _ options: CodeOptions
    ) throws -> Bool {
        guard !options.isConfirmed,
            try library.duplicates.first(of: values, kind: kind, isTitleEnough: true) != nil
        else { return false }
        return try wish(like: values, of: kind) == nil
    }
}

extension CommandFailure {
    /// Whether a catalogue service could not be reached, or sent an invalid response.
    var isServiceFailure: Bool {
        if case .catalogue(.lookup) = problem { true } else { false }
    }

    /// Whether the failure concerns only one code, so that the next one may succeed.
    var isAboutOneCode: Bool {
        switch problem {
        case .catalogue, .scan, .needsConfirmation, .item(.isDuplicate), .wasNotConfirmed,
            .violation:
            true
        default: false
        }
    }

    /// Whether the failure concerns only one file, so that the next one may be read.
    var isAboutOneFile: Bool {
        switch problem {
        case .script(.noSuchFile), .script(.isUnreadable), .script(.isFolder),
            .script(.isLibrary), .script(.isTooLong), .scan(.noCodes):
            true
        case .scan(.barcode(_, let failure)):
            failure != .isNotInstalled && failure != .isInterrupted
        default: false
        }
    }
}
