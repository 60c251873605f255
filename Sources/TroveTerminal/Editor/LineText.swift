/// Converts between libedit's characters, which are scalars, and Swift's, which are grapheme
/// clusters.
enum LineText {
    /// Returns a part of a line as text, without values that are not scalars.
    static func string(_ line: some Collection<UInt32>) -> String {
        if line.allSatisfy({ $0 < 0x80 }) {
            return String(decoding: line.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        }
        var text = ""
        for value in line {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    /// Returns the text without trailing joiners and without a stray variation selector, the
    /// remains of a partly deleted emoji.
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

    /// Returns the number of scalars in the last character before `cursor`.
    static func lengthOfCharacter(before cursor: Int, in line: [UInt32]) -> Int {
        string(line[..<min(cursor, line.count)]).last?.unicodeScalars.count ?? 0
    }

    /// Returns the number of scalars in the character at `cursor`.
    static func lengthOfCharacter(at cursor: Int, in line: [UInt32]) -> Int {
        string(line[min(cursor, line.count)...]).first?.unicodeScalars.count ?? 0
    }

    /// Returns the end of the word that begins at or after an offset. What belongs to a word is the
    /// same as in libedit's word commands.
    static func endOfWord(in line: [UInt32], from start: Int) -> Int {
        func isInWord(_ value: UInt32) -> Bool {
            guard let scalar = Unicode.Scalar(value) else { return false }
            return Character(scalar).isLetter || Character(scalar).isNumber
                || "*?_-.[]~=".unicodeScalars.contains(scalar)
        }
        var index = start
        while index < line.count, !isInWord(line[index]) { index += 1 }
        while index < line.count, isInWord(line[index]) { index += 1 }
        return index
    }

    /// Returns the scalar offset for a UTF-8 offset, rounded down to the start of a scalar.
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
