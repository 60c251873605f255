// Some keyboards and all macOS file names send `e` and U+0301 instead of `é`. The line holds the
// precomposed scalar wherever Unicode has one, so that the same title is stored as the same bytes.

/// The precomposed scalars for pairs of a base and a combining mark.
enum ComposedScalars {
    /// Returns the precomposed scalar for a base and a mark, or nil when Unicode has none.
    static func composing(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        var pair = String(base)
        pair.unicodeScalars.append(mark)
        guard pair.count == 1, let character = pair.first else { return nil }
        return table[character]
    }

    /// Returns the text with each pair replaced by its precomposed scalar, where one exists.
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

    /// The precomposed scalar of each composed letter.
    ///
    /// `Character` equality is canonical equivalence, so looking up the pair finds the scalar. The
    /// ranges cover the composed letters of Latin, Greek, Cyrillic and kana.
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
