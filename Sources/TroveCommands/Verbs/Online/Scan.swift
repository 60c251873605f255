import TroveLanguage
import TroveLookup
import TroveModel

/// Adds books by their barcodes.
struct Scan: ShellCommand {
    /// Pictures of barcodes, text files with codes, or folders of them; without any, codes are read
    /// from a barcode scanner.
    var files: [Spanned<String>] = []
    var options = CodeOptions()

    static let name = "scan"
    static let effect = Effect.changesItems
    static let syntax = Syntax<Scan>(
        .online, "add books by their barcodes",
        details: """
            Without a file it reads one code per line, as a barcode scanner types them, until an \
            empty line; you need not wait for one book before you scan the next. A file is a \
            picture of barcodes, a text file with a code on each line, or a folder of these. The books \
            count as owned: their state is to-read unless you set another one, even if they were on \
            the wishlist. Fields you set, such as shelves:hall, apply to every book. If there are \
            several codes, books that you already have are reported and skipped; --yes adds them again. \
            Each book is a separate change for `undo`. Pictures need the program zbarimg.
            """,
        kind: "book",
        arguments: [
            Argument("[FILE…] [FIELD:VALUE…]", [.file, .assignments]) {
                (reader, command) throws(LanguageError) in
                command.files = reader.takeWordsBeforeAssignments().map {
                    Spanned($0.text, $0.span)
                }
                command.options.fields = try reader.takeAssignments()
            }, .option("--yes", \.options.isConfirmed),
        ],
        examples: [
            .init("scan missing.jpg", "error: missing.jpg: no such file"),
            .init("scan /dev/null", "error: /dev/null: no ISBN found"),
        ])

    var isRehearsable: Bool { false }

    func run(in context: any CommandContext) throws -> Reply {
        // Reports a wrong field before anything is read or looked up.
        _ = try context.bareBook(nil, context.bookKind(), options)
        if !files.isEmpty { return try addScanned(context) }
        guard let user = context.user else { return .codes(options) }
        return try scanTyped(user, context)
    }

    func rehearse(in context: any CommandContext) -> Reply {
        files.isEmpty ? .codes(options) : .nothing
    }

    /// Adds the books in the files. If a code or a file fails, the others are still added, and the
    /// reply says which ones were not.
    private func addScanned(_ context: any CommandContext) throws -> Reply {
        let all = try files.flatMap { file throws(CommandFailure) in
            try ScannedFile.paths(in: file, context.surroundings)
        }
        if all.count == 1 {
            let file = try ScannedFile(all[0], in: context)
            if file.lines.count == 1, case .code(let code) = file.lines[0].content {
                return try context.addBook(code, options, blaming: all[0].span)
            }
        }
        var result = ScanResult()
        for (index, path) in all.enumerated() {
            if all.count > 1 {
                context.user?.showProgress(
                    Double(index) / Double(all.count), Message.scanning, done: index)
            }
            guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
            let file: ScannedFile
            do throws(CommandFailure) {
                file = try ScannedFile(path, in: context)
            } catch {
                // The command fails if there is only one file, or no program to read any.
                guard all.count > 1, error.isAboutOneFile else { throw error }
                result.unread += 1
                context.say(.warning(ErrorReport(error).text))
                continue
            }
            for line in file.lines { try add(line, of: path, &result, context) }
        }
        return try Self.reply(to: result, at: files.first?.span, context)
    }

    /// Returns the reply that says how many books were added.
    ///
    /// - Throws: `codesLeft` if some codes were not added.
    static func reply(
        to result: ScanResult, at span: Range<Int>?, _ context: any CommandContext
    ) throws -> Reply {
        guard result.left.isEmpty, result.unread == 0 else {
            if !context.isForPrograms { context.say(.text(Message.scanned(result))) }
            let codes = result.left.map(\.thirteen)
            throw CommandFailure(.codesLeft(codes, unread: result.unread), at: span)
        }
        return context.isForPrograms ? .nothing : .text(Message.scanned(result))
    }

    /// Adds the book for a line of a file.
    private func add(
        _ line: ScannedFile.Line, of path: Spanned<String>, _ result: inout ScanResult,
        _ context: any CommandContext
    ) throws {
        guard case .code(let code) = line.content else {
            if case .other(let text) = line.content {
                result.unread += 1
                context.say(.warning(Message.notACode(path.value, line.number, text)))
            }
            return
        }
        try add(code, at: path.span, &result, context)
    }

    /// Adds the book with a code, or says why not. `span` is where the command names its file.
    private func add(
        _ code: ISBN, at span: Range<Int>?, _ result: inout ScanResult,
        _ context: any CommandContext
    ) throws {
        try result.settle(code, context) { (result) in
            let reply = try context.addBook(code, options, isAsking: false, blaming: span)
            guard try context.commit() else {
                result.left.append(code)
                return
            }
            result.count(reply)
            context.say(reply)
        }
    }

    /// Reads codes from a barcode scanner, and looks them up in the background meanwhile.
    private func scanTyped(
        _ user: any TerminalUser, _ context: any CommandContext
    ) throws -> Reply {
        let kind = try context.bookKind()
        try context.commit()
        let scanning = Scanning(context, kind: kind, options)
        let services = CatalogueServices.forISBN(context.session.settings.catalogues)
        context.say(context.contactWarning(for: services.first))
        context.session.takesCode = scanning.takeCode
        defer {
            context.session.takesCode = nil
            // After a failure, the codes that are left must not be added while other commands run.
            context.lookups.cancelAll()
        }
        while let line = user.ask(Message.codeQuestion), !line.isBlank {
            scanning.take(line)
            try scanning.settleQuestions()
        }
        try scanning.finish()
        return .text(Message.scanned(scanning.result))
    }
}
