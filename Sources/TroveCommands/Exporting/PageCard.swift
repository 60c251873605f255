import TroveModel
import TroveTerminal

/// An item on a page to share, as HTML.
struct PageCard {
    let item: Item
    let kind: Kind
    let picture: HTMLMarkup?
    private let fields: [FieldIndex]

    /// The longest text beside its name, in characters; a longer one is folded.
    private static let longestFact = 60

    /// Creates a card. The item must have only values that are shown.
    init(_ item: Item, _ kind: Kind, picture: HTMLMarkup?) {
        self.item = item
        self.kind = kind
        self.picture = picture
        fields = kind.shownIndices.filter { item.values[$0] != nil }
    }

    var markup: HTMLMarkup {
        """
        <article>
        \(frame)<div>
        <h3 dir="auto">\(TerminalText(item.title))</h3>
        \(creator)\(badges)\(progress)\(facts)\(tags)\(texts)</div>
        </article>

        """
    }

    /// The picture, or a placeholder for a kind with pictures.
    private var frame: HTMLMarkup {
        if let picture { return "<div class=\"picture\">\(picture)</div>\n" }
        guard kind.index(ofRole: .cover) != nil || kind.index(ofRole: .photo) != nil else {
            return ""
        }
        let letter = TerminalText(
            item.title.first { $0.isLetter || $0.isNumber }.map(String.init) ?? "")
        return "<div class=\"picture none\" aria-hidden=\"true\">\(letter)</div>\n"
    }

    private var creator: HTMLMarkup {
        guard let field = kind.index(ofRole: .creator), let text = text(of: field) else {
            return ""
        }
        return "<p class=\"creator\" dir=\"auto\">\(text)</p>\n"
    }

    /// The state and the rating.
    private var badges: HTMLMarkup {
        var badges: [HTMLMarkup] = []
        if let ladder = kind.ladder?.index, let state = text(of: ladder) {
            badges.append("<span class=\"state\">\(state)</span>")
        }
        if let rating = kind.index(ofRole: .rating).flatMap(rating) { badges.append(rating) }
        guard !badges.isEmpty else { return "" }
        return "<p class=\"badges\">\(HTMLMarkup(joining: badges, " "))</p>\n"
    }

    /// The rating as five stars, which a screen reader reads as a number.
    private func rating(_ field: FieldIndex) -> HTMLMarkup? {
        let (rating, most): (Int, Int)
        switch (item.values[field], kind.fields[field].content) {
        case (.integer(let value)?, .integer(let range)):
            (rating, most) = (value * 1000, range.upperBound * 1000)
        case (.decimal(let value)?, .decimal(let range, _)):
            (rating, most) = (value.thousandths, range.upperBound.thousandths)
        default: return nil
        }
        guard rating >= 0, most > 0 else { return nil }
        let halves = min(10, (rating * 10 + most / 2) / most)
        let stars =
            TerminalText(repeating: "★", count: halves / 2)
            + (halves % 2 == 1 ? "½" : "")
            + TerminalText(repeating: "☆", count: (10 - halves) / 2)
        let number = TerminalText(FixedDecimal(thousandths: rating).description)
        let limit = TerminalText(FixedDecimal(thousandths: most).description)
        return """
            <span class="rating"><span class="stars" role="img" \
            aria-label="\(number) of \(limit)">\(stars)</span> \
            <span aria-hidden="true">\(number)/\(limit)</span></span>
            """
    }

    /// The current page, with a bar if the total is known.
    private var progress: HTMLMarkup {
        guard let progress = kind.progress,
            case .integer(let page)? = item.values[progress.current]
        else { return "" }
        let name = TerminalText(kind.fields[progress.current].name)
        guard case .integer(let total)? = item.values[progress.total], total > 0 else {
            return "<p class=\"progress\">\(name) \(page)</p>\n"
        }
        let percent = page * 100 / total
        return """
            <p class="progress"><progress max="\(total)" value="\(min(page, total))" \
            aria-label="\(name)"></progress> \(name) \(page) of \(total) (\(percent)%)</p>

            """
    }

    // MARK: Other fields

    /// The fields that have no place of their own, beside their names.
    private var facts: HTMLMarkup {
        let facts = others.filter { !isLong($0) }.map { field -> HTMLMarkup in
            """
            <li><span>\(TerminalText(kind.fields[field].name))</span> \
            <bdi>\(text(of: field) ?? "")</bdi></li>

            """
        }
        return facts.isEmpty ? "" : "<ul class=\"facts\">\n\(HTMLMarkup(joining: facts, ""))</ul>\n"
    }

    private var tags: HTMLMarkup {
        guard let field = kind.index(ofRole: .tags), case .set(let names)? = item.values[field],
            !names.isEmpty
        else { return "" }
        let tags = names.map { "<li dir=\"auto\">\(TerminalText($0))</li>" as HTMLMarkup }
        return "<ul class=\"tags\">\(HTMLMarkup(joining: tags, ""))</ul>\n"
    }

    /// The notes and other long texts, folded.
    private var texts: HTMLMarkup {
        let texts = others.filter(isLong).map { field -> HTMLMarkup in
            let text = item.values[field].map { kind.fields[field].shown($0) } ?? ""
            return """
                <details><summary>\(TerminalText(kind.fields[field].name))</summary>
                <p dir="auto">\(HTMLMarkup(lines: text))</p></details>

                """
        }
        return HTMLMarkup(joining: texts, "")
    }

    private var others: [FieldIndex] {
        let progress = kind.progress
        let hasPage = progress.map { item.values[$0.current] != nil } ?? false
        return fields.filter { field in
            if field == Kind.titleIndex || field == kind.ladder?.index { return false }
            if hasPage, field == progress?.total { return false }
            switch kind.fields[field].role {
            case .creator, .rating, .progress, .tags, .shelves, .photo: return false
            default: return true
            }
        }
    }

    private func isLong(_ field: FieldIndex) -> Bool {
        if kind.fields[field].role == .note { return true }
        guard case .text(let text)? = item.values[field] else { return false }
        return text.count > Self.longestFact || text.unicodeScalars.contains("\n")
    }

    private func text(of field: FieldIndex) -> TerminalText? {
        item.values[field].map { TerminalText(kind.fields[field].shown($0)) }
    }
}

extension HTMLMarkup {
    init(joining parts: [HTMLMarkup], _ separator: HTMLMarkup) {
        self.init()
        for (index, part) in parts.enumerated() {
            if index > 0 { self += separator }
            self += part
        }
    }
}
