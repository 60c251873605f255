import TroveLanguage
import TroveModel

/// Pasted ISBNs, whose books are looked up one after another, and then added as one change.
struct PastedCodes {
    private let context: any CommandContext
    private let kind: KindIndex
    private var result = ScanResult()
    private var books: [FoundBook] = []

    init(of kind: KindIndex, in context: any CommandContext) {
        self.context = context
        self.kind = kind
    }

    /// Adds the books with these codes. If a code fails, or is not an ISBN, the others are still
    /// added, and the error names those that were not.
    mutating func add(_ codes: [CodeLine]) throws -> Reply {
        try find(codes)
        let reply = try addBooks()
        if try context.commit() {
            context.say(reply)
        } else {
            (result.added, result.owned) = (0, 0)
            result.left += books.map(\.isbn)
        }
        return try Scan.reply(to: result, at: nil, context)
    }

    private mutating func find(_ codes: [CodeLine]) throws {
        for (index, code) in codes.enumerated() {
            context.user?.showProgress(
                Double(index) / Double(codes.count), Message.lookingUp, done: index)
            guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
            guard let isbn = code.isbn else {
                result.unread += 1
                context.say(.warning(ErrorReport(CommandFailure(.noCode(code.text.value))).text))
                continue
            }
            var found: FoundBook?
            try result.settle(isbn, context) { _ in
                found = try context.findBook(isbn, CodeOptions(), isAsking: false, blaming: nil)
            }
            if let found { try take(found) }
        }
    }

    /// Takes a book, unless it is the same as one before it.
    private mutating func take(_ book: FoundBook) throws {
        context.say(book.warning)
        let key = DuplicateKey(context.kinds[kind])
        if let other = books.first(where: { key?.areSame(book.values, $0.values) ?? false }) {
            result.there += 1
            context.say(.warning(Message.isSameBook(book.isbn, as: other)))
        } else {
            books.append(book)
        }
    }

    /// Adds the books that were found. Another shell may have added some of them during the
    /// lookups.
    private mutating func addBooks() throws -> Reply {
        try context.beginChanging(kind)
        var changes: [Change] = []
        var wishes: Set<ItemNumber> = []
        for book in books {
            try result.settle(book.isbn, context) { (result) in
                if let wish = try context.wish(like: book.values, of: kind) {
                    guard wishes.insert(wish.number).inserted,
                        let change = try context.owning(wish, as: book, blaming: nil)
                    else { return }
                    changes.append(change)
                    result.owned += 1
                } else {
                    _ = try context.confirmAgain(
                        book.values, of: kind, isAsking: false, blaming: nil)
                    try context.check(book.values, of: kind, after: nil)
                    changes.append(
                        .create(
                            try context.newItem(
                                context.kinds[kind].withoutEarlyCompletion(book.values), of: kind)))
                    result.added += 1
                }
            }
        }
        return try context.perform(changes, leavingWishlist: wishes)
    }
}
