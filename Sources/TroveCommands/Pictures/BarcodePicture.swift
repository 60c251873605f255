import Glibc
import TroveModel
import TroveTerminal

// `zbarimg` prints `ISBN-13:9780…` for each code that it finds, and leaves with status 4 when there
// is none and 1 when it cannot read the file. It knows a code of a book only when both EAN-13 and
// ISBN-13 are switched on. It reads files with ImageMagick, to which a name such as `label:x` is an
// order; a path that begins with a slash or a dot is only a path.

/// A picture of a barcode, read with the program `zbarimg`.
struct BarcodePicture {
    /// How long a picture may take, in seconds.
    private static let patience = 30

    /// The book codes in a picture, each once, those that begin with 978 or 979 in any case.
    ///
    /// - Throws: why there are none.
    static func codes(in path: String) throws(BarcodeFailure) -> [ISBN] {
        let path = HomeFolder.expanding(path)
        // Looked at without opening it: it may be the library.
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .isMissing }
        if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoPicture }
        let found = try symbols(in: path, "-Sdisable -Sean13.enable -Sisbn13.enable")
        var seen: Set<ISBN> = []
        let books = found.compactMap { ISBN(parsing: $0.data) }.filter { seen.insert($0).inserted }
        guard books.isEmpty else { return books }
        // Whatever else it is, somebody wants to know.
        let others = try found.isEmpty ? symbols(in: path, "") : found
        guard let other = others.first else { throw .hasNone }
        throw .isNoBook(type: other.type, data: other.data)
    }

    private struct Symbol {
        /// As the program calls it: `EAN-13`, `QR-Code`.
        let type: String
        let data: String
    }

    /// All that is found when these sorts of code are looked for.
    private static func symbols(
        in path: String, _ options: String
    ) throws(BarcodeFailure) -> [Symbol] {
        let captured = SystemShell.capture(
            #"exec zbarimg --quiet --nodbus \#(options) "$1""#,
            [path.hasPrefix("/") ? path : "./" + path], seconds: patience, limit: 1 << 20,
            isInterrupted: { TerminalSignals.isInterrupted })
        switch captured {
        case .ended(0, let bytes):
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
                line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return Symbol(
                    type: String(line[..<colon]), data: String(line[colon...].dropFirst()))
            }
        case .ended(4, _): return []
        case .ended(SystemShell.notFound, _): throw .isNotInstalled
        case .wasInterrupted: throw .isInterrupted
        case .ended, .cannotStart, .wasStopped: throw .isNoPicture
        }
    }
}

/// Why a picture gave no book code.
package enum BarcodeFailure: Error, Equatable {
    /// The program `zbarimg` is not there.
    case isNotInstalled
    case isMissing
    case isFolder
    /// It cannot be read as a picture.
    case isNoPicture
    case hasNone
    /// There is a code, and it is not that of a book: its sort, and what it says.
    case isNoBook(type: String, data: String)
    case isInterrupted
}
