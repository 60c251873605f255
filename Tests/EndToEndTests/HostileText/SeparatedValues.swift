/// Readers of CSV and TSV for tests, written without the program's own.
enum SeparatedValues {
    /// Returns the records of a CSV text (RFC 4180, with line feeds), each with its cells.
    ///
    /// It works on bytes: a sign and an accent behind it are one `Character`.
    static func csv(_ bytes: [UInt8]) -> [[String]] {
        var records: [[String]] = []
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var rest = bytes[...]
        func endCell() {
            cells.append(String(decoding: cell, as: UTF8.self))
            cell = []
        }
        while let byte = rest.popFirst() {
            switch (byte, isQuoted) {
            case (UInt8(ascii: "\""), true) where rest.first == UInt8(ascii: "\""):
                cell.append(byte)
                rest = rest.dropFirst()
            case (UInt8(ascii: "\""), true): isQuoted = false
            case (UInt8(ascii: "\""), false) where cell.isEmpty: isQuoted = true
            case (UInt8(ascii: ","), false): endCell()
            case (0x0A, false):
                endCell()
                records.append(cells)
                cells = []
            default: cell.append(byte)
            }
        }
        return records
    }

    /// Returns the records of a TSV text with backslash escapes, each with its cells.
    static func tsv(_ bytes: [UInt8]) -> [[String]] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false).map { cell in
                var plain: [UInt8] = []
                var rest = cell
                while let byte = rest.popFirst() {
                    guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                        plain.append(byte)
                        continue
                    }
                    switch escaped {
                    case UInt8(ascii: "t"): plain.append(0x09)
                    case UInt8(ascii: "n"): plain.append(0x0A)
                    case UInt8(ascii: "r"): plain.append(0x0D)
                    default: plain.append(escaped)
                    }
                }
                return String(decoding: plain, as: UTF8.self)
            }
        }
    }
}

/// A reader of Markdown tables for tests.
enum MarkdownTable {
    /// Characters that begin or end markup in a cell, as GitHub renders it. `&` begins an HTML
    /// entity, by which a cell could hold any character.
    private static let active = Set("|`*_<[~&".utf8)

    /// Returns the cells of a row; nil where a character is left that means something in Markdown.
    static func cells(of row: String) -> [String]? {
        guard row.hasPrefix("| "), row.hasSuffix(" |") else { return nil }
        var cells: [String] = []
        var cell: [UInt8] = []
        var rest = Array(row.utf8)[1...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                cell.append(escaped)
            } else if byte == UInt8(ascii: "|") {
                cells.append(String(decoding: cell.dropFirst().dropLast(), as: UTF8.self))
                cell = []
            } else if active.contains(byte) {
                return nil
            } else {
                cell.append(byte)
            }
        }
        return cells
    }
}
