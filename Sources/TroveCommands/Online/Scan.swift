import TroveLanguage
import TroveLookup
import TroveModel

/// Adds books by their barcodes.
struct Scan: ShellCommand {
    /// A picture of a barcode, or a text file with codes; nil reads codes from a barcode scanner.
    var file: Spanned<String>?
    /// Whether duplicates are added without a confirmation.
    var isConfirmed = false

    static let name = "scan"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Scan>(
        .online, "add books by their barcodes",
        details: """
            Without a file it reads one code per line, as a barcode scanner types them, until an \
            empty line; you need not wait for one book before you scan the next. A file is a \
            picture of a barcode, or a text with a code on each line. Pictures need the program \
            zbarimg.
            """,
        arguments: [
            .optionalText("FILE", \.file, [.file]), .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init("scan missing.jpg", "error: missing.jpg: no such file"),
            .init("scan /dev/null", "error: /dev/null: no ISBN found"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        if let file {
            let codes = try ScannedFile(file, besides: context.library).codes
            return try add(codes, blaming: file.span, context)
        }
        guard let user = context.user else { return .codes(isConfirmed: isConfirmed) }
        return try scanTyped(user, context)
    }

    func rehearse(in context: any CommandContext) -> Reply {
        file == nil ? .codes(isConfirmed: isConfirmed) : .nothing
    }

    /// Adds the books with these ISBNs. If one fails, the others are still added, and the reply
    /// lists the codes that were not.
    private func add(
        _ codes: [ISBN], blaming span: Range<Int>, _ context: any CommandContext
    ) throws -> Reply {
        if codes.count == 1 {
            return try context.addBook(codes[0], isConfirmed: isConfirmed, blaming: span)
        }
        var replies: [Reply] = []
        var left: [String] = []
        for code in codes {
            do {
                replies.append(
                    try context.addBook(code, isConfirmed: isConfirmed, blaming: span))
            } catch let failure as CommandFailure {
                guard failure.isAboutOneCode else { throw failure }
                replies.append(.warning(Message.notAdded(code.thirteen, ErrorReport(failure))))
                left.append(code.thirteen)
            }
        }
        guard left.isEmpty else {
            context.say(.sequence(replies))
            throw CommandFailure(.catalogue(.codesLeft(left)), at: span)
        }
        return .sequence(replies)
    }

    /// Reads codes from a barcode scanner, and looks them up in the background meanwhile.
    private func scanTyped(
        _ user: any TerminalUser, _ context: any CommandContext
    ) throws -> Reply {
        let kind = try context.bookKind()
        try context.commit()
        let scanning = Scanning(context, kind: kind, isConfirmed: isConfirmed)
        let services = CatalogueServices.forISBN(context.session.settings.catalogues)
        context.say(context.contactWarning(for: services.first))
        while let line = user.asks(Message.codeQuestion), !line.isBlank {
            scanning.take(line)
            try scanning.settleQuestions()
        }
        try scanning.finish()
        return .text(Message.scanned(scanning.added, left: scanning.left.count))
    }
}
