/// A part of the description of a command.
package enum HelpBlock {
    case paragraph(String)
    /// Terms, such as options, each with its meaning.
    case list([(term: String, meaning: String)])

    /// Returns the parts of a description. An empty line ends a part. Each line of a list has a tab
    /// after its term.
    package static func all(in text: String) -> [HelpBlock] {
        var blocks: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(line) }
        }
        return blocks.filter { !$0.isEmpty }.map(HelpBlock.init)
    }

    private init(_ lines: [Substring]) {
        let rows = lines.map { $0.split(separator: "\t", maxSplits: 1) }
        if rows.allSatisfy({ $0.count == 2 }) {
            self = .list(rows.map { (String($0[0]), String($0[1])) })
        } else {
            self = .paragraph(lines.joined(separator: "\n"))
        }
    }
}
