import Glibc
import TroveExchange
import TroveStore
import TroveSystem

/// The records of a source that could not be taken, with line and reason, in a table beside it, or
/// where `RejectsPlace` says.
///
/// It is made for the first of them, and only `finish` gives it its name.
package final class RejectsFile {
    /// What became of it.
    package enum Outcome {
        /// Nothing was rejected.
        case none
        case written(String)
        /// A file of this name is there and was not written by an import.
        case isThere(String)
        /// The system's error number.
        case failed(String, Int32)
    }

    /// The places for it, the best one first: absolute paths.
    private var places: [String]
    private let header: [String]
    private let isKept: (String) -> Bool
    private var file: NewFile?
    private var outcome = Outcome.none
    private var writer = TableWriter()

    /// - Parameters:
    ///   - source: the path of what is imported.
    ///   - stateFolder: where it goes where neither the source's folder nor the current one will do.
    ///   - header: the names of its columns.
    ///   - isKept: whether a path leads to the library, which must not be opened.
    init(
        besides source: String, stateFolder: String, header: [String],
        isKept: @escaping (String) -> Bool
    ) {
        places = RejectsPlace.candidates(besides: source, stateFolder: stateFolder)
        self.header = header
        self.isKept = isKept
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

    /// Makes it in the first place where files may be made.
    private func open() {
        while let path = places.first {
            guard !isKept(path), Self.isFree(path) else {
                outcome = .isThere(path)
                return
            }
            do throws(WholeFile.Failure) {
                if places.count == 1 { RejectsPlace.makeFolder(of: path) }
                file = try NewFile(path)
                outcome = .written(path)
                write(RejectsTable.columns + header)
                return
            } catch {
                fail(error)
                places.removeFirst()
            }
        }
    }

    /// Whether nothing of the name is there, or only what an earlier import wrote.
    private static func isFree(_ path: String) -> Bool {
        // The path lives until the call returns. A link leads who knows where.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return [ENOENT, ENOTDIR, EACCES].contains(errno) }
        defer { close(descriptor) }
        let expected = Array(RejectsTable.columns.joined(separator: ",").utf8)
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
                .failed(places.first ?? "", number)
            } else {
                .isThere(places.first ?? "")
            }
    }
}
