/// Makes plain text of the little HTML that Google Books has in its descriptions.
enum PlainText {
    private static let entities = [
        "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&nbsp;": " ",
    ]

    /// The text without tags; `<br>` and the end of a paragraph end a line. A `<` that begins no tag
    /// stays.
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

    /// The tag that a text begins with.
    private static func tag(at text: Substring) -> Substring? {
        guard text.first == "<", let second = text.dropFirst().first,
            second.isLetter || second == "/",
            let end = text.prefix(200).firstIndex(of: ">")
        else { return nil }
        return text[...end]
    }
}
