/// What a terminal can show of a picture.
package struct PictureScreen: Sendable {
    /// The number of colors; the raw value is `chafa`'s name for it.
    package enum Colors: String, Sendable {
        case none, sixteen = "16", many = "256", all = "full"
    }

    /// Nil when the terminal does not understand escape sequences, so that pictures cannot be
    /// drawn.
    package var colors: Colors?
    /// The size of the terminal, in cells.
    package var size: TerminalSize
    /// How the terminal receives pictures.
    package var format = PictureFormat.symbols
    /// Whether the terminal reports its size in pixels, to `chafa` too.
    var hasPixels = false

    /// Creates a screen with these properties.
    package init(colors: Colors?, size: TerminalSize) {
        self.colors = colors
        self.size = size
    }

    /// Detects the screen of a descriptor, with colors if wanted. Nil when the descriptor is not a
    /// terminal.
    package init?(descriptor: Int32, isColored: Bool, environment: (String) -> String?) {
        guard Interactivity.isTerminal(descriptor) else { return nil }
        size = TerminalSize.current(of: descriptor) ?? TerminalSize(columns: 80, rows: 24)
        hasPixels = TerminalSize.hasPixels(descriptor)
        let name = environment("TERM")
        guard Interactivity.understandsEscapes(name) else {
            colors = nil
            return
        }
        colors = isColored ? Self.colors(of: name ?? "", environment("COLORTERM")) : Colors.none
    }

    /// Returns the colors that `TERM` and `COLORTERM` promise; no query works on every terminal.
    static func colors(of name: String, _ colorTerm: String?) -> Colors {
        if ["truecolor", "24bit"].contains(colorTerm) || name.hasSuffix("-direct") { return .all }
        return name.hasSuffix("256color") || name.hasPrefix("xterm-") ? .many : .sixteen
    }

    /// The maximum width of a picture, in columns.
    private static let maximumColumns = 48

    /// The columns and rows for a picture that leaves room for text.
    package var room: TerminalSize {
        TerminalSize(
            columns: max(8, min(Self.maximumColumns, size.columns - 2)),
            rows: max(4, min(20, size.rows / 2)))
    }
}
