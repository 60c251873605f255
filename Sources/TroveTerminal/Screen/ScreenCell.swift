// Terminals disagree about emoji that consist of several scalars: some draw them in two columns,
// others draw each scalar as wide as `wcwidth` says. The editor reserves the larger of the two and
// sets the column itself after such a character, so that the cursor is right on both.

/// A cell of the screen.
package struct ScreenCell: Sendable, Equatable {
    /// The grapheme cluster that begins in this cell; empty where a wider one covers the cell.
    package let text: String
    /// The parameters of the SGR sequence for its look; empty for the default look.
    package let code: String
    // Rows have a cell for each column, and a key compares all of them, so cells are small.
    private let storedWidth: UInt16
    private let storedSurplus: UInt16
    /// Whether all terminals give the cluster the same width.
    let hasCertainWidth: Bool

    /// The columns of the cluster; 0 where a wider one covers the cell.
    package var width: Int { Int(storedWidth) }

    /// The columns of the width that a terminal leaves empty if it goes by `wcwidth`.
    var surplus: Int { Int(storedSurplus) }

    private init(
        text: String, width: Int, code: String, hasCertainWidth: Bool = true, surplus: Int = 0
    ) {
        self.text = text
        self.code = code
        // A wider cluster fits no screen, so a substitute is drawn for it.
        storedWidth = UInt16(clamping: width)
        storedSurplus = UInt16(clamping: surplus)
        self.hasCertainWidth = hasCertainWidth
    }

    /// Creates a cell with a character that is one column wide.
    static func narrow(_ character: Character, code: String) -> ScreenCell {
        ScreenCell(text: String(character), width: 1, code: code)
    }

    /// Creates a cell with a printable character of ASCII.
    init(ascii byte: UInt8, code: String) {
        self.init(text: Self.texts[Int(byte & 0x7F)], width: 1, code: code)
    }

    /// The characters of ASCII as texts: each key draws the cells of its line again.
    private static let texts = (UInt8(0)..<0x80).map { String(Unicode.Scalar($0)) }

    /// The space at the end of a row whose next character is too wide for it.
    static let padding = ScreenCell(text: " ", width: 1, code: "")

    /// Creates the first cell of a cluster that contains no control character.
    init(_ cluster: Character, code: String) {
        var sum = 0
        var isKnown = true
        for scalar in cluster.unicodeScalars {
            guard let width = ScalarWidth.of(scalar.value) else {
                isKnown = false
                sum += DisplayWidth.of(scalar)
                continue
            }
            sum += width
        }
        if let first = cluster.unicodeScalars.first, DisplayWidth.of(first) == 0 {
            // A mark without a base would join the cell before; other invisible characters appear
            // as the circle alone.
            let isMark = first.properties.generalCategory == .nonspacingMark
            self.init(
                text: isMark ? "◌\(cluster)" : "◌", width: isMark ? sum + 1 : 1, code: code,
                hasCertainWidth: sum == 0)
            return
        }
        let joined = DisplayWidth.of(cluster)
        self.init(
            text: String(cluster), width: max(sum, joined), code: code,
            hasCertainWidth: isKnown && sum == joined, surplus: max(0, joined - sum))
    }

    /// The cell's cover of the columns after its first.
    var cover: ScreenCell { ScreenCell(text: "", width: 0, code: code) }

    /// Returns what stands in for the cluster on a screen that is narrower than it.
    var substitute: ScreenCell { ScreenCell(text: "?", width: 1, code: code) }
}
