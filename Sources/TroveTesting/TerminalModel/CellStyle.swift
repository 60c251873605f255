/// How a cell of a terminal is drawn.
package struct CellStyle: Hashable, Sendable {
    /// A colour of the terminal.
    package enum Colour: Hashable, Sendable {
        /// One of the terminal's 256: 0 to 7 are the normal ones, 8 to 15 the bright ones.
        case palette(Int)
        /// A colour given by its red, green and blue parts, each 0 to 255 if the program keeps to
        /// the rules.
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
    /// SGR 7: the two colours change places.
    package var isReversed = false
    /// SGR 9.
    package var isStruckThrough = false
    /// The colour of the text, or `nil` for the terminal's own.
    package var foreground: Colour?
    /// The colour behind it, or `nil` for the terminal's own.
    package var background: Colour?

    /// No style at all.
    package static let plain = CellStyle()

    /// The style without anything set.
    package init() {}

    /// Carries out an SGR sequence, ECMA-48 8.3.117, with xterm's colours.
    ///
    /// - Parameter parameters: Its numbers; none is the same as a single 0.
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
            case 38: foreground = Self.colour(&rest, &known) ?? foreground
            case 39: foreground = nil
            case 40...47: background = .palette(code - 40)
            case 48: background = Self.colour(&rest, &known) ?? background
            case 49: background = nil
            case 90...97: foreground = .palette(code - 82)
            case 100...107: background = .palette(code - 92)
            default: known = false
            }
        }
        return known
    }

    private static func colour(_ rest: inout ArraySlice<Int>, _ known: inout Bool) -> Colour? {
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
