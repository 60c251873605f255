// libedit shows no combining marks: it gives them no cell, and the next character takes their
// place. Some keyboards and all macOS file names send `e` and U+0301 instead of `é`. Where Unicode
// has one scalar for the pair, the line gets that one.

/// The single scalars that are the same character as a base with a mark.
enum ComposedScalars {
    /// The one scalar for a base and a mark; nil when there is none.
    static func composing(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        var pair = String(base)
        pair.unicodeScalars.append(mark)
        guard pair.count == 1, let character = pair.first else { return nil }
        return table[character]
    }

    /// The text with every pair that has one scalar replaced by it.
    static func composed(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value >= 0x300 }) else { return text }
        return String(
            text.map { character in
                guard character.unicodeScalars.count > 1, let single = table[character] else {
                    return character
                }
                return Character(single)
            })
    }

    /// The single scalar of each composed letter.
    ///
    /// Characters are equal when they are canonically equivalent, so that the scalar is found
    /// under the pair. The ranges hold the composed letters of Latin, Greek, Cyrillic, kana.
    private static let table: [Character: Unicode.Scalar] = {
        var table: [Character: Unicode.Scalar] = [:]
        for range in [0xC0...0x233, 0x386...0x4F9, 0x1E00...0x1FFC, 0x304C...0x30FE] {
            for value in range {
                guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
                let character = Character(scalar)
                if table[character] == nil { table[character] = scalar }
            }
        }
        return table
    }()
}
