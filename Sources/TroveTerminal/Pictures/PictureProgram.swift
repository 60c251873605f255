// `chafa` draws with block characters and SGR colours: `ESC [ … m`. It does not look whether it
// writes to a terminal, nor at NO_COLOR, and takes TERM=dumb for one with 256 colours; so all of
// that is decided here and passed on. Whatever else it sends is left out.

/// Drawing a picture with the program `chafa`.
package enum PictureProgram {
    /// Why there is no drawing.
    package enum Failure: Error, Sendable, Equatable {
        case isNotInstalled
        /// The terminal shows none.
        case cannotBeShown
        /// The program could not read the picture, or took too long.
        case hasFailed
        case isInterrupted
    }

    /// How long a picture may take, in seconds.
    private static let patience = 10
    /// The most bytes that a drawing may have.
    private static let mostBytes = 1 << 20

    /// Draws the picture in a file.
    ///
    /// - Parameters:
    ///   - path: never one that begins with a dash.
    ///   - screen: what it is drawn for.
    ///   - isInterrupted: asked while it is drawn.
    /// - Returns: lines that end in a newline each.
    /// - Throws: why there is no drawing.
    package static func draw(
        _ path: String, on screen: PictureScreen, isInterrupted: () -> Bool
    ) throws(Failure) -> TerminalText {
        guard let colors = screen.colors else { throw .cannotBeShown }
        let room = screen.room
        let captured = SystemShell.capture(
            #"exec chafa --format symbols --animate off --colors "$1" --size "$2" "$3""#,
            [colors.rawValue, "\(room.columns)x\(room.rows)", path], seconds: patience,
            limit: mostBytes, isInterrupted: isInterrupted)
        switch captured {
        case .ended(0, let bytes):
            let drawing = lines(in: String(decoding: bytes, as: UTF8.self))
            guard !drawing.isEmpty else { throw .hasFailed }
            return drawing
        case .ended(SystemShell.notFound, _): throw .isNotInstalled
        case .wasInterrupted: throw .isInterrupted
        case .ended, .cannotStart, .wasStopped: throw .hasFailed
        }
    }

    /// The drawing without anything that a terminal would take for more than text and colours.
    static func lines(in output: String) -> TerminalText {
        var text = ""
        var rest = Substring(output).unicodeScalars
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}", rest.first == "[" {
                let parameters = rest.dropFirst().prefix { (0x20...0x3F).contains($0.value) }
                guard let last = rest[parameters.endIndex...].first else { break }
                let sequence = rest[..<parameters.endIndex]
                rest = rest[parameters.endIndex...].dropFirst()
                if last == "m", parameters.allSatisfy({ $0 == ";" || ("0"..."9").contains($0) }) {
                    text.unicodeScalars += [scalar] + sequence + [last]
                }
            } else if scalar == "\n" || TextFitting.visibleForm(of: scalar) == nil {
                text.unicodeScalars.append(scalar)
            }
        }
        return TerminalText(trusted: text.isEmpty || text.hasSuffix("\n") ? text : text + "\n")
    }
}
