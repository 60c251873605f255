/// A text in which some words were found.
///
/// Folding can change the length of a text, so each character is folded on its own.
struct MatchedText {
    /// A part of the text that matches as a whole, or not at all.
    struct Piece: Equatable {
        var text: TerminalText
        var isMatch: Bool
    }

    private let characters: [Character]
    /// Whether each character belongs to a match.
    private var isMatch: [Bool]

    /// Finds words in a text.
    ///
    /// - Parameters:
    ///   - text: The text; its line ends are shown as `⏎`.
    ///   - words: The words, as `key` returns them.
    ///   - key: Returns the form in which texts are compared.
    init(_ text: String, _ words: [[UInt8]], key: (String) -> [UInt8]) {
        characters = Array(PastedText.shown(text))
        isMatch = Array(repeating: false, count: characters.count)
        var bytes: [UInt8] = []
        /// The index of the character that each byte comes from.
        var owners: [Int] = []
        for (index, character) in characters.enumerated() {
            let folded = key(String(character))
            bytes += folded
            owners += Array(repeating: index, count: folded.count)
        }
        for word in words {
            var rest = bytes[...]
            while let found = rest.firstRange(of: word) {
                for byte in found { isMatch[owners[byte]] = true }
                rest = rest[found.upperBound...]
            }
        }
    }

    /// Returns the text in pieces that take at most `width` columns. If the first match would be
    /// cut off, the text begins shortly before it, after `…`.
    func pieces(width: Int) -> [Piece] {
        let widths = characters.map { DisplayWidth.of($0) }
        var start = 0
        if widths.reduce(0, +) > width, let first = isMatch.firstIndex(of: true) {
            let end = isMatch[first...].firstIndex(of: false) ?? characters.count
            if widths[..<end].reduce(0, +) >= width { start = max(0, first - width / 4) }
        }
        var pieces: [Piece] = start > 0 ? [Piece(text: "…", isMatch: false)] : []
        var used = start > 0 ? 1 : 0
        for index in start..<characters.count {
            // The last column is kept for the sign that more follows.
            let reserved = index == characters.count - 1 ? 0 : 1
            if used + widths[index] + reserved > width {
                if used < width { pieces.append(Piece(text: "…", isMatch: false)) }
                break
            }
            used += widths[index]
            let text = TerminalText(String(characters[index]))
            if let last = pieces.indices.last, pieces[last].isMatch == isMatch[index] {
                pieces[last].text += text
            } else {
                pieces.append(Piece(text: text, isMatch: isMatch[index]))
            }
        }
        return pieces
    }
}
