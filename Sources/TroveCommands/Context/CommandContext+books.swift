import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Adding books by their numbers: typed, scanned, or decoded from a picture.
extension CommandContext {
    /// Looks a number up and adds the book; what the catalogue does not know is asked for.
    func addBook(
        _ isbn: ISBN, isConfirmed: Bool, blaming span: Range<Int>?
    ) throws -> Reply {
        let kind = try bookKind()
        // The user is asked for nothing about a book that is there.
        if !isConfirmed { _ = try confirmAgain(bare(isbn, kind), of: kind, blaming: span) }
        let lookup = ISBNLookup(isbn, session.settings.catalogues)
        let warning = contactWarning(for: lookup.services.first)
        let entry: CatalogueEntry?
        do {
            entry = try ask(lookup)
        } catch let failure as CommandFailure where failure.isNoAnswer {
            // The user has the book at hand now.
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
            try addThing(
                values(found: entry, isbn, kind: kind), of: kind, isConfirmed: true,
                blaming: span),
        ])
    }

    /// Adds a book by its number as `addBook` does, for a code whose look-up needs the user.
    ///
    /// - Parameters:
    ///   - isbn: the number.
    ///   - problem: why there is no entry; nil for a book that is there already.
    ///   - isConfirmed: whether it is added even if it is there already.
    /// - Returns: what was added.
    /// - Throws: `problem` when the user gives no title.
    func addAsking(_ isbn: ISBN, _ problem: CommandFailure?, isConfirmed: Bool) throws -> Reply {
        if let problem {
            guard let reply = try addByHand(isbn, problem) else { throw problem }
            return reply
        }
        return try addBook(isbn, isConfirmed: isConfirmed, blaming: nil)
    }

    /// Asks the user for the title of a book that no catalogue knows; nil in a script, and where the
    /// user gives no title.
    private func addByHand(_ isbn: ISBN, _ failure: CommandFailure) throws -> Reply? {
        guard let person = user else { return nil }
        let kind = try bookKind()
        try commit()
        person.tells(Array(ErrorReport(failure).text.rendered.utf8))
        guard let title = person.asks(Message.titleQuestion(isbn)), !title.isBlank else {
            return nil
        }
        var values = bare(isbn, kind)
        values[Kind.titleIndex] = try parse(title, Kind.titleIndex, kind)
        if let field = kinds[kind].index(ofRole: .creator),
            let creator = person.asks(Message.creatorQuestion(kinds[kind].fields[field])),
            !creator.isBlank
        {
            values[field] = try parse(creator, field, kind)
        }
        return try addThing(values, of: kind, isConfirmed: true, blaming: nil)
    }

    private func parse(_ text: String, _ field: Int, _ kind: Int) throws(CommandFailure) -> Value {
        do throws(RuleViolation) {
            return try kinds[kind].fields[field].parse(text, today: surroundings.today)
        } catch {
            throw CommandFailure(.violation(error, kind: kinds[kind]))
        }
    }

    /// Returns the kind whose items have an ISBN and are known to a service.
    func bookKind() throws(CommandFailure) -> Int {
        let found = kinds.all.firstIndex {
            $0.index(ofRole: .isbn) != nil && $0.catalogue != nil
        }
        guard let found else { throw CommandFailure(.catalogue(.noKind)) }
        return found
    }

    /// The values of an item of which only the number is known.
    private func bare(_ isbn: ISBN, _ kind: Int) -> [Value?] {
        var values = initialValues(of: kinds[kind])
        if let field = kinds[kind].index(ofRole: .isbn) { values[field] = .text(isbn.thirteen) }
        return values
    }

    /// The values of an item for what was found by a number; nothing is asked.
    func values(found entry: CatalogueEntry, _ isbn: ISBN, kind: Int) -> [Value?] {
        zip(bare(isbn, kind), values(of: entry, for: kind)).map { $0 ?? $1 }
    }

    /// Whether an item with this number is there, so that adding it needs a question.
    func isThere(_ isbn: ISBN, kind: Int) throws -> Bool {
        try library.duplicate(of: bare(isbn, kind), kind: kind, except: nil) != nil
    }
}

extension CommandFailure {
    /// Whether a catalogue could not be asked, or its answer could not be used.
    fileprivate var isNoAnswer: Bool {
        if case .catalogue(.lookup) = problem { true } else { false }
    }

    /// Whether the next code may well succeed.
    var isAboutOneCode: Bool {
        switch problem {
        case .catalogue, .needsConfirmation, .isDuplicate, .wasNotConfirmed: true
        default: false
        }
    }
}
