package import TroveModel

/// A part of a command, and its meaning by the grammar of the verb.
package struct CommandPart: Sendable {
    /// The meaning of a part. Names and values are as typed, without quotes.
    package enum Meaning: Sendable {
        case verb(Verb)
        case option
        /// A word of the grammar: a keyword of the verb, `where`, `and`, `or` or `not`.
        case keyword
        case kind(KindIndex)
        /// A reference to items.
        case reference(Reference)
        /// The title of a new item.
        case newTitle
        /// `field:value`; an empty value clears the field. The kind is nil if the items decide.
        case assignment(field: String, value: String, KindIndex?)
        /// `field=value`; several values are alternatives. The kind is nil for all kinds.
        case comparison(field: String, Operator, [String], KindIndex?)
        /// A bare word in a condition.
        case searchText
        /// A `name:value` of the verb itself, and what its value can be.
        case named(String, value: String, Slot.Value)
        case parenthesis
        /// A command inside the command.
        case command
        case text
        /// The place of the syntax error.
        case wrong
    }

    /// The part as typed.
    package let text: String
    /// Its place in the command, in bytes of UTF-8.
    package let span: Range<Int>
    /// Its meaning.
    package let meaning: Meaning
}

extension CommandPart {
    /// A title without its last word, and that word as a text; nil for other parts.
    package var separatingLastWord: (title: CommandPart, word: CommandPart)? {
        guard case .reference(.title) = meaning, let blank = text.utf8.lastIndex(of: 0x20) else {
            return nil
        }
        let (front, back) = (String(text[..<blank]), String(text[text.utf8.index(after: blank)...]))
        let title = front.utf8.reversed().drop { $0 == 0x20 }.count
        let name = String(decoding: front.utf8.prefix(title), as: UTF8.self)
        guard !name.isEmpty, !back.isEmpty else { return nil }
        return (
            CommandPart(
                text: name, span: span.lowerBound..<span.lowerBound + title,
                meaning: .reference(Reference(naming: name))),
            CommandPart(
                text: back, span: span.upperBound - back.utf8.count..<span.upperBound,
                meaning: .text)
        )
    }
}
