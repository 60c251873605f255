import Testing
import TroveLanguage
import TroveTesting

/// Joining the lines of a script into commands.
struct CommandAssemblerTests {
    typealias Row = Case<[String], [String]>

    static let rows: [Row] = [
        Row("one line", ["list", "count"], ["list", "count"]),
        Row(
            "a quote", ["echo \"a", "b # c", "d\" e", "count"], ["echo \"a\nb # c\nd\" e", "count"]),
        Row("a backslash", ["echo a \\", "b", "count"], ["echo a \\\nb", "count"]),
        Row(
            "a quote that closes and opens again",
            ["add book \"A", "add book \"B\"", "\"", "count"],
            ["add book \"A\nadd book \"B\"\n\"", "count"]),
        Row(
            "an apostrophe after a quoted value", ["add gem A note:\"x", "y\",'z", "w'", "count"],
            ["add gem A note:\"x\ny\",'z\nw'", "count"]),
        Row("an unknown escape", ["echo \"\\q", "b\"", "count"], ["echo \"\\q\nb\"", "count"]),
    ]

    @Test(arguments: rows) func joinsLines(_ row: Row) {
        #expect(Self.commands(of: row.input) == row.expected)
    }

    /// Reading one line after the other finds the same end as reading all of them again.
    @Test func findsTheSameEndAsReadingAllLinesAgain() throws {
        try SeededRandom.run { random in
            let signs = [
                "\"", "'", "\\", "(", ")", "a", ":", ",", "|", "#", ";", " ", "b=", "note:\"",
            ]
            for _ in 0..<2000 {
                var assembler = CommandAssembler()
                var lines: [String] = []
                for number in 1...6 {
                    let count = Int.random(in: 0...8, using: &random)
                    let line = (0..<count).map { _ in
                        signs[Int.random(in: signs.indices, using: &random)]
                    }.joined()
                    lines.append(line)
                    let isComplete = assembler.add(line, number: number) && !assembler.waitIfOpen()
                    try #require(isComplete == !Self.isOpen(lines), "\(lines)")
                    if isComplete { break }
                }
            }
        }
    }

    private static func isOpen(_ lines: [String]) -> Bool {
        var assembler = CommandAssembler()
        return !assembler.add(lines.joined(separator: "\n"), number: 1) || assembler.waitIfOpen()
    }

    private static func commands(of lines: [String]) -> [String] {
        var assembler = CommandAssembler()
        var commands: [String] = []
        for (index, line) in lines.enumerated() {
            guard assembler.add(line, number: index + 1), !assembler.waitIfOpen() else { continue }
            commands.append(assembler.source)
            assembler.begin()
        }
        return commands
    }
}
