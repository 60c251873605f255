/// Fitting styled text into a part of a row. Widths are those of `ScreenCell`, so that what follows
/// a wide character lines up on every terminal.
extension TerminalText {
    /// Returns the text cut or padded to exactly `columns`, with its colors closed at the end.
    ///
    /// A text that is cut ends in `…`. Line ends count as spaces.
    package func fitted(to columns: Int) -> TerminalText {
        guard columns > 0 else { return "" }
        guard !rendered.contains("\n") else {
            // A combining mark after a line end joins the space.
            return lines.joined(separator: " ").fitted(to: columns)
        }
        let isCut = cellWidth > columns
        let room = isCut ? columns - 1 : columns
        var fitted = ""
        var width = 0
        var hasColor = false
        for piece in pieces {
            switch piece {
            case .color(let sequence):
                fitted += sequence
                hasColor = !Self.isReset(sequence)
            case .character(let character):
                let cell = ScreenCell(character, code: "")
                guard width + cell.width <= room else {
                    // Colors after the cut do not matter.
                    return TerminalText(trusted: Self.closed(fitted, hasColor) + "…")
                        .followed(byBlanks: columns - width - 1)
                }
                fitted.append(character)
                width += cell.width
            }
        }
        return TerminalText(trusted: Self.closed(fitted, hasColor))
            .followed(byBlanks: columns - width)
    }

    /// Returns the rows of the text at a width, broken at spaces where possible. Each row has its
    /// own colors: a color that continues is closed and opened again.
    package func rows(of columns: Int) -> [TerminalText] {
        var color = ""
        return wrapped(to: max(1, columns)).lines.map { line in
            let opening = color
            for case .color(let sequence) in line.pieces {
                color = Self.isReset(sequence) ? "" : color + sequence
            }
            return TerminalText(trusted: Self.closed(opening + line.rendered, !color.isEmpty))
        }
    }

    /// The columns of the text as the screen reserves them.
    package var cellWidth: Int {
        pieces.reduce(0) { width, piece in
            guard case .character(let character) = piece else { return width }
            return width + ScreenCell(character.isNewline ? " " : character, code: "").width
        }
    }

    /// A part of a styled text.
    enum Piece {
        /// A sequence that switches a color on or all colors off.
        case color(String)
        case character(Character)
    }

    /// The color codes and the characters. A combining mark after a color code is a separate
    /// character.
    var pieces: [Piece] { Self.pieces(of: rendered) }

    /// Returns the color codes and the characters of a text that has no other escape sequences.
    static func pieces(of rendered: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = Substring(rendered).unicodeScalars
        while !rest.isEmpty {
            let text = rest.prefix { $0 != "\u{1B}" }
            pieces += Substring(text).map { .character($0) }
            rest = rest[text.endIndex...]
            guard let end = rest.firstIndex(of: "m") else { break }
            pieces.append(.color(String(rest[...end])))
            rest = rest[rest.index(after: end)...]
        }
        return pieces
    }

    private func followed(byBlanks count: Int) -> TerminalText {
        self + TerminalText(repeating: " ", count: count)
    }

    private static func isReset(_ sequence: String) -> Bool {
        sequence == "\u{1B}[0m" || sequence == "\u{1B}[m"
    }

    private static func closed(_ text: String, _ hasColor: Bool) -> String {
        hasColor ? text + "\u{1B}[0m" : text
    }
}

extension TerminalText {
    /// Reads the output of a command, such as a table: its characters, line ends and color codes.
    /// Other control characters become visible. A line end at the end is omitted.
    package init(output bytes: [UInt8]) {
        var plain = ""
        var text = ""
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        if rest.last?.isNewline == true { rest.removeLast() }
        while let first = rest.popFirst() {
            let parameters = rest.dropFirst().prefix { $0 == ";" || ("0"..."9").contains($0) }
            guard first == "\u{1B}", rest.first == "[", parameters.endIndex < rest.endIndex,
                rest[parameters.endIndex] == "m"
            else {
                plain += first == "\t" ? "  " : first == "\r\n" ? "\n" : String(first)
                continue
            }
            text += TerminalText(lines: plain).rendered + "\u{1B}[\(parameters)m"
            plain = ""
            rest = rest[rest.index(after: parameters.endIndex)...]
        }
        self.init(trusted: text + TerminalText(lines: plain).rendered)
    }

    /// Returns the text with another text in place of each occurrence of data in it.
    package func replacing(_ data: String, with other: TerminalText) -> TerminalText {
        let data = TextFitting.visible(data)
        guard !data.isEmpty else { return self }
        var replaced = ""
        var rest = Substring(rendered)
        while let first = rest.first {
            if rest.hasPrefix(data) {
                replaced += other.rendered
                rest = rest.dropFirst(data.count)
            } else {
                replaced.append(first)
                rest = rest.dropFirst()
            }
        }
        return TerminalText(trusted: replaced)
    }
}
