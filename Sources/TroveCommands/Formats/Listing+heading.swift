import TroveModel
import TroveTerminal

extension Listing {
    /// Returns the heading of a section: `2 books`, `first 20 books`.
    func heading(of section: Section) -> TerminalText {
        let text = Message.count(section.rows.count, of: catalog.kinds[section.kind])
        return section.isCutShort ? Message.cutShort(text) : text
    }
}
