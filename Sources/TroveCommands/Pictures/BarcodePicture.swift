import Glibc
import TroveCodecs
import TroveModel
import TroveSystem
import TroveTerminal

// `zbarimg` prints `ISBN-13:9780…` for each code that it finds. It exits with status 4 if there is
// none, and 1 if it cannot read the file. It reports ISBNs only if both EAN-13 and ISBN-13 are
// enabled. It opens files with ImageMagick, which interprets names such as `label:x`, so paths are
// passed with a leading slash or dot.

/// A picture of a barcode, read with the program `zbarimg`.
struct BarcodePicture {
    /// The timeout of `zbarimg`, in seconds.
    private static let timeLimit = 30

    /// Returns the distinct ISBNs in a picture: all codes that begin with 978 or 979.
    ///
    /// - Throws: `BarcodeFailure` if there are none.
    static func codes(in path: String) throws(BarcodeFailure) -> [ISBN] {
        // This does not open the file, which may be the library.
        guard let status = FileStatus(of: path) else { throw .isMissing }
        if status.type == .folder { throw .isFolder }
        guard status.type == .file else { throw .notAPicture }
        var found: [Symbol] = []
        for scale in scales where found.isEmpty {
            found = try symbols(
                in: path, "-Sdisable -Sean13.enable -Sisbn13.enable", scale: scale)
        }
        var seen: Set<ISBN> = []
        let books = found.compactMap { ISBN(parsing: $0.data) }.filter { seen.insert($0).inserted }
        guard books.isEmpty else { return books }
        // A code of another type is reported in the error.
        let others = try found.isEmpty ? symbols(in: path, "") : found
        guard let other = others.first else { throw .noBarcode }
        throw .notISBN(type: other.type, data: other.data)
    }

    private struct Symbol {
        /// The type as printed by `zbarimg`: `EAN-13`, `QR-Code`.
        let type: String
        let data: String
    }

    /// The sizes at which a picture is read until a code is found. A small or blurred barcode may
    /// be readable at another size.
    private static let scales = [1, 2, 3]
    /// The maximum number of pixels of an enlarged picture.
    private static let maximumPixels = 60_000_000

    /// Returns all codes of the enabled types.
    ///
    /// - Parameters:
    ///   - path: the path of the picture.
    ///   - options: the options of `zbarimg`.
    ///   - scale: how many times the picture is enlarged. ImageMagick does this for a path with the
    ///     suffix `[200%]`.
    /// - Returns: an empty list if there are none, and if the enlarged picture would be too large.
    /// - Throws: `BarcodeFailure` if `zbarimg` cannot read the picture.
    private static func symbols(
        in path: String, _ options: String, scale: Int = 1
    ) throws(BarcodeFailure) -> [Symbol] {
        if scale > 1 {
            guard
                let bytes = try? WholeFile.read(path, limit: PictureHeader.maximumBytes),
                let header = try? PictureHeader(bytes),
                header.width * header.height * scale * scale <= maximumPixels
            else { return [] }
        }
        let suffix = scale == 1 ? "" : "[\(scale * 100)%]"
        let captured = SystemShell.capture(
            #"exec zbarimg --quiet --nodbus \#(options) "$1""#,
            [(path.hasPrefix("/") ? path : "./" + path) + suffix], seconds: timeLimit,
            limit: 1 << 20,
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
        case .ended, .cannotStart, .wasStopped: throw .notAPicture
        }
    }
}

/// Why no ISBN was read from a picture.
package enum BarcodeFailure: Error, Equatable {
    /// The program `zbarimg` is not installed.
    case isNotInstalled
    case isMissing
    case isFolder
    /// The file cannot be decoded as a picture.
    case notAPicture
    case noBarcode
    /// The barcode is not an ISBN: its type and content.
    case notISBN(type: String, data: String)
    case isInterrupted
}
