import TroveModel
import TroveTerminal

extension Message {
    /// `Exported 3 books, 1 gem to books.csv`
    static func exported(_ counts: [(kind: Kind, count: Int)], to path: String) -> TerminalText {
        let counted = counts.filter { $0.count > 0 }.map { count($0.count, of: $0.kind) }
        return
            "Exported \(counted.isEmpty ? "nothing" : counted.joined(separator: ", ")) to \(path)"
    }

    /// The question before a file is replaced.
    static func replacing(_ path: String) -> TerminalText { "Replace \(path)? [y/N] " }

    /// The label of the progress bar of an export.
    static let exporting: TerminalText = "writing"
}
