// `chafa` draws with block characters and SGR colors: `ESC [ … m`. It ignores whether its output is
// a terminal and whether NO_COLOR is set, and assumes 256 colors for TERM=dumb. All of that is
// therefore decided here and passed as arguments. Any other output is dropped.

/// Draws pictures with the program `chafa`.
package enum PictureProgram {
    /// Why a picture was not drawn.
    package enum Failure: Error, Sendable, Equatable {
        case isNotInstalled
        /// The terminal cannot show pictures.
        case cannotBeShown
        /// The program could not read the picture, or timed out.
        case hasFailed
        case isInterrupted
    }

    /// The time limit for a picture, in seconds.
    private static let timeLimit = 10
    /// The maximum size of a drawing, in bytes.
    private static let maximumBytes = 1 << 20

    /// Draws the picture in a file.
    ///
    /// - Parameters:
    ///   - path: The file; must not begin with a dash.
    ///   - screen: The screen to draw for.
    ///   - isInterrupted: Polled while the program runs.
    /// - Returns: Lines that each end in a newline.
    /// - Throws: `Failure`.
    package static func draw(
        _ path: String, on screen: PictureScreen, isInterrupted: () -> Bool
    ) throws(Failure) -> TerminalText {
        guard let colors = screen.colors else { throw .cannotBeShown }
        let room = screen.room
        let captured = SystemShell.capture(
            #"exec chafa --format symbols --animate off --colors "$1" --size "$2" "$3""#,
            [colors.rawValue, "\(room.columns)x\(room.rows)", path], seconds: timeLimit,
            limit: maximumBytes, isInterrupted: isInterrupted)
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

    /// Returns the drawing reduced to text and colors, which is all that may reach the terminal.
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
