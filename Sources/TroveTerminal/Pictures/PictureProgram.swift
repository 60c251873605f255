// `chafa` draws with block characters and SGR colors, `ESC [ … m`, or with the graphics of
// `GraphicSequence`. It ignores whether its output is a terminal and whether NO_COLOR is set, and
// assumes 256 colors for TERM=dumb. All of that is therefore decided here and passed as arguments.
// Any other output is dropped.

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
    /// The maximum size of a drawing, in bytes; graphics have four bytes for each pixel.
    private static let maximumBytes = 1 << 24
    /// How many times larger pictures are drawn for kitty and iTerm2 if the size of a cell is
    /// unknown: `chafa` then uses 8 pixels for each column and each row.
    private static let scale = 2

    /// Draws the picture in a file.
    ///
    /// - Parameters:
    ///   - path: The file; must not begin with a dash.
    ///   - screen: The screen to draw for.
    ///   - room: The maximum size, in cells.
    ///   - isInterrupted: Polled while the program runs.
    /// - Returns: The picture, within the size.
    /// - Throws: `Failure`.
    package static func draw(
        _ path: String, on screen: PictureScreen, within room: TerminalSize,
        isInterrupted: () -> Bool
    ) throws(Failure) -> DrawnPicture {
        guard let colors = screen.colors else { throw .cannotBeShown }
        // A picture without colors is drawn with characters on every terminal.
        let format = colors == .none ? .symbols : screen.format
        let scale = format == .symbols || screen.hasPixels ? 1 : Self.scale
        var size = TerminalSize(columns: room.columns * scale, rows: room.rows * scale)
        var options = [
            "--format", format.rawValue, "--animate", "off", "--colors", colors.rawValue,
        ]
        // Otherwise dark pictures would be empty.
        if colors == .none { options += ["--dither", "diffusion"] }
        if format == .sixels, !screen.hasPixels {
            // As if a cell had the most frequent size, 10 by 20 pixels.
            size = TerminalSize(columns: room.columns * 10 / 8, rows: room.rows * 20 / 8)
            options += ["--font-ratio", "1"]
        }
        options += ["--size", "\(size.columns)x\(size.rows)"]
        let bytes = try output(options + [path], isInterrupted: isInterrupted)
        if format != .symbols {
            guard let sequence = GraphicSequence.sequences(in: bytes, format, scale: scale) else {
                throw .hasFailed
            }
            return .graphic(sequence, rows: room.rows)
        }
        let drawing = lines(in: String(decoding: bytes, as: UTF8.self))
        guard !drawing.isEmpty else { throw .hasFailed }
        return .rows(drawing.lines.dropLast())
    }

    /// Runs `chafa` and returns its output.
    private static func output(
        _ arguments: [String], isInterrupted: () -> Bool
    ) throws(Failure) -> [UInt8] {
        let captured = SystemShell.capture(
            #"exec chafa "$@""#, arguments, seconds: timeLimit, limit: maximumBytes,
            isInterrupted: isInterrupted)
        switch captured {
        case .ended(0, let bytes): return bytes
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
