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
            let finding = try find(export.query)
            var contents: [UInt8] = []
            try write(finding, as: form) { bytes in contents += bytes }
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
        let finding = try find(export.query)
        do {
            let file = try NewFile(path)
            try write(finding, as: form) { bytes in try file.write(bytes) }
            try file.finish(isDurable: true)
        } catch let failure as WholeFile.Failure {
            throw CommandFailure(failure, writing: export.path)
        }
        let exported = Reply.text(
            Message.exported(
                finding.rows.map { (kinds[$0.kind], $0.rows.count) },
                to: TextFitting.visible(export.path.value)))
        guard finding.isEmpty, let hint = hint(for: export.query) else { return exported }
        return .sequence([exported, .warning(hint)])
    }

    /// Writes things piece by piece, with a bar if that takes long, unless Ctrl-C stops it.
    private func write(
        _ finding: Finding, as form: TroveWriter.Form, to sink: ([UInt8]) throws -> Void
    ) throws {
        let found = finding.rows.filter { !$0.rows.isEmpty }
        let total = found.reduce(0) { $0 + $1.rows.count }
        var writer = TroveWriter(
            form, kinds, exported: (found.isEmpty ? finding.rows : found).map(\.kind))
        var done = 0
        for (kind, rows, _) in found {
            let table = finding.catalog.tables[kind]
            for row in rows {
                writer.append(row: row, of: table, kind: kind)
                done += 1
                guard done & 1023 == 0 else { continue }
                guard !session.isInterrupted() else { throw CommandFailure(.isInterrupted) }
                try sink(writer.bytes)
                writer.removeBytes()
                session.person?.progresses(Double(done) / Double(total), Message.exporting)
            }
        }
        writer.finish()
        try sink(writer.bytes)
    }

    /// Whether a path leads to something that would be replaced.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        // The path lives until the call returns.
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension Interpreter.Finding {
    fileprivate var isEmpty: Bool { rows.allSatisfy(\.rows.isEmpty) }
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
        case .isFolder: self.init(.isFolder(path.value), at: path.span)
        case .system(let number): self.init(.export(.system(path.value, number)), at: path.span)
        case .isMissing, .isNoFile, .isTooLong:
            self.init(.export(.system(path.value, EIO)), at: path.span)
        }
    }
}
