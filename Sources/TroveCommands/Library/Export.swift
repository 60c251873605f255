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
    var form: TroveWriter.Form?
    /// Whether an existing file is replaced without a confirmation.
    var isConfirmed = false

    static let name = "export"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Export>(
        .library, "write items to a file",
        details: """
            It writes all fields, in a format that `import` reads back without loss. The ending of \
            the file name chooses the format, otherwise it is csv; - is standard output. \
            Conditions are those of `list`. It asks before it replaces a file; in a script, use \
            --yes.
            """,
        arguments: [
            .word("FILE", \.path, [.file], missing: .file),
            .query(\.query, [.kind, .sort, .limit]),
            .choice("as", \.form),
            .option("--yes", \.isConfirmed),
        ],
        examples: [
            .init(
                "export - gems",
                """
                kind,name,description,photo,color,hardness,birthstone,tags
                gem,Ruby,,,red,9,July,
                """),
            .init("export /dev/null", "Exported 2 books, 1 gem, 1 movie to /dev/null"),
            .init("export /dev/null books pages>400 as:json", "Exported 1 book to /dev/null"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        let form = form ?? TroveWriter.Form(ofFile: path.value)
        guard path.value != "-" else {
            var contents: [UInt8] = []
            _ = try write(try parts(context), as: form, context) { bytes in contents += bytes }
            return .contents(contents)
        }
        let file = HomeFolder.expanding(path.value)
        guard !context.library.isKept(in: file) else {
            throw CommandFailure(.export(.isLibrary(path.value)), at: path.span)
        }
        if !isConfirmed, Self.isFile(file) {
            try context.confirm(
                Message.replacing(path.value),
                else: CommandFailure(.export(.isThere(path.value)), at: path.span))
        }
        // The file must not hold changes that a failed commit would revert.
        try context.commit()
        try context.library.beginReading()
        let found = try parts(context)
        let counts: [(kind: Kind, count: Int)]
        do {
            let newFile = try NewFile(file, isGivenUp: { context.isInterrupted })
            counts = try write(found, as: form, context) { bytes in try newFile.write(bytes) }
            try newFile.finish(isDurable: true)
        } catch let failure as WholeFile.Failure {
            throw CommandFailure(failure, writing: path)
        }
        let exported = Reply.text(Message.exported(counts, to: path.value))
        guard counts.allSatisfy({ $0.count == 0 }), let hint = context.hint(for: query) else {
            return exported
        }
        return .sequence([exported, .warning(hint)])
    }

    // MARK: Items

    /// The items of one kind to write, and where they are.
    private struct Part {
        enum Place {
            /// Rows of a table.
            case memory(Table, [RowIndex])
            /// In the library file: the largest count, and the number of the last item.
            case file(limit: Int?, last: ItemNumber)
        }

        let kind: KindIndex
        let place: Place

        var isEmpty: Bool {
            switch place {
            case .memory(_, let rows): rows.isEmpty
            case .file(let limit, let last): last == 0 || limit == 0
            }
        }
    }

    /// Returns the items that the query finds. Whole kinds that are not loaded stay in the file.
    private func parts(_ context: any CommandContext) throws -> [Part] {
        let library = context.library
        let isWhole = query.condition == nil && query.sort == nil
        var parts: [Part] = []
        for kind in try context.selectedKinds(query) {
            if isWhole, !library.isLoaded(kind) {
                parts.append(
                    Part(
                        kind: kind,
                        place: .file(
                            limit: query.limit,
                            last: try library.storedItems.lastNumber(of: kind) ?? 0)))
            } else {
                var query = query
                query.kind = kind
                let finding = try context.find(query)
                parts.append(
                    Part(
                        kind: kind,
                        place: .memory(
                            finding.catalog.tables[kind], finding.rows.flatMap(\.rows))))
            }
        }
        let found = parts.filter { !$0.isEmpty }
        return found.isEmpty ? parts : found
    }

    // MARK: Writing

    /// Writes items in pieces, with a progress bar if that takes long. Throws if Ctrl-C is pressed.
    ///
    /// - Returns: the number of items of each kind.
    private func write(
        _ parts: [Part], as form: TroveWriter.Form, _ context: any CommandContext,
        to sink: ([UInt8]) throws -> Void
    ) throws -> [(kind: Kind, count: Int)] {
        var writer = TroveWriter(form, context.kinds, exported: parts.map(\.kind))
        var counts: [(kind: Kind, count: Int)] = []
        for (index, part) in parts.enumerated() {
            var count = 0
            func pause(_ fraction: Double) throws {
                count += 1
                guard count & 1023 == 0 else { return }
                guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
                try sink(writer.bytes)
                writer.removeBytes()
                context.user?.progresses(
                    (Double(index) + fraction) / Double(parts.count), Message.exporting)
            }
            switch part.place {
            case .memory(let table, let rows):
                for row in rows {
                    try writer.append(table.row(at: row), of: part.kind)
                    try pause(Double(count) / Double(rows.count))
                }
            case .file(let limit, let last):
                try context.library.storedItems.forEach(of: part.kind, limit: limit) { row in
                    try writer.append(row, of: part.kind)
                    try pause(Double(row.number.rawValue) / Double(last.rawValue))
                }
            }
            counts.append((context.kinds[part.kind], count))
        }
        writer.finish()
        try sink(writer.bytes)
        return counts
    }

    /// Returns whether a path leads to a file that would be replaced.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        // The path lives until the call returns.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension TroveWriter.Form {
    /// Chooses the format by the ending of a file name; the default is CSV.
    fileprivate init(ofFile path: String) {
        let ending = path.lowercased().split(separator: ".", omittingEmptySubsequences: false).last
        self = ending.flatMap { Self(rawValue: String($0)) } ?? .csv
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
