import Glibc
import TroveLanguage
import TroveModel
import TroveStore

/// The book codes in a file: a picture of a barcode, or a text with a code on each line.
struct ScannedFile {
    /// The codes in the order of the file.
    let codes: [ISBN]

    /// The largest size of a text file, in bytes.
    private static let longestText = 1 << 20

    /// Reads a file, which must not be one of the library's.
    init(_ path: Spanned<String>, besides library: Library) throws(CommandFailure) {
        let script = try Script(file: path, besides: library)
        if let lines = Self.lines(of: script) {
            codes = lines.compactMap { ISBN(parsing: $0) }
        } else {
            do throws(BarcodeFailure) {
                codes = try BarcodePicture.codes(in: path.value)
            } catch {
                throw CommandFailure(.barcode(path.value, error), at: path.span)
            }
        }
        guard !codes.isEmpty else { throw CommandFailure(.noCodes(path.value), at: path.span) }
    }

    /// Returns the lines of a file; nil if it is not a text.
    private static func lines(of script: consuming Script) -> [String]? {
        var lines: [String] = []
        var size = 0
        while size < longestText {
            switch script.reader.next(isInterrupted: { false }) {
            case .text(let line):
                if line.utf8.contains(0) { return nil }
                lines.append(line)
                size += line.utf8.count
            case .end: return lines
            case .invalid, .tooLong, .failure: return nil
            }
        }
        return lines
    }
}
