/// Converts the HTML in descriptions of Google Books to plain text.
enum PlainText {
    private static let entities = [
        "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&nbsp;": " ",
    ]

    /// Returns the text without tags. `<br>` and `</p>` end a line; a `<` that does not begin a tag is
    /// kept.
    static func text(_ html: String) -> String {
        var text = ""
        var rest = html[...]
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            text += rest[..<mark]
            rest = rest[mark...]
            if let tag = tag(at: rest) {
                if ["<br>", "<br/>", "<br />", "</p>"].contains(tag.lowercased()) { text += "\n" }
                rest = rest[tag.endIndex...]
            } else if let entity = entities.first(where: { rest.hasPrefix($0.key) }) {
                text += entity.value
                rest = rest.dropFirst(entity.key.count)
            } else {
                text.append(rest.removeFirst())
            }
        }
        text += rest
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Returns the tag at the beginning of a text.
    private static func tag(at text: Substring) -> Substring? {
        guard text.first == "<", let second = text.dropFirst().first,
            second.isLetter || second == "/",
            let end = text.prefix(200).firstIndex(of: ">")
        else { return nil }
        return text[...end]
    }
}
