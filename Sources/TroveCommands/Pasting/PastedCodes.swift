import TroveLanguage
import TroveModel
import TroveStore

/// Pasted ISBNs, whose books are looked up one after another, and then added by one command of the
/// log.
struct PastedCodes {
    private let context: any CommandContext
    private let kind: KindIndex
    private var result = ScanResult()
    private var books: [FoundBook] = []
    /// The books that were added, or moved from the wishlist.
    private var added: [(isbn: ISBN, reports: [ChangeReport])] = []

    init(of kind: KindIndex, in context: any CommandContext) {
        self.context = context
        self.kind = kind
    }

    /// Adds the books with these codes. If a code fails, or is not an ISBN, the others are still
    /// added, and the error names those that were not.
    ///
    /// - Throws: `codesLeft` if some codes were not added; a failure that concerns all of them,
    ///   after which none was.
    mutating func add(_ codes: [CodeLine]) throws -> Reply {
        try find(codes)
        do {
            try addBooks()
        } catch {
            context.library.rollback()
            throw error
        }
        if try !context.commit() { try leaveRejected() }
        context.say(.changes(added.flatMap(\.reports)))
        return try Scan.reply(to: result, at: nil, context)
    }

    private mutating func find(_ codes: [CodeLine]) throws {
        var seen: Set<ISBN> = []
        for (index, code) in codes.enumerated() {
            context.user?.showProgress(
                Double(index) / Double(codes.count), Message.lookingUp, done: index)
            guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
            guard let isbn = code.isbn else {
                result.unread += 1
                context.say(.warning(ErrorReport(CommandFailure(.noCode(code.text.value))).text))
                continue
            }
            guard seen.insert(isbn).inserted else {
                result.there += 1
                context.say(.warning(Message.isPastedTwice(isbn)))
                continue
            }
            try result.settle(isbn, context) { _ in
                let book = try context.findBook(
                    isbn, CodeOptions(), isAsking: false, blaming: nil)
                context.say(book.warning)
                books.append(book)
            }
        }
        // Ctrl-C at a question is also an answer to it.
        guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
    }

    /// Adds the books that were found. Another shell may have added some of them during the
    /// lookups, and several codes may be of one book.
    private mutating func addBooks() throws {
        let (context, kind) = (context, kind)
        var command: CommandNumber?
        for book in books {
            var reports: [ChangeReport] = []
            try result.settle(book.isbn, context) { (result) in
                let wish = try context.wish(like: book.values, of: kind)
                guard let change = try Self.change(for: book, of: kind, from: wish, context)
                else { return }
                var made = try context.carryOut([change], continuing: command)
                command = made.command
                if let wish { made.noteOwned(wish.number) }
                reports = try context.reports(of: made)
                if wish == nil { result.added += 1 } else { result.owned += 1 }
            }
            if !reports.isEmpty { added.append((book.isbn, reports)) }
        }
    }

    /// Returns the change that adds a book, or moves it from the wishlist; nil if nothing changes.
    private static func change(
        for book: FoundBook, of kind: KindIndex, from wish: Item?, _ context: any CommandContext
    ) throws -> Change? {
        if let wish { return try context.owning(wish, as: book, blaming: nil) }
        try context.beginChanging(kind)
        let fields = context.kinds[kind]
        let values = book.values(of: fields)
        _ = try context.confirmAgain(values, of: kind, isAsking: false, blaming: nil)
        try context.check(values, of: kind, after: nil)
        return .create(try context.newItem(fields.withoutEarlyCompletion(values), of: kind))
    }

    /// Counts the books that the server has rejected among those that were not added.
    private mutating func leaveRejected() throws {
        let field = context.kinds[kind].index(ofRole: .isbn)
        for book in added {
            let item = try book.reports.first.flatMap {
                try context.library.item(numbered: $0.item.number)
            }
            guard let item, field.flatMap({ item.values[$0] }) == .text(book.isbn.thirteen) else {
                result.left.append(book.isbn)
                if book.reports.first?.change?.action.isCreation == true {
                    result.added -= 1
                } else {
                    result.owned -= 1
                }
                continue
            }
        }
        let left = Set(result.left)
        added.removeAll { left.contains($0.isbn) }
    }
}
