/// The difference of two texts, line by line.
package struct LineDifference: Sendable {
    /// A line of both texts, or of one of them.
    package struct Line: Sendable, Equatable {
        /// Which texts have the line.
        package enum Mark: Character, Sendable {
            case both = " "
            case expected = "-"
            case found = "+"
        }

        /// Which texts have the line.
        package let mark: Mark
        /// The number of the line in the expected text, or of the line before which it was found.
        package let number: Int
        /// The line without its line end.
        package let text: String
    }

    /// The lines of both texts, merged in order.
    package let lines: [Line]

    /// Compares patterns with the lines that were found. `firstLine` is the number of the first
    /// pattern.
    package init(expected: [LinePattern], found: [String], firstLine: Int = 1) {
        let start = zip(expected, found).prefix { !$0.isAnyLines && $0.matches($1) }.count
        let end = zip(expected.dropFirst(start).reversed(), found.dropFirst(start).reversed())
            .prefix { !$0.isAnyLines && $0.matches($1) }.count
        var lines: [Line] = []
        for index in 0..<start {
            lines.append(Line(mark: .both, number: firstLine + index, text: found[index]))
        }
        lines += LineAlignment(
            expected[start..<expected.count - end], found[start..<found.count - end], firstLine
        ).lines()
        for index in 0..<end {
            lines.append(
                Line(
                    mark: .both, number: firstLine + expected.count - end + index,
                    text: found[found.count - end + index]))
        }
        self.lines = lines
    }

    /// Whether the texts are the same.
    package var isEmpty: Bool { lines.allSatisfy { $0.mark == .both } }

    /// Returns a unified diff: each change with up to three lines of context, under a heading with
    /// the number of its first line.
    ///
    /// - Parameter visible: Makes the text of a line fit for the reader.
    /// - Returns: The diff, with its line ends; empty if the texts are the same.
    package func description(visible: (String) -> String) -> String {
        let context = 3
        var shown = ""
        var last = -1
        for (index, line) in lines.enumerated() {
            let near = lines[max(0, index - context)..<min(lines.count, index + context + 1)]
            guard near.contains(where: { $0.mark != .both }) else { continue }
            if index != last + 1 || last == -1 {
                shown += "@@ line \(line.number) @@\n"
            }
            shown += "\(line.mark.rawValue)\(visible(line.text))\n"
            last = index
        }
        return shown
    }
}
