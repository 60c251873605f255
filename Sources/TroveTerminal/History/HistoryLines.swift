// The history file is plain UTF-8 text that can be edited by hand: one entry per line, oldest
// first. A newline in an entry is written as `\n`, a backslash as `\\`.

/// The encoding of entries in the history file.
enum HistoryLines {
    /// Returns the line for an entry, with its newline.
    static func encoded(_ entry: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in entry.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += Array(#"\\"#.utf8)
            case UInt8(ascii: "\n"): bytes += Array(#"\n"#.utf8)
            case UInt8(ascii: "\r"), 0: break
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Returns the entry for a line without its newline. Invalid UTF-8 becomes U+FFFD.
    static func decoded(_ line: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in line {
            if isEscaped {
                isEscaped = false
                switch byte {
                case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "\\"): bytes.append(byte)
                // An unknown escape, from an edited file: keep both bytes.
                default: bytes += [UInt8(ascii: "\\"), byte]
                }
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte != 0, byte != UInt8(ascii: "\r") {
                bytes.append(byte)
            }
        }
        if isEscaped { bytes.append(UInt8(ascii: "\\")) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the entries of a whole file, without empty lines.
    static func entries(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).map { decoded($0) }.filter { !$0.isEmpty }
    }

    /// Returns at most `limit` entries, each text once, at its latest use.
    static func unique(_ entries: [String], limit: Int) -> [String] {
        var seen: Set<String> = []
        var kept: [String] = []
        for entry in entries.reversed() where seen.insert(entry).inserted {
            kept.append(entry)
            if kept.count == limit { break }
        }
        return kept.reversed()
    }
}
