package import TroveCodecs
package import TroveTerminal

extension JSON {
    /// Returns display text as a value in a report.
    package static func string(_ text: TerminalText) -> JSON { .string(text.rendered) }
}
