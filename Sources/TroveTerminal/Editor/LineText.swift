/// Between libedit's characters, which are scalars, and Swift's, which are grapheme clusters.
enum LineText {
    /// The text of a part of a line; what is no scalar is dropped.
    static func string(_ line: some Sequence<UInt32>) -> String {
        var text = ""
        for value in line {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    /// The text without joiners at its end, and without a variation selector that belongs to no
    /// emoji: what is left of an emoji that was deleted in part.
    static func withoutDanglingJoiner(_ text: String) -> String {
        var scalars = text.unicodeScalars
        while let last = scalars.last {
            let isJoiner = last.value == 0x200D
            let isSelector = last.value == 0xFE0F
            guard isJoiner || isSelector else { break }
            if isSelector, scalars.dropLast().last?.properties.isEmoji == true { break }
            scalars.removeLast()
        }
        return String(scalars)
    }

    /// How many scalars the last character before `cursor` has.
    static func lengthOfCharacter(before cursor: Int, in line: [UInt32]) -> Int {
        string(line[..<min(cursor, line.count)]).last?.unicodeScalars.count ?? 0
    }

    /// How many scalars the character at `cursor` has.
    static func lengthOfCharacter(at cursor: Int, in line: [UInt32]) -> Int {
        string(line[min(cursor, line.count)...]).first?.unicodeScalars.count ?? 0
    }

    /// The scalar offset for a UTF-8 offset, moved back to the beginning of a scalar if need be.
    static func scalarOffset(ofUTF8 offset: Int, in line: [UInt32]) -> Int {
        var bytes = 0
        for (index, value) in line.enumerated() {
            if bytes >= offset { return index }
            let length = Unicode.Scalar(value).map { UTF8.width($0) } ?? 0
            if bytes + length > offset { return index }
            bytes += length
        }
        return line.count
    }
}
