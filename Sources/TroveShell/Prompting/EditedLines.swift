import TroveLanguage

/// The commands in the text of the line editor: one, several that were pasted, or one that spans
/// several lines.
struct EditedLines {
    /// A command, or the beginning of the last one.
    struct Command {
        /// The lines before those in the editor, with their ends, which the command continues.
        let former: String
        /// The command's lines in the editor.
        let text: String
        /// Where the command begins in the text of the editor, in UTF-8.
        let start: Int

        /// The end of the command in the text of the editor, in UTF-8.
        var end: Int { start + text.utf8.count }
    }

    /// In order.
    let commands: [Command]

    /// Splits a text into commands.
    ///
    /// - Parameters:
    ///   - text: the text of the editor, with newlines where lines end.
    ///   - former: the lines before those in the editor, with their ends, which the first
    ///     continues.
    init(_ text: String, former: String) {
        guard text.utf8.contains(0x0A) else {
            commands = [Command(former: former, text: text, start: 0)]
            return
        }
        var assembler = CommandAssembler()
        for line in former.lines.dropLast() { _ = assembler.completes(with: line) }
        var commands: [Command] = []
        var former = former
        var (start, end) = (text.startIndex, text.startIndex)
        func add() {
            commands.append(
                Command(
                    former: former, text: String(text[start..<end]),
                    start: text.utf8.distance(from: text.startIndex, to: start)))
            former = ""
        }
        for line in text.lines {
            end = line.endIndex
            guard assembler.completes(with: line) else { continue }
            add()
            assembler.begin()
            start = end < text.endIndex ? text.utf8.index(after: end) : end
        }
        if assembler.isWaiting { add() }
        self.commands = commands
    }

    /// Returns the command that contains a place in the text, in UTF-8, or ends at it.
    func command(at place: Int) -> Command? { commands.first { place <= $0.end } }
}

extension String {
    /// The lines, without their ends. As characters, a carriage return and a line feed would be
    /// one.
    fileprivate var lines: [Substring] {
        utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
    }
}
