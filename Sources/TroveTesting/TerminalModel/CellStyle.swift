/// The look of a terminal cell.
package struct CellStyle: Hashable, Sendable {
    /// A terminal color.
    package enum Color: Hashable, Sendable {
        /// One of the 256 palette colors: 0 to 7 are normal, 8 to 15 bright.
        case palette(Int)
        /// A color by its red, green and blue parts, each 0 to 255 in valid output.
        case rgb(Int, Int, Int)
    }

    /// SGR 1.
    package var isBold = false
    /// SGR 2.
    package var isDim = false
    /// SGR 3.
    package var isItalic = false
    /// SGR 4.
    package var isUnderlined = false
    /// SGR 7: foreground and background are swapped.
    package var isReversed = false
    /// SGR 9.
    package var isStruckThrough = false
    /// The text color; nil for the terminal's default.
    package var foreground: Color?
    /// The background color; nil for the terminal's default.
    package var background: Color?

    /// The default style.
    package static let plain = CellStyle()

    /// Creates the default style.
    package init() {}

    /// Applies an SGR sequence (ECMA-48 8.3.117, with xterm's colors).
    ///
    /// - Parameter parameters: Its numbers; none means a single 0.
    /// - Returns: Whether all of them were known.
    mutating func apply(_ parameters: [Int]) -> Bool {
        var rest = parameters.isEmpty ? [0][...] : parameters[...]
        var known = true
        while let code = rest.popFirst() {
            switch code {
            case 0: self = .plain
            case 1: isBold = true
            case 2: isDim = true
            case 3: isItalic = true
            case 4: isUnderlined = true
            case 7: isReversed = true
            case 9: isStruckThrough = true
            case 22: (isBold, isDim) = (false, false)
            case 23: isItalic = false
            case 24: isUnderlined = false
            case 27: isReversed = false
            case 29: isStruckThrough = false
            case 30...37: foreground = .palette(code - 30)
            case 38: foreground = Self.color(&rest, &known) ?? foreground
            case 39: foreground = nil
            case 40...47: background = .palette(code - 40)
            case 48: background = Self.color(&rest, &known) ?? background
            case 49: background = nil
            case 90...97: foreground = .palette(code - 82)
            case 100...107: background = .palette(code - 92)
            default: known = false
            }
        }
        return known
    }

    private static func color(_ rest: inout ArraySlice<Int>, _ known: inout Bool) -> Color? {
        switch (rest.popFirst(), rest.count) {
        case (5, 1...):
            return .palette(rest.removeFirst())
        case (2, 3...):
            return .rgb(rest.removeFirst(), rest.removeFirst(), rest.removeFirst())
        default:
            known = false
            return nil
        }
    }
}
