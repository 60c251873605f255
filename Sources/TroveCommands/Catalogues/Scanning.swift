import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Codes that the user scans while earlier ones are still being looked up.
///
/// A book that needs no confirmation is added as soon as its look-up ends, even while the next code
/// is being typed. Questions wait until that line is complete.
final class Scanning {
    private let context: any CommandContext
    private let kind: KindIndex
    private let isConfirmed: Bool
    /// How many items were added.
    private(set) var added = 0
    /// Codes that were not added.
    private(set) var left: [String] = []
    /// Codes that need an answer from the user, with the failure; nil for a duplicate.
    private var questions: [(isbn: ISBN, problem: CommandFailure?)] = []
    /// An error in a look-up, to be thrown between two codes.
    private var failure: (any Error)?

    init(_ context: any CommandContext, kind: KindIndex, isConfirmed: Bool) {
        self.context = context
        self.kind = kind
        self.isConfirmed = isConfirmed
    }

    /// Looks up the code on a line, or warns that it is not one.
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
            try context.checkAddresses(of: lookup)
            context.lookups.ask(lookup) { [self] result in
                attempt { try receive(isbn, lookup.source, result) }
            }
            // Some look-ups fail at once, for example if the network is off.
            context.lookups.pump()
        }
    }

    private func receive(
        _ isbn: ISBN, _ source: LookupSource, _ result: Result<CatalogueEntry?, LookupFailure>
    ) throws {
        switch result {
        case .success(let entry?):
            // The same book may have been scanned twice.
            if try !isConfirmed && context.isThere(isbn, kind: kind) {
                questions.append((isbn, nil))
                return
            }
            let values = context.values(found: entry, isbn, kind: kind)
            try finish(
                try context.addItem(values, of: kind, isConfirmed: true, blaming: nil))
        case .success(nil):
            askLater(isbn, CommandFailure(.catalogue(.unknownISBN(isbn, source))))
        case .failure(let failure):
            let hasContact = context.session.settings.catalogues.hasContact
            askLater(isbn, CommandFailure(.catalogue(.lookup(failure, hasContact: hasContact))))
        }
    }

    private func askLater(_ isbn: ISBN, _ problem: CommandFailure) {
        questions.append((isbn, problem))
        context.say(.warning(Message.canEnterLater(isbn, ErrorReport(problem))))
    }

    /// Commits an addition and reports it, unless the server rejected it.
    private func finish(_ reply: Reply) throws {
        guard try context.commit() else { return }
        added += 1
        context.say(reply)
    }

    /// Asks the pending questions, between two codes.
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
                context.lookups.cancelAll()
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
