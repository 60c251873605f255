import Glibc
import TroveLanguage
import TroveModel
import TroveStore
import TroveSystem
import TroveTerminal

/// The book codes in a file: a picture of barcodes, or a text file with a code on each line.
struct ScannedFile {
    /// A line that is neither blank nor a comment, or a code in a picture.
    struct Line {
        enum Content {
            case code(ISBN)
            /// Text that is not an ISBN.
            case other(String)
        }

        /// The number of the line, from 1; nil in a picture.
        let number: Int?
        let content: Content
    }

    /// The lines in the order of the file, at least one of which has a code.
    let lines: [Line]

    /// The largest size of a text file, in bytes.
    private static let longestText = 1 << 20

    /// Reads a file, which must not be one of the library's.
    init(_ path: Spanned<String>, in context: any CommandContext) throws(CommandFailure) {
        let surroundings = context.surroundings
        let script = try Script(file: path, besides: context.library, in: surroundings)
        if let lines = try Self.lines(of: script, path) {
            self.lines = lines.enumerated().compactMap { index, line in
                let line = CodeLine(line)
                guard !line.text.value.isEmpty else { return nil }
                return Line(
                    number: index + 1,
                    content: line.isbn.map { .code($0) } ?? .other(line.text.value))
            }
        } else {
            do throws(BarcodeFailure) {
                lines = try BarcodePicture.codes(
                    in: surroundings.expanding(path.value)
                ).map {
                    Line(number: nil, content: .code($0))
                }
            } catch {
                throw CommandFailure(.barcode(path.value, error), at: path.span)
            }
        }
        let hasCode = lines.contains { if case .code = $0.content { true } else { false } }
        guard hasCode else { throw CommandFailure(.noCodes(path.value), at: path.span) }
    }

    /// Returns the path of a file, or those of the files in a folder, in the order of their names.
    /// Hidden files and folders in the folder are left out.
    static func paths(
        in path: Spanned<String>, _ surroundings: Surroundings
    ) throws(CommandFailure) -> [Spanned<String>] {
        let folder = surroundings.expanding(path.value)
        let status = FileStatus(of: folder)
        guard status != nil || ISBN(parsing: path.value) == nil else {
            throw CommandFailure(.isCode(path.value), at: path.span)
        }
        guard status?.type == .folder else { return [path] }
        guard let all = Folder.names(in: folder) else {
            throw CommandFailure(.isUnreadable(path.value), at: path.span)
        }
        let names = all.filter { !$0.hasPrefix(".") && FilePath.isFile("\(folder)/\($0)") }
        guard !names.isEmpty else {
            throw CommandFailure(.isEmptyFolder(path.value), at: path.span)
        }
        let base = path.value.hasSuffix("/") ? path.value : path.value + "/"
        return names.map { Spanned(base + $0, path.span) }
    }

    /// Returns the lines of a file; nil if it is not a text file.
    private static func lines(
        of script: consuming Script, _ path: Spanned<String>
    ) throws(CommandFailure) -> [String]? {
        var lines: [String] = []
        var size = 0
        while size <= longestText {
            switch script.reader.next(isInterrupted: { TerminalSignals.isInterrupted }) {
            case .text(let line):
                if line.utf8.contains(0) { return nil }
                lines.append(line)
                size += line.utf8.count + 1
            case .end: return lines
            case .failure(EINTR): throw CommandFailure(.isInterrupted)
            case .invalid, .tooLong, .database, .failure: return nil
            }
        }
        throw CommandFailure(.isTooLong(path.value, limit: longestText), at: path.span)
    }
}
