import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Books by their numbers: typed, scanned, or decoded from a picture.
extension Interpreter {
    func isbn(_ text: Spanned<String>, isConfirmed: Bool) throws -> Reply {
        guard let isbn = ISBN(parsing: text.value) else {
            throw CommandFailure(.catalogue(.noISBN(text.value)), at: text.span)
        }
        return try add(isbn, isConfirmed: isConfirmed, blaming: text.span)
    }

    /// Looks a number up and adds the book; what the catalogue does not know is asked for.
    private func add(
        _ isbn: ISBN, isConfirmed: Bool, blaming span: Range<Int>?
    ) throws -> Reply {
        let kind = try bookKind()
        // Nobody is asked about a book that is there.
        if !isConfirmed { _ = try confirmAgain(bare(isbn, kind), of: kind, blaming: span) }
        let lookup = ISBNLookup(isbn, session.settings.catalogues)
        let warning = contactWarning(for: lookup.service)
        let entry: CatalogueEntry?
        do {
            entry = try ask(lookup)
        } catch let failure as CommandFailure where failure.isNoAnswer {
            // The number is in somebody's hand now.
            guard session.person != nil, let reply = try addByHand(isbn, failure) else {
                throw failure
            }
            return reply
        }
        guard let entry else {
            let failure = CommandFailure(
                .catalogue(.unknownISBN(isbn, lookup.service)), at: span)
            guard let reply = try addByHand(isbn, failure) else { throw failure }
            return reply
        }
        return .sequence([
            warning,
            try addThing(
                values(of: entry, isbn, for: kind), of: kind, isConfirmed: true, blaming: span),
        ])
    }

    /// Asks a person for the title of a book that no catalogue has told of; nil when there is nobody
    /// to ask, or no title.
    private func addByHand(_ isbn: ISBN, _ failure: CommandFailure) throws -> Reply? {
        guard let person = session.person else { return nil }
        let kind = try bookKind()
        try session.settle()
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
            return try kinds[kind].fields[field].parse(text, today: session.surroundings.today)
        } catch {
            throw CommandFailure(.violation(error, kind: kinds[kind]))
        }
    }

    /// The kind whose things have an ISBN and are collected.
    private func bookKind() throws(CommandFailure) -> Int {
        let found = kinds.all.firstIndex {
            $0.index(ofRole: .isbn) != nil && $0.catalogue == .books
        }
        guard let found else { throw CommandFailure(.catalogue(.noKind)) }
        return found
    }

    /// A thing of which nothing is known but its number.
    private func bare(_ isbn: ISBN, _ kind: Int) -> [Value?] {
        var values = initialValues(of: kinds[kind])
        if let field = kinds[kind].index(ofRole: .isbn) { values[field] = .text(isbn.thirteen) }
        return values
    }

    private func values(of entry: CatalogueEntry, _ isbn: ISBN, for kind: Int) -> [Value?] {
        let bare = bare(isbn, kind)
        return zip(bare, values(of: entry, for: kind)).map { $0 ?? $1 }
    }

    // MARK: Scanning

    func scan(_ file: Spanned<String>?, isConfirmed: Bool) throws -> Reply {
        if let file {
            return try add(
                try ScannedFile(file, besides: library).codes, isConfirmed: isConfirmed,
                blaming: file.span)
        }
        // In a script the lines that follow are codes; the script's runner hands them in.
        guard let person = session.person else { return .nothing }
        return try scanTyped(person, isConfirmed: isConfirmed)
    }

    /// Adds the books of some numbers, one after the other; what fails is told, and does not keep the
    /// others from being added.
    private func add(
        _ codes: [ISBN], isConfirmed: Bool, blaming span: Range<Int>
    ) throws -> Reply {
        if codes.count == 1 { return try add(codes[0], isConfirmed: isConfirmed, blaming: span) }
        var replies: [Reply] = []
        var left: [String] = []
        for code in codes {
            do {
                replies.append(try add(code, isConfirmed: isConfirmed, blaming: span))
            } catch let failure as CommandFailure {
                guard failure.isAboutOneCode else { throw failure }
                replies.append(.warning(Message.notAdded(code.thirteen, ErrorReport(failure))))
                left.append(code.thirteen)
            }
        }
        guard left.isEmpty else {
            session.say(.sequence(replies))
            throw CommandFailure(.catalogue(.codesLeft(left)), at: span)
        }
        return .sequence(replies)
    }

    /// Takes codes from a hand scanner: the next can be read while the last is still looked up.
    private func scanTyped(_ person: any Person, isConfirmed: Bool) throws -> Reply {
        let kind = try bookKind()
        try session.settle()
        let scanning = Scanning(self, kind: kind, isConfirmed: isConfirmed)
        session.say(contactWarning(for: session.settings.catalogues.service(for: .books)))
        while let line = person.asks(Message.codeQuestion), !line.isBlank {
            scanning.take(line)
            try scanning.settleQuestions()
        }
        try scanning.finish()
        return .text(Message.scanned(scanning.added, left: scanning.left.count))
    }

    /// Makes a thing of what was found for a code; nothing is asked.
    func values(found entry: CatalogueEntry, _ isbn: ISBN, kind: Int) -> [Value?] {
        values(of: entry, isbn, for: kind)
    }

    /// Whether a thing with this number is there, so that adding it needs a question.
    func isThere(_ isbn: ISBN, kind: Int) throws -> Bool {
        try library.duplicate(of: bare(isbn, kind), kind: kind, except: nil) != nil
    }

    /// Adds a book by its number as `isbn` does, for a code whose look-up needs a person.
    func addAsking(_ isbn: ISBN, _ problem: CommandFailure?, isConfirmed: Bool) throws -> Reply {
        if let problem {
            guard let reply = try addByHand(isbn, problem) else { throw problem }
            return reply
        }
        return try add(isbn, isConfirmed: isConfirmed, blaming: nil)
    }
}

extension CommandFailure {
    /// Whether a catalogue could not be asked, or gave no answer that makes sense.
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
