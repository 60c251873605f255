/// The alignment of expected and found lines with the fewest changed lines.
struct LineAlignment {
    private let expected: ArraySlice<LinePattern>
    private let found: ArraySlice<String>
    private let firstLine: Int
    /// The lowest costs from each pair of positions on, row by row; empty if there are too many.
    private var costs: [Int] = []

    /// The cost of a changed line.
    private static let change = 1 << 32
    /// The cost of a line that an ellipsis stands for. It prefers lines that match by themselves.
    private static let elision = 1
    /// The maximum number of pairs of positions that are compared. Beyond that, all lines count as
    /// changed.
    private static let maximumPairs = 2_000_000

    init(_ expected: ArraySlice<LinePattern>, _ found: ArraySlice<String>, _ firstLine: Int) {
        self.firstLine = firstLine
        self.expected = expected
        self.found = found
        guard (expected.count + 1) * width <= Self.maximumPairs else { return }
        costs = [Int](repeating: 0, count: (expected.count + 1) * width)
        for row in stride(from: expected.count, through: 0, by: -1) {
            for column in stride(from: found.count, through: 0, by: -1) {
                costs[row * width + column] = lowest(row, column)
            }
        }
    }

    private var width: Int { found.count + 1 }

    private func cost(_ row: Int, _ column: Int) -> Int { costs[row * width + column] }

    private func pattern(_ row: Int) -> LinePattern { expected[expected.startIndex + row] }

    private func text(_ column: Int) -> String { found[found.startIndex + column] }

    private func lowest(_ row: Int, _ column: Int) -> Int {
        let (hasPattern, hasLine) = (row < expected.count, column < found.count)
        guard hasPattern || hasLine else { return 0 }
        let isAny = hasPattern && pattern(row).isAnyLines
        var cost = Int.max
        if hasPattern { cost = self.cost(row + 1, column) + (isAny ? 0 : Self.change) }
        if hasLine {
            cost = min(cost, self.cost(row, column + 1) + (isAny ? Self.elision : Self.change))
        }
        if hasPattern, hasLine, !isAny, pattern(row).matches(text(column)) {
            cost = min(cost, self.cost(row + 1, column + 1))
        }
        return cost
    }

    /// Returns the lines of both texts, merged in order.
    func lines() -> [LineDifference.Line] {
        guard !costs.isEmpty else {
            let all = expected.count
            return (0..<all).map { line(.expected, $0, pattern($0).text) }
                + found.indices.map { line(.found, all, found[$0]) }
        }
        var lines: [LineDifference.Line] = []
        var (row, column) = (0, 0)
        while row < expected.count || column < found.count {
            let pattern = row < expected.count ? pattern(row) : nil
            let text = column < found.count ? text(column) : nil
            if let pattern, pattern.isAnyLines {
                if let text, cost(row, column + 1) + Self.elision == cost(row, column) {
                    lines.append(line(.both, row, text))
                    column += 1
                } else {
                    row += 1
                }
            } else if let pattern, let text, pattern.matches(text),
                cost(row + 1, column + 1) == cost(row, column)
            {
                lines.append(line(.both, row, text))
                (row, column) = (row + 1, column + 1)
            } else if let pattern, cost(row + 1, column) + Self.change == cost(row, column) {
                lines.append(line(.expected, row, pattern.text))
                row += 1
            } else if let text {
                lines.append(line(.found, row, text))
                column += 1
            }
        }
        return lines
    }

    private func line(
        _ mark: LineDifference.Line.Mark, _ row: Int, _ text: String
    ) -> LineDifference.Line {
        LineDifference.Line(mark: mark, number: firstLine + expected.startIndex + row, text: text)
    }
}
