import Glibc
import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore
import TroveSystem
import TroveTerminal

/// Writes items to a file, or to standard output.
struct Export: ShellCommand {
    /// The file; `-` is standard output.
    var path = Spanned<String>.unread
    /// The items and their order, without columns.
    var query = Query()
    /// Nil chooses the format by the name of the file.
    var form: ExportForm?
    /// Whether an existing file is replaced without confirmation.
    var isConfirmed = false

    static let name = "export"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Export>(
        .library, "write items to a file",
        details: """
            The extension of the file name chooses the format, unless as: does; without an \
            extension it is csv. - is standard output. Conditions are those of `list`.

            csv, json, jsonl\tall fields, which `import` reads back without loss; json and jsonl also \
            have the definitions of your own kinds and fields
            zip\tjson with the photos of the items and their cached covers
            html, markdown\tpages to share (also .htm and .md): they leave out loans, and private \
            notes that come from Goodreads or LibraryThing. An html page is one file with its \
            pictures, grouped by shelf, and needs no network

            It asks before it replaces a file; in a script, use --yes.
            """,
        arguments: [
            .word("FILE", \.path, [.file], missing: .file),
            .query(\.query, [.kind, .sort, .limit]),
            .choice("as", \.form),
            .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                "export - gems as:markdown",
                """
                ## 1 gem

                | # | name | color | hardness | birthstone |
                | --: | --- | --- | --: | --- |
                | 3 | Ruby | red | 9 | July |
                """),
            .init("export /dev/null", "Exported 2 books, 1 gem, 1 movie to /dev/null"),
            .init("export /dev/null books pages>400 as:json", "Exported 1 book to /dev/null"),
            .init("export /dev/null books as:html", "Exported 2 books to /dev/null"),
        ])

    var isRepeatable: Bool { false }

    func check(in context: any CommandContext) throws { try context.check(query) }

    func run(in context: any CommandContext) throws -> Reply {
        guard path.value != "-" else {
            let form = try target()
            guard form != .zip || context.user == nil else {
                throw CommandFailure(.export(.isNotText), at: path.span)
            }
            var contents: [UInt8] = []
            try context.checkKind(of: query)
            let parts = try ExportPart.found(by: query, in: context)
            var outcome = try write(parts, as: form, context) { bytes in contents += bytes }
            try addHints(to: &outcome, as: form, context)
            return Self.reply(.contents(contents), outcome)
        }
        let file = context.surroundings.expanding(path.value)
        guard !context.library.isKept(in: file) else {
            throw CommandFailure(.export(.isLibrary(path.value)), at: path.span)
        }
        let form = try target()
        if !isConfirmed, FilePath.isFile(file) {
            // A mistyped option is searched for as text, and would leave the file empty.
            if context.user != nil, let hint = try hintIfEmpty(context) {
                context.say(.warning(hint))
            }
            try context.confirm(
                Message.replacing(path.value),
                else: CommandFailure(.export(.isThere(path.value)), at: path.span))
        }
        try context.checkKind(of: query)
        // The file must not hold changes that a failed commit would revert.
        try context.commit()
        try context.library.beginReading()
        var outcome: ExportRun.Outcome
        do {
            // Conditions are resolved before a pipe is opened, which may wait for its reader.
            let parts = try ExportPart.found(by: query, in: context)
            let newFile = try NewFile(file, isGivenUp: { context.isInterrupted })
            do {
                outcome = try write(parts, as: form, context) { bytes in try newFile.write(bytes) }
            } catch LibraryError.isBusy where newFile.isInPlace {
                // A second try would write the first items twice.
                throw CommandFailure(.export(.wasChanged(path.value)), at: path.span)
            }
            try newFile.finish(isDurable: true)
        } catch let failure as WholeFile.Failure {
            throw CommandFailure(failure, writing: path)
        }
        try addHints(to: &outcome, as: form, context)
        return Self.reply(.text(Message.exported(outcome.counts, to: path.value)), outcome)
    }

    /// An export writes a file.
    var isRehearsable: Bool { false }

    func outline(in context: any CommandContext) throws -> [TerminalText] {
        let file = context.surroundings.expanding(path.value)
        guard path.value == "-" || !context.library.isKept(in: file) else {
            throw CommandFailure(.export(.isLibrary(path.value)), at: path.span)
        }
        let form = try target()
        if path.value != "-", !isConfirmed, FilePath.isFile(file) {
            try context.confirm(
                Message.replacing(path.value),
                else: CommandFailure(.export(.isThere(path.value)), at: path.span))
        }
        let parts = try ExportPart.found(by: query, in: context)
        let kinds = context.kinds
        let counts = try parts.map { part in
            (kind: kinds[part.kind], count: try part.count(in: context))
        }
        return [Message.wouldExport(counts, to: path.value, as: form.rawValue)]
    }

    /// Adds hints about retired kinds and fields, and, if nothing was found, about the reason.
    private func addHints(
        to outcome: inout ExportRun.Outcome, as form: ExportForm, _ context: any CommandContext
    ) throws {
        if query.condition == nil, form.isComplete {
            outcome.warnings += try UnexportedData(of: query.kind, in: context).warnings
        }
        let hasOwn = outcome.counts.contains { kind, count in
            count > 0 && (kind.isOwn || kind.shownFields.contains(where: \.isOwn))
        }
        if form == .csv, hasOwn { outcome.warnings.append(Message.csvHasNoDefinitions) }
        guard outcome.counts.allSatisfy({ $0.count == 0 }),
            let hint = context.hint(for: query)
        else { return }
        outcome.warnings.append(hint)
    }

    /// Returns the hint if the query finds no item.
    private func hintIfEmpty(_ context: any CommandContext) throws -> TerminalText? {
        guard let hint = context.hint(for: query) else { return nil }
        let parts = try ExportPart.found(by: query, in: context)
        return try parts.allSatisfy { try $0.count(in: context) == 0 } ? hint : nil
    }

    /// Returns the format of the file.
    private func target() throws(CommandFailure) -> ExportForm {
        if let form { return form }
        if let form = ExportForm(ofFile: path.value) { return form }
        let ending = ExportForm.ending(of: path.value) ?? ""
        throw CommandFailure(
            .export(.isUnknownEnding(path.value, ending: ending)), at: path.span)
    }

    private func write(
        _ parts: [ExportPart], as form: ExportForm, _ context: any CommandContext,
        to sink: @escaping ([UInt8]) throws -> Void
    ) throws -> ExportRun.Outcome {
        let run = ExportRun(context: context, sink: sink)
        let kinds = parts.map(\.kind)
        switch form {
        case .csv:
            return try run.write(parts, to: TroveWriter(.csv, context.kinds, exported: kinds))
        case .json:
            return try run.write(parts, to: TroveWriter(.json, context.kinds, exported: kinds))
        case .jsonl:
            return try run.write(parts, to: TroveWriter(.jsonl, context.kinds, exported: kinds))
        case .zip:
            do {
                return try run.write(parts, to: ArchiveWriter(context, exported: kinds))
            } catch let failure as ZipWriter.Failure {
                throw CommandFailure(.export(.archive(path.value, failure)), at: path.span)
            }
        case .markdown: return try run.write(parts, to: MarkdownWriter(context))
        case .html:
            return try run.write(parts, to: PageWriter(context, chosenBy: query.condition))
        }
    }

    private static func reply(_ reply: Reply, _ outcome: ExportRun.Outcome) -> Reply {
        outcome.warnings.isEmpty
            ? reply : .sequence([reply] + outcome.warnings.map(Reply.warning))
    }
}

extension CommandFailure {
    fileprivate init(_ failure: WholeFile.Failure, writing path: Spanned<String>) {
        switch failure {
        case .system(EINTR): self.init(.isInterrupted)
        case .isFolder: self.init(.isFolder(path.value), at: path.span)
        case .system(let number): self.init(.export(.system(path.value, number)), at: path.span)
        case .isMissing, .notAFile, .isTooLong:
            self.init(.export(.system(path.value, EIO)), at: path.span)
        }
    }
}
