import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Codes that somebody reads one after the other, while those before are still looked up.
///
/// What can be added without a question is added as soon as it is known, also while the next code is
/// being typed. What needs one waits until the line is finished.
final class Scanning {
    private let context: any CommandContext
    private let kind: KindIndex
    private let isConfirmed: Bool
    /// How many books were added.
    private(set) var added = 0
    /// Codes that were not added.
    private(set) var left: [String] = []
    /// Codes that need a person, and why; nil for a book that is there already.
    private var questions: [(isbn: ISBN, problem: CommandFailure?)] = []
    /// What has ended a look-up and cannot be told where it was noticed.
    private var failure: (any Error)?

    init(_ context: any CommandContext, kind: KindIndex, isConfirmed: Bool) {
        self.context = context
        self.kind = kind
        self.isConfirmed = isConfirmed
    }

    /// Takes a line: one code, or something that is none.
    func take(_ line: String) {
        guard let isbn = ISBN(parsing: line) else {
            left.append(line)
            return tell(CommandFailure(.catalogue(.noCode(line))))
        }
        attempt {
            if try !isConfirmed && context.isThere(isbn, kind: kind) {
                questions.append((isbn, nil))
                return
            }
            let lookup = ISBNLookup(isbn, context.session.settings.catalogues)
            try context.checkAddress(of: lookup.service)
            context.lookups.ask(lookup) { [self] result in
                attempt { try receive(isbn, result) }
            }
            // What can be known at once is, such as that the network is off.
            context.lookups.pump()
        }
    }

    private func receive(
        _ isbn: ISBN, _ result: Result<CatalogueEntry?, LookupFailure>
    ) throws {
        switch result {
        case .success(let entry?):
            // The same book may have been read twice.
            if try !isConfirmed && context.isThere(isbn, kind: kind) {
                questions.append((isbn, nil))
                return
            }
            let values = context.values(found: entry, isbn, kind: kind)
            try finish(
                try context.addThing(values, of: kind, isConfirmed: true, blaming: nil))
        case .success(nil):
            let service = context.session.settings.catalogues.service(for: .books)
            askLater(isbn, CommandFailure(.catalogue(.unknownISBN(isbn, service))))
        case .failure(let failure):
            let hasContact = context.session.settings.catalogues.hasContact
            askLater(isbn, CommandFailure(.catalogue(.lookup(failure, hasContact: hasContact))))
        }
    }

    private func askLater(_ isbn: ISBN, _ problem: CommandFailure) {
        questions.append((isbn, problem))
        context.say(.warning(Message.asksLater(isbn, ErrorReport(problem))))
    }

    /// Makes an addition durable and tells of it, unless the server did not want it.
    private func finish(_ reply: Reply) throws {
        guard try context.commit() else { return }
        added += 1
        context.say(reply)
    }

    /// Asks what has to be asked, between two codes.
    func settleQuestions() throws {
        if let failure { throw failure }
        let waiting = questions
        questions = []
        for (isbn, problem) in waiting {
            do {
                try finish(
                    try context.addAsking(isbn, problem, isConfirmed: isConfirmed))
            } catch let failure as CommandFailure where failure.isAboutOneCode {
                left.append(isbn.thirteen)
                context.say(.warning(Message.notAdded(isbn.thirteen, ErrorReport(failure))))
            }
        }
    }

    /// Waits for the look-ups that have not ended, unless Ctrl-C is pressed.
    func finish() throws {
        while context.lookups.count > 0 {
            guard !context.isInterrupted else {
                context.lookups.giveUp()
                throw CommandFailure(.isInterrupted)
            }
            context.lookups.wait()
        }
        try settleQuestions()
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
