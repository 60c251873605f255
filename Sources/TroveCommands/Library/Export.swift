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
    /// Which items, in what order. It names no columns.
    var query = Query()
    /// Nil where the file's name says it.
    var form: TroveWriter.Form?
    /// Whether a file that is there may be replaced.
    var isConfirmed = false

    static let name = "export"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Export>(
        .library, "write things to a file",
        details: """
            With every field they have, in a form that import reads back without loss. The file's \
            name tells the form, csv if it does not; - is standard output. Conditions are those of \
            list. It asks before it replaces a file; in a script --yes is the answer.
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
                kind,name,description,photo,color,hardness,birthstone
                gem,Ruby,,,red,9,July
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
        // A file shall not say what a commit that fails would take back.
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

    // MARK: What is written

    /// The things of one kind that are written, and where they are.
    private struct Part {
        enum Place {
            /// Rows of a table.
            case memory(Table, [Int])
            /// In the file, so many of them at most; the number of the last of all.
            case file(limit: Int?, last: Int)
        }

        let kind: Int
        let place: Place

        var isEmpty: Bool {
            switch place {
            case .memory(_, let rows): rows.isEmpty
            case .file(let limit, let last): last == 0 || limit == 0
            }
        }
    }

    /// What the query finds. Whole kinds that are not in memory are left in the file.
    private func parts(_ context: any CommandContext) throws -> [Part] {
        let library = context.library
        let isWhole = query.condition == nil && query.sort == nil
        var parts: [Part] = []
        for kind in try context.selectedKinds(query) {
            if isWhole, !library.isLoaded(kind) {
                parts.append(
                    Part(
                        kind: kind,
                        place: .file(limit: query.limit, last: try library.lastNumber(kind) ?? 0)))
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

    /// Writes things piece by piece, with a bar if that takes long, unless Ctrl-C stops it.
    ///
    /// - Returns: how many there were of each kind.
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
                try context.library.forEachStored(part.kind, limit: limit) { row in
                    try writer.append(row, of: part.kind)
                    try pause(Double(row.number) / Double(last))
                }
            }
            counts.append((context.kinds[part.kind], count))
        }
        writer.finish()
        try sink(writer.bytes)
        return counts
    }

    /// Whether a path leads to something that would be replaced.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        // The path lives until the call returns.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension TroveWriter.Form {
    /// The form that the name of a file tells; a table where it tells none.
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
        case .isMissing, .isNoFile, .isTooLong:
            self.init(.export(.system(path.value, EIO)), at: path.span)
        }
    }
}
