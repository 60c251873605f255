import TroveModel

extension VerbTable {
    static let collect: [Verb] = [
        Verb(
            "add", .collect, ["add [KIND] TITLE [FIELD:VALUE…] [--yes]"],
            "put something in the collection",
            details: """
                Without a kind it adds to the kind that `use` chose, at first book. Words need no \
                quotes unless the title has a colon: add book "Dune: Messiah". What you have already, \
                by ISBN or by title and author, it asks about; in a script --yes adds it again.
                """,
            parameters: [.kind, .title, .assignments], options: ["--yes"],
            examples: [
                .init(#"add book "Emma" author:"Jane Austen" pages:474"#, "Added book 5: Emma"),
                .init("add gem Opal hardness:6 birthstone:october", "Added gem 6: Opal"),
            ]
        ) { (reader) throws(LanguageError) in
            let isConfirmed = reader.has("--yes")
            let kind = reader.takeKind() ?? reader.context.currentKind
            let (title, assignments) = try reader.takeTitleAndAssignments(
                of: reader.context.kinds[kind])
            guard let title else { throw reader.missing(.title) }
            return .add(kind: kind, title: title, assignments, isConfirmed: isConfirmed)
        },
        Verb(
            "set", .collect, ["set REF… FIELD:VALUE…"], "change fields of something",
            details: "An empty value clears the field: set 1 genre:",
            parameters: [.references, .assignments],
            examples: [
                .init(
                    "set 1 genre:classics pages:412",
                    "Changed book 1: Dune\n  genre  sci-fi → classics"),
                .init("set Ruby color:", "Changed gem 3: Ruby\n  color  red → (none)"),
            ]
        ) { (reader) throws(LanguageError) in
            let words = reader.takeWordsBeforeAssignments()
            if let word = words.first(where: { $0.pair != nil }), let pair = word.pair {
                throw LanguageError(
                    .comparisonForAssignment(field: pair.name.value, value: pair.value.value),
                    at: word.span)
            }
            let references = try reader.references(words)
            let assignments = try reader.takeAssignments()
            guard !assignments.isEmpty else { throw reader.missing(.fields) }
            return .set(references, assignments)
        },
        Verb(
            "edit", .collect, ["edit REF"], "change something in your editor",
            details: """
                Opens $VISUAL or $EDITOR with a line for each field. Leaving the editor with an error \
                changes nothing. It needs a terminal; scripts use set.
                """,
            parameters: [.reference],
            examples: [
                .init("edit 9", "error: there is nothing with the number 9"),
                .init("edit 1", "error: edit needs a terminal"),
            ]
        ) { (reader) throws(LanguageError) in
            .edit(try reader.oneReference(reader.takeAll()))
        },
        Verb(
            "delete", .collect, ["delete REF… [--yes]"], "take something out of the collection",
            details: "It asks first; in a script --yes is the answer. undo brings things back.",
            parameters: [.references], options: ["--yes"],
            examples: [
                .init("delete 3 --yes", "Deleted gem 3: Ruby"),
                .init(
                    "delete 1-2 --yes",
                    "Deleted book 1: Dune\nDeleted book 2: The Left Hand of Darkness"),
            ]
        ) { (reader) throws(LanguageError) in
            let isConfirmed = reader.has("--yes")
            return .delete(try reader.references(reader.takeAll()), isConfirmed: isConfirmed)
        },
        Verb(
            "advance", .collect, ["advance REF… [to:STATE]"], "move something on to its next state",
            details: """
                States only move forward; help book shows those of a book. undo reverts a mistake.
                """,
            parameters: [.references, .state("to")],
            examples: [
                .init("advance 1", "Changed book 1: Dune\n  state  wish → to-read"),
                .init("advance 1 to:finished", "Changed book 1: Dune\n  state  to-read → finished"),
            ]
        ) { (reader) throws(LanguageError) in
            let state = try reader.takeNamed("to")
            return .advance(try reader.references(reader.takeAll()), to: state)
        },
        Verb(
            "page", .collect, ["page REF N", "page REF +N", "page REF -N", "page REF N%"],
            "note the page you are on",
            parameters: [.reference],
            examples: [
                .init(
                    "page 2 152",
                    "The Left Hand of Darkness: page 152 of 304  ▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░ 50 %"),
                .init(
                    "page 2 +20",
                    "The Left Hand of Darkness: page 172 of 304  ▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░░ 56 %"),
            ]
        ) { (reader) throws(LanguageError) in
            guard let target = reader.popLast() else { throw reader.missing(.reference) }
            guard !reader.isAtEnd else { throw reader.missing(.page) }
            guard let page = PageTarget(target.text) else {
                throw LanguageError(.noNumber(target.text, what: .page), at: target.span)
            }
            let reference = try reader.oneReference(reader.takeAll())
            return .page(reference, Spanned(page, target.span))
        },
        Verb(
            "rate", .collect, ["rate REF N"], "say how good it was",
            details: "help book and help movie show what they take.",
            parameters: [.reference],
            examples: [
                .init("rate Dune 4.5", "Changed book 1: Dune\n  rating  (none) → 4.5"),
                .init("rate 4 10", "Changed movie 4: Alien\n  rating  9 → 10"),
            ]
        ) { (reader) throws(LanguageError) in
            guard let rating = reader.popLast() else { throw reader.missing(.reference) }
            guard !reader.isAtEnd else { throw reader.missing(.rating) }
            let reference = try reader.oneReference(reader.takeAll())
            return .rate(reference, Spanned(rating.text, rating.span))
        },
        Verb(
            "note", .collect, ["note REF TEXT"], "write down what you want to remember",
            details: "A title of several words needs quotes here: note \"Emma\" lent by Ann.",
            parameters: [.reference],
            examples: [
                .init(
                    "note 1 read it again", "Changed book 1: Dune\n  note  (none) → read it again"),
                .init(
                    "note Alien seen at the Odeon",
                    "Changed movie 4: Alien\n  notes  (none) → seen at the Odeon"),
            ]
        ) { (reader) throws(LanguageError) in
            guard let first = reader.next() else { throw reader.missing(.reference) }
            let reference = try reader.oneReference([first])
            guard let text = reader.takeText() else { throw reader.missing(.text) }
            return .note(reference, text)
        },
    ]
}

extension ArgumentReader {
    mutating func takeAll() -> [Token] {
        var all: [Token] = []
        while let token = next() { all.append(token) }
        return all
    }
}

extension PageTarget {
    /// Reads `120`, `+20`, `-5` or `50%`.
    init?(_ text: String) {
        if text.hasSuffix("%"), let percent = Int(text.dropLast()), (0...100).contains(percent) {
            self = .percent(percent)
        } else if text.hasPrefix("+"), let pages = Int(text.dropFirst()), pages >= 0 {
            self = .forward(pages)
        } else if text.hasPrefix("-"), let pages = Int(text.dropFirst()), pages >= 0 {
            self = .back(pages)
        } else if let page = Int(text), page >= 0 {
            self = .page(page)
        } else {
            return nil
        }
    }
}
