import Glibc
import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

extension Interpreter {
    /// Writes what a query finds to a file, or to standard output.
    func export(_ export: Export) throws -> Reply {
        let form = TroveWriter.Form(export.form ?? Export.Form(ofFile: export.path.value))
        guard export.path.value != "-" else {
            var contents: [UInt8] = []
            _ = try write(try parts(of: export.query), as: form) { bytes in contents += bytes }
            return .contents(contents)
        }
        let path = HomeFolder.expanding(export.path.value)
        guard !library.isKept(in: path) else {
            throw CommandFailure(.export(.isLibrary(export.path.value)), at: export.path.span)
        }
        if !export.isConfirmed, Self.isFile(path) {
            try confirm(
                Message.replacing(export.path.value),
                else: CommandFailure(.export(.isThere(export.path.value)), at: export.path.span))
        }
        // A file shall not say what a commit that fails would take back.
        try session.settle()
        try library.beginReading()
        let parts = try parts(of: export.query)
        let counts: [(kind: Kind, count: Int)]
        do {
            let file = try NewFile(path, isGivenUp: session.isInterrupted)
            counts = try write(parts, as: form) { bytes in try file.write(bytes) }
            try file.finish(isDurable: true)
        } catch let failure as WholeFile.Failure {
            throw CommandFailure(failure, writing: export.path)
        }
        let exported = Reply.text(
            Message.exported(counts, to: export.path.value))
        guard counts.allSatisfy({ $0.count == 0 }), let hint = hint(for: export.query) else {
            return exported
        }
        return .sequence([exported, .warning(hint)])
    }

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

    /// What a query finds. Whole kinds that are not in memory are left in the file.
    private func parts(of query: Query) throws -> [Part] {
        let isWhole = query.condition == nil && query.sort == nil
        var parts: [Part] = []
        for kind in try selectedKinds(query) {
            if isWhole, !library.isLoaded(kind) {
                parts.append(
                    Part(
                        kind: kind,
                        place: .file(limit: query.limit, last: try library.lastNumber(kind) ?? 0)))
            } else {
                var query = query
                query.kind = kind
                let finding = try find(query)
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

    /// Writes things piece by piece, with a bar if that takes long, unless Ctrl-C stops it.
    ///
    /// - Returns: how many there were of each kind.
    private func write(
        _ parts: [Part], as form: TroveWriter.Form, to sink: ([UInt8]) throws -> Void
    ) throws -> [(kind: Kind, count: Int)] {
        var writer = TroveWriter(form, kinds, exported: parts.map(\.kind))
        var counts: [(kind: Kind, count: Int)] = []
        for (index, part) in parts.enumerated() {
            var count = 0
            func pause(_ fraction: Double) throws {
                count += 1
                guard count & 1023 == 0 else { return }
                guard !session.isInterrupted() else { throw CommandFailure(.isInterrupted) }
                try sink(writer.bytes)
                writer.removeBytes()
                session.person?.progresses(
                    (Double(index) + fraction) / Double(parts.count), Message.exporting)
            }
            switch part.place {
            case .memory(let table, let rows):
                for row in rows {
                    try writer.append(table.row(at: row), of: part.kind)
                    try pause(Double(count) / Double(rows.count))
                }
            case .file(let limit, let last):
                try library.forEachStored(part.kind, limit: limit) { row in
                    try writer.append(row, of: part.kind)
                    try pause(Double(row.number) / Double(last))
                }
            }
            counts.append((kinds[part.kind], count))
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

extension Export.Form {
    /// The form that the name of a file tells; a table where it tells none.
    fileprivate init(ofFile path: String) {
        let ending = path.lowercased().split(separator: ".", omittingEmptySubsequences: false).last
        self = ending.flatMap { Self(rawValue: String($0)) } ?? .csv
    }
}

extension TroveWriter.Form {
    fileprivate init(_ form: Export.Form) {
        switch form {
        case .csv: self = .csv
        case .json: self = .json
        case .jsonl: self = .jsonl
        }
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
