import TroveCodecs

/// A form of files that are not imported, recognized by their name or their first bytes.
package enum FileForm: Sendable, Hashable, CaseIterable {
    case spreadsheet, document, markdown, html, pdf, picture, database

    /// Returns the form of a file; nil for a file that may be a table, JSON or an archive.
    static func of(fileCalled name: String, beginning: [UInt8]) -> FileForm? {
        let name = name.lowercased()
        for (form, extensions) in extensions {
            if extensions.contains(where: { name.hasSuffix(".\($0)") }) { return form }
        }
        for (form, signature) in signatures where beginning.starts(with: signature) {
            return form
        }
        // RIFF with a WebP picture, and HEIF with its brand.
        if beginning.starts(with: "RIFF".utf8), beginning.dropFirst(8).starts(with: "WEBP".utf8) {
            return .picture
        }
        let brand = beginning.dropFirst(4)
        if ["ftypheic", "ftypavif", "ftypmif1"].contains(where: { brand.starts(with: $0.utf8) }) {
            return .picture
        }
        let text = String(decoding: beginning.prefix(256), as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html") ? .html : nil
    }

    /// Returns the form of an archive that is one document; nil for others.
    static func of(archiveWith names: [String]) -> FileForm? {
        if names.contains("xl/workbook.xml") || names.contains("xl/workbook.bin") {
            return .spreadsheet
        }
        let isOffice = names.contains("[Content_Types].xml")
        let isOpenDocument = names.contains("mimetype") && names.contains("content.xml")
        // The parts of an EPUB.
        let isBook = names.contains("META-INF/container.xml")
        return isOffice || isOpenDocument || isBook ? .document : nil
    }

    private static let extensions: [(FileForm, [String])] = [
        (.spreadsheet, ["xlsx", "xlsm", "xlsb", "xls", "ods", "numbers"]),
        (.document, ["docx", "doc", "odt", "rtf", "epub", "mobi", "azw3"]),
        (.markdown, ["md", "markdown"]), (.html, ["html", "htm", "xhtml"]), (.pdf, ["pdf"]),
        (.picture, ["png", "jpg", "jpeg", "gif", "webp", "heic", "avif", "bmp", "tif", "tiff"]),
        (.database, ["db", "sqlite", "sqlite3"]),
    ]

    private static let signatures: [(FileForm, [UInt8])] = [
        // The compound files of Excel and Word before 2007.
        (.spreadsheet, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
        (.pdf, Array("%PDF-".utf8)),
        (.document, Array("{\\rtf".utf8)),
        (.picture, [0x89, 0x50, 0x4E, 0x47]),
        (.picture, [0xFF, 0xD8, 0xFF]),
        (.picture, Array("GIF8".utf8)),
        (.picture, [0x49, 0x49, 0x2A, 0x00]),
        (.picture, [0x4D, 0x4D, 0x00, 0x2A]),
        (.database, SQLiteHeader.signature),
    ]
}
