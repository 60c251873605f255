import Glibc
import TroveExchange
import TroveStore

/// The records of a source that could not be taken, with line and reason, in a table beside it.
///
/// It is made for the first of them, and only `finish` gives it its name.
final class RejectsFile {
    /// What became of it.
    enum Outcome {
        /// Nothing was rejected.
        case none
        case written(String)
        /// A file of this name is there and was not written by an import.
        case isThere(String)
        /// The system's error number.
        case failed(String, Int32)
    }

    private let path: String
    private let shownPath: String
    private let header: [String]
    private let isKept: (String) -> Bool
    private var file: NewFile?
    private var outcome = Outcome.none
    private var writer = TableWriter()

    /// What such a file begins with.
    private static let beginning = ["line", "reason"]

    /// - Parameters:
    ///   - source: the path of what is imported.
    ///   - shown: the same as it was typed.
    ///   - header: the names of its columns.
    ///   - isKept: whether a path leads to the library, which must not be opened.
    init(
        besides source: String, _ shown: String, header: [String],
        isKept: @escaping (String) -> Bool
    ) {
        path = Self.path(besides: source)
        shownPath = Self.path(besides: shown)
        self.header = header
        self.isKept = isKept
    }

    /// `books.csv` has `books.rejects.csv` beside it.
    private static func path(besides source: String) -> String {
        let name = source.lastIndex(of: "/").map { source.index(after: $0) } ?? source.startIndex
        let dot = source[name...].lastIndex(of: ".").flatMap { $0 > name ? $0 : nil }
        return source[..<(dot ?? source.endIndex)] + ".rejects.csv"
    }

    func add(line: Int, reason: String, cells: [String]) {
        if case .none = outcome { open() }
        guard let file else { return }
        write(["\(line)", reason] + cells)
        guard writer.bytes.count > 1 << 16 else { return }
        save(in: file)
    }

    /// Gives the file its name.
    func finish() -> Outcome {
        guard let file else { return outcome }
        save(in: file)
        guard self.file != nil else { return outcome }
        self.file = nil
        do throws(WholeFile.Failure) {
            try file.finish(isDurable: false)
        } catch {
            fail(error)
        }
        return outcome
    }

    private func open() {
        guard !isKept(path), isFree else {
            outcome = .isThere(shownPath)
            return
        }
        do throws(WholeFile.Failure) {
            file = try NewFile(path)
            outcome = .written(shownPath)
            write(Self.beginning + header)
        } catch {
            fail(error)
        }
    }

    /// Whether nothing of the name is there, or only what an earlier import wrote.
    private var isFree: Bool {
        // The path lives until the call returns. A link leads who knows where.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR }
        defer { close(descriptor) }
        let expected = Array(Self.beginning.joined(separator: ",").utf8)
        var bytes = [UInt8](repeating: 0, count: expected.count)
        // As many bytes as the array has.
        return unsafe read(descriptor, &bytes, bytes.count) == bytes.count && bytes == expected
    }

    private func write(_ cells: [String]) {
        for cell in cells { writer.cell(cell) }
        writer.endRecord()
    }

    private func save(in file: NewFile) {
        do throws(WholeFile.Failure) {
            try file.write(writer.bytes)
            writer.removeAll()
        } catch {
            fail(error)
        }
    }

    private func fail(_ failure: WholeFile.Failure) {
        file = nil
        outcome =
            if case .system(let number) = failure {
                .failed(shownPath, number)
            } else {
                .isThere(shownPath)
            }
    }
}
