package import TroveCodecs
package import TroveTerminal

extension JSON {
    /// What people read, as a value in a report.
    package static func string(_ text: TerminalText) -> JSON { .string(text.rendered) }
}
