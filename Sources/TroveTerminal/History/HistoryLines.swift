// The history file is plain text in UTF-8, one entry to a line, oldest first. A newline in an
// entry is `\n`, a backslash `\\`. Whoever opens the file in an editor can read and change it.

/// How entries stand in the history file.
enum HistoryLines {
    /// The line of an entry, with its newline.
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

    /// The entry of a line without its newline; bytes that are not UTF-8 become U+FFFD.
    static func decoded(_ line: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in line {
            if isEscaped {
                isEscaped = false
                switch byte {
                case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "\\"): bytes.append(byte)
                // Written by somebody else: nothing is lost.
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

    /// The entries of a whole file; empty lines are none.
    static func entries(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).map { decoded($0) }.filter { !$0.isEmpty }
    }

    /// The entries with each text once, where it was used last, and no more than `limit`.
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
