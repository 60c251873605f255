// Terminals disagree about emoji that consist of several scalars: some draw them in two columns,
// others draw each scalar as wide as `wcwidth` says. The editor reserves the larger of the two and
// sets the column itself after such a character, so that the cursor is right on both.

/// A cell of the screen.
package struct ScreenCell: Sendable, Equatable {
    /// The grapheme cluster that begins in this cell; empty where a wider one covers the cell.
    package let text: String
    /// The columns of the cluster; 0 where a wider one covers the cell.
    package let width: Int
    /// The parameters of the SGR sequence for its look; empty for the default look.
    package let code: String
    /// Whether all terminals give the cluster the same width.
    let hasCertainWidth: Bool

    private init(text: String, width: Int, code: String, hasCertainWidth: Bool = true) {
        self.text = text
        self.width = width
        self.code = code
        self.hasCertainWidth = hasCertainWidth
    }

    /// Creates a cell with a character that is one column wide.
    static func narrow(_ character: Character, code: String) -> ScreenCell {
        ScreenCell(text: String(character), width: 1, code: code)
    }

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
        let joined = DisplayWidth.of(cluster)
        let width = max(sum, joined)
        guard width > 0 else {
            // A mark without a base; other invisible characters appear as the circle alone.
            let isMark = cluster.unicodeScalars.first?.properties.generalCategory == .nonspacingMark
            self.init(text: isMark ? "◌\(cluster)" : "◌", width: 1, code: code)
            return
        }
        self.init(
            text: String(cluster), width: width, code: code,
            hasCertainWidth: isKnown && sum == joined)
    }

    /// The cell's cover of the columns after its first.
    var cover: ScreenCell { ScreenCell(text: "", width: 0, code: code) }

    /// Returns what stands in for the cluster on a screen that is narrower than it.
    var substitute: ScreenCell { ScreenCell(text: "?", width: 1, code: code) }
}
