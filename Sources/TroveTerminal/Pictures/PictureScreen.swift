import Glibc

/// A terminal, as far as pictures are concerned.
package struct PictureScreen: Sendable, Equatable {
    /// How many colours a picture is drawn in; the raw value is what `chafa` calls them.
    package enum Colors: String, Sendable {
        case none, sixteen = "16", many = "256", all = "full"
    }

    /// Nil where the terminal understands no escape sequences, so that a picture cannot be drawn.
    package var colors: Colors?
    /// The size of the terminal, in cells.
    package var size: TerminalSize

    /// A screen given by hand.
    package init(colors: Colors?, size: TerminalSize) {
        self.colors = colors
        self.size = size
    }

    /// The screen behind a descriptor, with colours if they are wanted; nil when that is no
    /// terminal.
    package init?(descriptor: Int32, isColored: Bool, environment: (String) -> String?) {
        guard Interactivity.isTerminal(descriptor) else { return nil }
        size = TerminalSize.current(of: descriptor) ?? TerminalSize(columns: 80, rows: 24)
        let name = environment("TERM")
        guard Interactivity.understandsEscapes(name) else {
            colors = nil
            return
        }
        colors = isColored ? Self.colors(of: name ?? "", environment("COLORTERM")) : Colors.none
    }

    /// What a terminal says of its colours: there is no way to ask it that all of them understand.
    static func colors(of name: String, _ colorTerm: String?) -> Colors {
        if ["truecolor", "24bit"].contains(colorTerm) || name.hasSuffix("-direct") { return .all }
        return name.hasSuffix("256color") || name.hasPrefix("xterm-") ? .many : .sixteen
    }

    /// The most columns that a picture takes.
    private static let mostColumns = 48

    /// The room for one picture beside which something is to be read: columns and rows.
    package var room: (columns: Int, rows: Int) {
        (max(8, min(Self.mostColumns, size.columns - 2)), max(4, min(20, size.rows / 2)))
    }
}
