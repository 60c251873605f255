import TroveModel
import TroveTerminal

extension JSON {
    /// What people read, as a value in a report.
    static func string(_ text: TerminalText) -> JSON { .string(text.rendered) }
}
