/// One field of a kind: what it is called, what it may hold, and what it means to the commands.
package struct Field: Sendable, Hashable {
    /// What a field holds and which values are right.
    package enum Content: Sendable, Hashable {
        case text
        /// Text of which few different ones occur; the suggestions are offered, others accepted.
        case choice(suggestions: [String])
        case integer(ClosedRange<Int>)
        /// A decimal within bounds; where there is a step, a multiple of it.
        case decimal(ClosedRange<FixedDecimal>, step: FixedDecimal?)
        case date
        case month
        /// One of the ladder's states, kept by its short name.
        case ladder(Ladder)
        /// Names, typed with commas between them.
        case set
    }

    /// What a field is to the commands that do not name it: `page`, `rate`, `lend`, `isbn` …
    package enum Role: Sendable, Hashable {
        /// The current page; the field named is its total.
        case progress(of: String)
        case rating
        case note
        case birthstone
        /// Who made it: the author of a book. With the title it tells whether two things are the
        /// same.
        case creator
        /// The International Standard Book Number, in whatever way it is written.
        case isbn
        /// The shelves it stands on.
        case shelves
        /// Who has borrowed it.
        case borrower
        /// Since when it is lent.
        case lentOn
        /// When it should be back.
        case due
        /// The address of a picture of it, from a catalogue.
        case cover
        /// A picture of it that is kept with the library.
        case photo
        /// Its key in a catalogue; a kind with such a field is a list of what was found there.
        case catalogueKey
    }

    /// What a thing gets when it is added without a value.
    package enum Initial: Sendable, Hashable {
        case none
        /// The first state of the ladder.
        case firstRung
        /// The day on which it is added.
        case today
    }

    /// What is typed; also the name of the column in the file and of the member in JSON.
    package let name: String
    /// What it may hold.
    package let content: Content
    /// One line for help and completion.
    package let summary: String
    /// Whether no two things of the kind may have the same text in it, compared as names are.
    package var isUnique = false
    /// Whether lists show it when nobody chose columns.
    package var isListed = false
    /// What it is to the commands that do not name it; nil for most fields.
    package var role: Role?
    /// What it holds when a thing is added without it.
    package var initial = Initial.none

    package init(
        _ name: String, _ content: Content, _ summary: String, isUnique: Bool = false,
        isListed: Bool = false, role: Role? = nil, initial: Initial = .none
    ) {
        self.name = name
        self.content = content
        self.summary = summary
        self.isUnique = isUnique
        self.isListed = isListed
        self.role = role
        self.initial = initial
    }

    /// Whether the field's values are looked through for a text that may be anywhere. In the digest
    /// of a photo any few letters are found sooner or later, and nobody sees where.
    package var isSearched: Bool { isText && role != .photo }

    /// Whether the field's values are free text, in which another text can be.
    package var isText: Bool {
        switch content {
        case .text, .choice, .set: true
        case .integer, .decimal, .date, .month, .ladder: false
        }
    }
}
