/// What becomes of a column of another program's table.
///
/// What the field of a use does not take, because there is no such field or because the value breaks
/// one of its rules, becomes a line of the note under the column's name.
enum ColumnUse: Sendable {
    /// The title or name of the thing; without one there is no thing.
    case title
    /// Who made it.
    case creator(Names)
    /// A book number; several columns may have it in several ways of writing.
    case isbn
    /// Book numbers with commas between them.
    case isbns
    /// How many pages there are.
    case pages
    /// Stars, of which there are at most so many; none means that it was not rated.
    case rating(of: Int)
    /// A text of several lines, perhaps with HTML in it, for the field with this name.
    case prose(field: String)
    /// A date for the field with this name.
    case date(field: String)
    /// The address of a picture of it.
    case cover
    /// The word for how far one has come, which may be the name of a shelf.
    case state
    /// What the shelf that the state names is called.
    case stateName
    /// Names of shelves, parted by commas or by this sign.
    case shelves(separator: UInt8 = 0x2C)
    /// Names of shelves, parted by commas; some of them are words for a state.
    case statesAndShelves
    /// What was thought of it: the beginning of the note.
    case review
    /// A line of the note, under this name or else the column's; values that tell nothing make none.
    case line(String? = nil, unless: [String] = [])
    /// A line of the note with a date, which tells that this state was reached.
    case day(String? = nil, reaches: String? = nil)
    /// Who has borrowed it.
    case borrower
    /// Since when it is lent.
    case lentOn
    /// When it should be back.
    case due
    /// Whether it is still lent: not with one of these words.
    case lending(endsWith: [String])
    /// The whole record is nothing to take when the cell has this word.
    case removes(when: String)
    /// A number of a database, a form to sort by, or what others thought.
    case leftOut

    /// How a name of a person is written.
    enum Names: Sendable {
        case asIs
        /// `Le Guin, Ursula K.`
        case lastFirst
        /// Several, with ` & ` between them.
        case ampersands
    }
}

/// A column of another program's table.
struct ImportColumn: Sendable {
    /// What it is called, in lower case.
    let name: String
    let use: ColumnUse

    init(_ name: String, _ use: ColumnUse) {
        self.name = name
        self.use = use
    }
}
