/// Consecutive lines of comments, which become one step of narration.
struct CommentBlock {
    private var line = 0
    private var followsBlank = false
    private var source: [String] = []
    private var text = ""
    /// Whether the next line begins a paragraph.
    private var isBroken = true

    /// Whether no line was added.
    var isEmpty: Bool { source.isEmpty }

    /// Returns the text of a heading, a comment between dashes; nil for another comment.
    static func heading(of comment: Substring) -> String? {
        let text = comment.drop { $0 == "#" || $0 == " " }
        guard text.hasPrefix("----") else { return nil }
        let inside = text.drop { $0 == "-" || $0 == " " }.reversed()
            .drop { $0 == "-" || $0 == " " }.reversed()
        return inside.isEmpty ? nil : String(inside)
    }

    /// Records where the block begins.
    mutating func begin(_ number: Int, _ isAfterBlank: Bool) {
        line = number
        followsBlank = isAfterBlank
    }

    /// Adds a comment: from its `#` on, and the whole line.
    mutating func add(_ comment: Substring, _ whole: String) {
        source.append(whole)
        var body = comment.dropFirst()
        if body.first == " " { body = body.dropFirst() }
        while body.last == " " { body = body.dropLast() }
        guard !body.isEmpty else {
            isBroken = true
            return
        }
        let isIndented = body.first == " " || body.first == "\t"
        if !text.isEmpty { text += isBroken || isIndented ? "\n" : " " }
        text += body
        isBroken = isIndented
    }

    /// Returns the step and begins anew; nil without text.
    mutating func take() -> LessonStep? {
        defer { self = CommentBlock() }
        guard !text.isEmpty else { return nil }
        return LessonStep(
            line: line, source: source.joined(separator: "\n"), followsBlank: followsBlank,
            content: .say(text))
    }
}
