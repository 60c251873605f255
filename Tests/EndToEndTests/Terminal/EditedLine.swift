import TroveTesting

/// A model of the line that is being edited: what each key does to it.
struct EditedLine {
    private(set) var scalars: [Unicode.Scalar] = []
    private(set) var cursor = 0

    /// The whole line.
    var text: String { Self.string(scalars[...]) }

    /// The characters that end before the cursor.
    var textBeforeCursor: String {
        var shown = ""
        var count = 0
        for character in text {
            count += character.unicodeScalars.count
            if count > cursor { break }
            shown.append(character)
        }
        return shown
    }

    var isAtEnd: Bool { cursor == scalars.count }

    /// Whether a combining mark would join a letter before the cursor.
    var endsInLetter: Bool { cursor > 0 && scalars[cursor - 1].properties.isAlphabetic }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    mutating func insert(_ text: String) {
        scalars.insert(contentsOf: text.unicodeScalars, at: cursor)
        cursor += text.unicodeScalars.count
    }

    mutating func clear() {
        scalars = []
        cursor = 0
    }

    mutating func press(_ key: Key) {
        switch key {
        case .left: cursor -= lengthBefore
        case .right: cursor += lengthAfter
        case .home: cursor = 0
        case .end: cursor = scalars.count
        case .backspace: remove(cursor - lengthBefore..<cursor)
        case .delete: remove(cursor..<cursor + lengthAfter)
        case .ctrl("w"):
            let before = scalars[..<cursor]
            let spaces = before.reversed().prefix { $0 == " " }.count
            let word = before.dropLast(spaces).reversed().prefix { $0 != " " }.count
            remove(cursor - spaces - word..<cursor)
        case .ctrl("k"): remove(cursor..<scalars.count)
        case .ctrl("u"): clear()
        case .ctrlLeft:
            while cursor > 0, !isInWord(cursor - 1) { cursor -= 1 }
            while cursor > 0, isInWord(cursor - 1) { cursor -= 1 }
        case .ctrlRight:
            while cursor < scalars.count, !isInWord(cursor) { cursor += 1 }
            while cursor < scalars.count, isInWord(cursor) { cursor += 1 }
        default: break
        }
    }

    private func isInWord(_ index: Int) -> Bool {
        let scalar = scalars[index]
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "*?_-.[]~=".unicodeScalars.contains(scalar)
    }

    private mutating func remove(_ range: Range<Int>) {
        scalars.removeSubrange(range)
        cursor = range.lowerBound
    }

    private var lengthBefore: Int {
        Self.string(scalars[..<cursor]).last?.unicodeScalars.count ?? 0
    }

    private var lengthAfter: Int {
        Self.string(scalars[cursor...]).first?.unicodeScalars.count ?? 0
    }
}
