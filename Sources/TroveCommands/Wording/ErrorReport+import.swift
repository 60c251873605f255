import Glibc
import TroveCodecs
import TroveExchange
import TroveLanguage
import TroveSystem
import TroveTerminal

extension ErrorReport {
    /// Words the failures of an import; `path` is the path as typed.
    static func message(for problem: ImportProblem, _ path: String) -> (TerminalText, TerminalText?)
    {
        switch problem {
        case .addsAndUpdates:
            (
                "duplicates:add and --update cannot be used together",
                "leave out one of them"
            )
        case .isLibrary: ("\(path) is the library itself", "name another file")
        case .noColumns(let text):
            (
                "columns: cannot be \"\(text)\"",
                "name one column for each field: columns:title=Titel,author=Autor"
            )
        case .inputIsKeyboard:
            ("standard input is the terminal", "paste the rows at the prompt, or name a file")
        case .inputIsScript:
            (
                "standard input is already used for the script",
                "give the script with -c or -f, or name a file"
            )
        case .allRejected(let report):
            (
                "no row of \(path) was imported"
                    + (report.firstRejected.first.map { "; line \($0.line): \($0.reason)" } ?? ""),
                Message.place(ofRejected: report.rejects)
            )
        case .failed(let failure): message(for: failure, path)
        }
    }

    private static func message(for failure: ImportFailure, _ path: String) -> (
        TerminalText, TerminalText?
    ) {
        switch failure {
        case .read(let failure): return message(for: failure, path)
        case .isEmpty: return ("\(path) is empty", nil)
        case .isUnknown(let header) where isBinary(header):
            return ("\(path) is not a text file", "export the items as CSV, and import that")
        case .isUnknown(let header) where header.contains { $0.lowercased() == "title" }:
            return (
                "the header of \(path) does not say what its items are: \(shown(header))",
                "say it with kind:, as in kind:book"
            )
        case .isUnknown(let header):
            return (
                "\(path) has an unknown header: \(shown(header))",
                """
                the first line must be a header; name the column of each field, as in \
                columns:title=\(column(of: header)), or the format with as:FORMAT, which can be \
                \(Phrase.either(names))
                """
            )
        case .isNot(let format, let header) where format == ImportChoice.table.rawValue:
            return (
                "\(path) does not have the format \(format): its header is \(shown(header))",
                "name the column of each field, as in columns:title=\(column(of: header))"
            )
        case .isUnknownArchive(let members):
            return (
                "\(path) contains no known table: \(shown(members))",
                "extract the file with the items, and import that"
            )
        case .isNot(let format, let header):
            return (
                "\(path) does not have the format \(format): its header is \(shown(header))",
                "without as:, Trove detects the format from the header"
            )
        case .lacksColumn(let column, let header):
            return (
                "\(path) has no column \"\(column)\"",
                "its columns are \(shown(header))"
            )
        case .columnTwice(let column):
            return (
                "columns: names \"\(column)\" for two fields", "each column can fill only one field"
            )
        case .hasOwnColumns(let format):
            return (
                "columns: does not apply to the format \(format)", "leave out as:\(format)"
            )
        case .hasNoField(let field, let kind):
            return (
                "columns: \(Phrase.one(kind)) has no field \"\(field)\"",
                "`help \(kind)` lists the fields; kind:KIND names another kind"
            )
        case .isOtherForm(let form): return message(for: form, path)
        }
    }

    private static var names: [String] { ImportChoice.allCases.map(\.rawValue) }

    /// Returns whether a header has control characters, which no text file has.
    private static func isBinary(_ header: [String]) -> Bool {
        header.contains { $0.utf8.contains { $0 < 0x20 && !$0.isBlank } }
    }

    /// Returns the first column of a header, as an example.
    private static func column(of header: [String]) -> String {
        header.first { name in
            !name.isEmpty && name.count <= 30
                && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
        }.map { Quoting.argument($0) } ?? "Title"
    }

    /// Returns the first names, as many as fit into a line.
    private static func shown(_ names: [String]) -> TerminalText {
        if names.isEmpty { return "it is not text" }
        let first = names.prefix(8).map { $0.isEmpty ? "\"\"" : String($0.prefix(30)) }
        return "\(Phrase.list(first))\(names.count > 8 ? " …" : "")"
    }

    private static func message(for failure: ReadFailure, _ path: String) -> (
        TerminalText, TerminalText?
    ) {
        switch failure {
        case .system(ENOENT), .system(ENOTDIR):
            return ("\(path): no such file", "check the path")
        case .system(EACCES), .system(EPERM):
            return ("\(path): permission denied", nil)
        case .system(let number):
            return ("\(path) cannot be read: \(SystemCall.strerror(number))", nil)
        case .isFolder: return ("\(path) is a folder", "name a file in it")
        case .archive(let failure, let member):
            let place = member.map { "\($0) in \(path)" } ?? path
            return ("\(place) \(description(of: failure))", "nothing was imported")
        case .cannotInflate(let package, let reason):
            return (
                "\(path) is compressed, and zlib cannot be loaded: \(reason)",
                "install \(package)"
            )
        }
    }

    private static func message(for form: FileForm, _ path: String) -> (
        TerminalText, TerminalText?
    ) {
        let advice: TerminalText = "export the items as CSV, and import that"
        switch form {
        case .spreadsheet:
            return (
                "\(path) is a spreadsheet, which cannot be imported",
                "save it as CSV, and import that"
            )
        case .document: return ("\(path) is a document, which cannot be imported", advice)
        case .markdown: return ("\(path) is Markdown, which cannot be imported", advice)
        case .html: return ("\(path) is a web page, which cannot be imported", advice)
        case .pdf: return ("\(path) is a PDF, which cannot be imported", advice)
        case .picture:
            return (
                "\(path) is a picture, which cannot be imported",
                "`scan \(path)` reads the barcode in a picture"
            )
        case .database: return ("\(path) is a database, which cannot be imported", advice)
        }
    }

    private static func description(of failure: ArchiveFailure) -> TerminalText {
        switch failure {
        case .notAnArchive: "is not a complete zip archive"
        case .isEncrypted: "is encrypted"
        case .hasUnknownMethod(let method): "uses an unknown compression method (\(method))"
        case .isDamaged: "is damaged"
        case .isTooLarge: "is too large to import"
        case .hasTooManyMembers: "contains too many files"
        case .isOfOtherForm: "is a zip archive of an unsupported form"
        }
    }
}
