import Glibc
import TroveExchange
import TroveStore
import TroveSystem

/// The table of the rejected records of an import, with line and reason, at the path that
/// `RejectsPlace` chooses.
///
/// The file is created for the first rejected record, and `finish` gives it its name.
package final class RejectsFile {
    /// The outcome of writing the file.
    package enum Outcome {
        /// Nothing was rejected.
        case none
        case written(String)
        /// This path has a file, and so have all others of that name with a number.
        case isThere(String)
        /// The path, and the value of `errno`.
        case failed(String, Int32)
    }

    /// The absolute paths to try, the best one first.
    private var places: [String]
    private let header: [String]
    private let isKept: (String) -> Bool
    private var file: NewFile?
    private var outcome = Outcome.none
    private var writer = CSVWriter(guardsFormulas: true)

    /// - Parameters:
    ///   - source: the path of the imported file.
    ///   - stateFolder: the folder to use if neither the source's nor the current folder fits.
    ///   - header: the names of the columns of the source.
    ///   - isKept: returns whether a path leads to the library, which must not be opened.
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

    /// Completes the file and gives it its name.
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

    /// Creates the file at the first path where that is possible.
    private func open() {
        while let path = places.first {
            // The user may have corrected the records of an earlier import.
            let candidates = RejectsPlace.numbered(path, through: Self.maximumFiles)
            guard let free = candidates.first(where: { !isKept($0) && Self.isFree($0) }) else {
                outcome = .isThere(path)
                return
            }
            do throws(WholeFile.Failure) {
                if places.count == 1 { try Folder.make(FilePath.folder(of: path)) }
                file = try NewFile(free)
                outcome = .written(free)
                write(RejectsTable.columns + header)
                return
            } catch {
                fail(error)
                places.removeFirst()
            }
        }
    }

    /// The highest number in the name of a file.
    private static let maximumFiles = 99

    private static func isFree(_ path: String) -> Bool {
        FileStatus(of: path, followsLink: false) == nil
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
