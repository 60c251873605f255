import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Codes that the user scans while earlier ones are still being looked up.
///
/// A book that needs no confirmation is added as soon as its lookup ends, even while the next code
/// is being typed. Questions wait until that line is complete. A code that is scanned during a
/// question is not an answer to it.
final class Scanning {
    private let context: any CommandContext
    private let kind: KindIndex
    private let options: CodeOptions
    /// What has been done so far.
    private(set) var result = ScanResult()
    /// What must be asked about a code.
    private enum Question {
        /// Whether a duplicate is added again.
        case duplicate
        /// The same, after a lookup.
        case found(CatalogueEntry)
        /// The title of a book whose lookup failed.
        case title(CommandFailure)
    }
    /// Codes that need an answer from the user.
    private var questions: [(isbn: ISBN, about: Question)] = []
    /// An error in a lookup, to be thrown between two codes.
    private var failure: (any Error)?

    init(_ context: any CommandContext, kind: KindIndex, _ options: CodeOptions) {
        self.context = context
        self.kind = kind
        self.options = options
    }

    /// Takes a line that was typed during a question if it is a code: an ISBN, or the number of
    /// another article. Returns false for other lines.
    func takeCode(_ line: String) -> Bool {
        let code = CodeLine(line)
        let text = code.text.value.filter { !$0.isWhitespace }
        let isNumber = text.utf8.count >= 8 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber || code.isbn != nil else { return false }
        take(line)
        return true
    }

    /// Looks up the code on a line, or warns that it is not one. A comment is passed over.
    func take(_ line: String) {
        let code = CodeLine(line)
        guard !code.text.value.isEmpty else { return }
        guard let isbn = code.isbn else {
            result.unread += 1
            return tell(CommandFailure(.noCode(code.text.value)))
        }
        attempt {
            let book = try context.bareBook(isbn, kind, options)
            if try context.needsConfirmation(book.values, of: kind, options) {
                questions.append((isbn, .duplicate))
                return
            }
            let lookup = ISBNLookup(isbn, context.session.settings.catalogues)
            try context.checkAddresses(of: lookup)
            context.lookups.ask(lookup) { [self] result in
                attempt { try receive(isbn, lookup.source, result) }
            }
            // Some lookups fail at once, for example if the network is off.
            context.lookups.pump()
        }
    }

    private func receive(
        _ isbn: ISBN, _ source: LookupSource, _ result: Result<CatalogueEntry?, LookupFailure>
    ) throws {
        switch result {
        case .success(let entry?):
            // The same book may have been scanned twice, or added without an ISBN.
            let values = try context.values(found: entry, isbn, options, kind: kind)
            if try context.needsConfirmation(values, of: kind, options) {
                questions.append((isbn, .found(entry)))
                return
            }
            try finish(add(FoundBook(isbn: isbn, values: values, options: options)))
        case .success(nil):
            try askLater(isbn, CommandFailure(.catalogue(.unknownISBN(isbn, source))))
        case .failure(let failure):
            let hasContact = context.session.settings.catalogues.hasContact
            try askLater(
                isbn, CommandFailure(.catalogue(.lookup(failure, hasContact: hasContact))))
        }
    }

    /// Asks for the title of a book after the next code, unless the book is on the wishlist.
    private func askLater(_ isbn: ISBN, _ problem: CommandFailure) throws {
        let values = try context.bareBook(isbn, kind, options).values
        guard try context.wish(like: values, of: kind) == nil else {
            if let book = try context.bookByHand(isbn, options, problem) { try finish(add(book)) }
            return
        }
        questions.append((isbn, .title(problem)))
        context.say(.warning(Message.canEnterLater(isbn, ErrorReport(problem))))
    }

    /// Commits a change and reports it, unless the server rejected it.
    private func finish(_ reply: Reply) throws {
        guard try context.commit() else { return }
        result.count(reply)
        context.say(reply)
    }

    /// Asks the pending questions, between two codes.
    func settleQuestions() throws {
        if let failure { throw failure }
        let waiting = questions
        questions = []
        for (isbn, question) in waiting {
            do {
                try finish(try answer(question, isbn))
            } catch let failure as CommandFailure where failure.reply != nil {
                if case .title = question { result.skipped += 1 } else { result.there += 1 }
            } catch let failure as CommandFailure where failure.isAboutOneCode {
                result.left.append(isbn)
                context.say(.warning(Message.notAdded(isbn, ErrorReport(failure))))
            }
        }
    }

    /// Asks a question, and adds the book unless the answer is no.
    private func answer(_ question: Question, _ isbn: ISBN) throws -> Reply {
        switch question {
        case .duplicate: return try context.addBook(isbn, options, blaming: nil)
        case .found(let entry):
            return try add(context.book(isbn, options, found: entry, blaming: nil))
        case .title(let problem):
            guard let book = try context.bookByHand(isbn, options, problem) else { throw problem }
            return try add(book)
        }
    }

    private func add(_ book: FoundBook) throws -> Reply {
        .sequence([book.warning, try context.addOwned(book, blaming: nil)])
    }

    /// Waits for the lookups that have not ended, unless Ctrl-C is pressed.
    func finish() throws {
        repeat {
            while context.lookups.count > 0 {
                guard !context.isInterrupted else {
                    context.lookups.cancelAll()
                    throw CommandFailure(.isInterrupted)
                }
                context.lookups.wait()
            }
            try settleQuestions()
            // Codes may have been scanned during the questions.
        } while context.lookups.count > 0 || !questions.isEmpty
    }

    private func attempt(_ work: () throws -> Void) {
        do {
            try work()
        } catch let failure as CommandFailure {
            tell(failure)
        } catch {
            failure = error
        }
    }

    private func tell(_ failure: CommandFailure) {
        let report = ErrorReport(failure)
        context.say(
            .warning([report.text, report.advice].compactMap(\.self).joined(separator: "; ")))
    }
}
