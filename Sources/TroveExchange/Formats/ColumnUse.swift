/// The use of a column of another program's table.
///
/// A value that the field cannot hold becomes a line of the note under the column's name. The same
/// happens to a value without a field.
enum ColumnUse: Sendable {
    /// The title or name of the item. It is required.
    case title
    /// The creator.
    case creator(Names)
    /// An ISBN; several columns may have it in different notations.
    case isbn
    /// ISBNs separated by commas.
    case isbns
    /// The number of pages.
    case pages
    /// A number of stars up to this one; zero stars mean not rated.
    case rating(of: Int)
    /// A text of several lines, possibly HTML, for the field with this name.
    case prose(field: String)
    /// A date for the field with this name.
    case date(field: String)
    /// The address of the cover.
    case cover
    /// The word for the state, which may also be the name of a shelf.
    case state
    /// The displayed name of the shelf that `state` names.
    case stateName
    /// Names of shelves, separated by commas or by this character.
    case shelves(separator: UInt8 = 0x2C)
    /// Names of shelves, separated by commas; some of them are words for a state.
    case statesAndShelves
    /// A review: the beginning of the note.
    case review
    /// A line of the note, under this name or else the column's. The `unless` values add no line.
    case line(String? = nil, unless: [String] = [])
    /// A line of the note with a date, on which the item reached this state.
    case day(String? = nil, reaches: String? = nil)
    /// The borrower.
    case borrower
    /// The date of the loan.
    case lentOn
    /// The due date.
    case due
    /// Whether the item is still lent: any value but one of these words.
    case lending(endsWith: [String])
    /// Leaves out the whole record if the cell is this word.
    case removes(when: String)
    /// Not imported: a database id, a sort key, or the ratings of others.
    case leftOut

    /// The notation of a creator's name.
    enum Names: Sendable {
        case asIs
        /// `Le Guin, Ursula K.`
        case lastFirst
        /// Several names with ` & ` between them.
        case ampersands
    }
}

/// A column of another program's table.
struct ImportColumn: Sendable {
    /// The name of the column, in lower case.
    let name: String
    let use: ColumnUse

    init(_ name: String, _ use: ColumnUse) {
        self.name = name
        self.use = use
    }
}
