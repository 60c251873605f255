/// A field of a kind: its name, its type, its rules, and its role in commands.
///
/// It is an immutable class, because code that handles many values looks fields up for each, and a
/// copy of a structure of this size retains each of its texts and lists.
package final class Field: Sendable {
    /// The type of a field, with its rules.
    package enum Content: Sendable, Hashable {
        case text
        /// An International Standard Book Number, stored with thirteen digits. A number from an
        /// earlier version or another program that is not valid is kept as it is.
        case isbn
        /// A text with few distinct values. Completion offers the suggestions; other values are
        /// valid.
        case choice(suggestions: [String])
        case integer(ClosedRange<Int>)
        /// A decimal within bounds, and a multiple of the step if there is one.
        case decimal(ClosedRange<FixedDecimal>, step: FixedDecimal?)
        case date
        case month
        /// A state of the ladder, stored by its short name.
        case ladder(Ladder)
        /// A set of names, typed with commas between them.
        case set
    }

    /// The meaning of a field for commands that do not name it, such as `page`, `rate`, `lend` and
    /// `isbn`.
    package enum Role: Sendable, Hashable {
        /// The current page; `of` names the field with the total.
        case progress(of: String)
        case rating
        case note
        case birthstone
        /// The creators, such as the authors of a book or the directors of a film.
        case creator
        /// What the item is about.
        case description
        /// The International Standard Book Number, in any notation.
        case isbn
        /// The series that the item belongs to.
        case series
        /// The number of the item in its series.
        case volume
        /// The year of the first publication.
        case year
        case publisher
        case language
        case genre
        case tags
        /// The date on which the user began to read it.
        case started
        /// The date on which the user finished it.
        case completed
        /// The date on which it was added to the collection.
        case added
        /// The shelves that the item is on.
        case shelves
        /// The borrower of the item.
        case borrower
        /// The date on which it was lent.
        case lentOn
        /// The date on which it is due.
        case due
        /// The address of its cover, from a catalogue service.
        case cover
        /// A photo that is stored with the library.
        case photo
        /// The key in a catalogue service. Items of a kind with such a field are search results.
        case catalogueKey
    }

    /// The value of a field when an item is added without one.
    package enum Initial: Sendable, Hashable {
        case none
        /// A state of the ladder, by its short name.
        case rung(String)
        /// The current date.
        case today
    }

    /// The name that the user types; also the member in JSON.
    package let name: String
    /// The name in files and on the server: the first name of a field that was renamed, else
    /// `name`.
    package let storedName: String
    /// The type, with its rules.
    package let content: Content
    /// One line for help and completion.
    package let summary: String
    /// Whether two items of the kind must not have the same folded text in this field.
    package let isUnique: Bool
    /// The importance of the field in lists, where 1 is the most important; nil for a field that
    /// lists omit by default. On a narrow terminal, the columns with the highest ranks are left out
    /// first.
    package let rank: Int?
    /// Whether a date must not be in the future.
    package let isInPast: Bool
    /// Whether the text names people, separated by semicolons. Such a field is sorted by the
    /// family name of the first one, and a condition can name each of them.
    package let namesPeople: Bool
    /// The meaning for commands that do not name it; nil for most fields.
    package let role: Role?
    /// The value when an item is added without one.
    package let initial: Initial
    /// Whether a definition in the library adds the field. A value that does not fit such a field
    /// is kept and reads as none, because another device may have changed the definition.
    package let isOwn: Bool
    /// Whether the field is hidden. Its values are kept.
    package let isRetired: Bool

    /// Creates a field that is not unique, not in lists, without names of people, without a role
    /// and initially empty, unless stated.
    package init(
        _ name: String, _ content: Content, _ summary: String, isUnique: Bool = false,
        rank: Int? = nil, isInPast: Bool = false, namesPeople: Bool = false,
        role: Role? = nil, initial: Initial = .none, storedName: String? = nil,
        isOwn: Bool = false, isRetired: Bool = false
    ) {
        self.name = name
        self.storedName = storedName ?? name
        self.content = content
        self.summary = summary
        self.isUnique = isUnique
        self.rank = rank
        self.isInPast = isInPast
        self.namesPeople = namesPeople
        self.role = role
        self.initial = initial
        self.isOwn = isOwn
        self.isRetired = isRetired
    }

    /// Returns the field with some of its properties changed; nil keeps a property.
    package func changed(
        name: String? = nil, storedName: String? = nil, rank: Int? = nil, role: Role? = nil,
        isOwn: Bool? = nil, isRetired: Bool? = nil
    ) -> Field {
        Field(
            name ?? self.name, content, summary, isUnique: isUnique, rank: rank ?? self.rank,
            isInPast: isInPast, namesPeople: namesPeople, role: role ?? self.role,
            initial: initial, storedName: storedName ?? self.storedName, isOwn: isOwn ?? self.isOwn,
            isRetired: isRetired ?? self.isRetired)
    }

    /// Whether lists show the field by default.
    package var isListed: Bool { rank != nil && !isRetired }

    /// Whether full-text search reads the field. It skips photos, because almost any few letters
    /// match some digest.
    package var isSearched: Bool { isText && role != .photo && !isRetired }

    /// Whether the values are free text, which can contain other text.
    package var isText: Bool {
        switch content {
        case .text, .isbn, .choice, .set: true
        case .integer, .decimal, .date, .month, .ladder: false
        }
    }
}

extension Field: Hashable {
    package static func == (left: Field, right: Field) -> Bool {
        left === right
            || left.name == right.name && left.storedName == right.storedName
                && left.content == right.content && left.summary == right.summary
                && left.isUnique == right.isUnique && left.rank == right.rank
                && left.isInPast == right.isInPast && left.namesPeople == right.namesPeople
                && left.role == right.role && left.initial == right.initial
                && left.isOwn == right.isOwn && left.isRetired == right.isRetired
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(storedName) }
}
