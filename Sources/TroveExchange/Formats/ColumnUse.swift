import TroveModel

/// The use of a column of another program's table.
///
/// A value that the field cannot hold becomes a line of the note under the column's name. The same
/// happens to a value without a field.
enum ColumnUse: Sendable {
    /// The title or name of the item. It is required.
    case title
    /// The title, followed by the series in parentheses: `Salt (Coast, #2)`.
    case titleWithSeries
    /// Creators; several columns may have some.
    case creators(CreatorNames)
    /// An ISBN; several columns may have it in different notations.
    case isbn
    /// ISBNs separated by commas.
    case isbns
    case pages
    /// A number of stars up to this one; zero stars mean not rated.
    case rating(of: Int)
    /// A text of several lines, possibly HTML, for the field with this role.
    case prose(Field.Role)
    /// The value of the field with this role, as its type requires.
    case field(Field.Role)
    /// The value of the field at this position of the kind.
    case position(FieldIndex)
    /// The year of an edition, or of the original publication, which takes precedence.
    case year(isOriginal: Bool = false)
    /// The publisher, followed by the year in parentheses and other details.
    case publication
    /// The address of the cover.
    case cover
    /// The word for the state, which may also be the name of a shelf.
    case state
    /// The displayed name of the shelf that `state` names.
    case stateName
    /// Names for the set with this role, separated by commas or by this character.
    case names(Field.Role, separator: UInt8 = 0x2C)
    /// Names separated by commas or semicolons, each with a count that is left out:
    /// `Fantasy|50;War|3`.
    case countedNames(Field.Role)
    /// Names of shelves, separated by commas; some of them are words for a state.
    case statesAndShelves
    /// Whether the user owns the item: any value but one of these words. The number of copies, if
    /// it is greater than one, becomes a line of the note.
    case owned(unless: [String])
    /// A review: the beginning of the note.
    case review
    /// A line of the note, under this name or else the column's. The `unless` values add no line.
    case line(String? = nil, unless: [String] = [])
    /// A line of the note with a date.
    case day(String? = nil)
    /// The date on which the user began the item.
    case started
    /// The date on which the user finished the item.
    case completed
    /// The date on which the user set the item aside.
    case stopped
    /// Several times at which the user began and finished the item.
    case periods(PeriodList)
    /// How often the user has finished the item, and whether a reading in progress is counted.
    case completionCount(countsCurrent: Bool)
    case borrower
    case lentOn
    case due
    /// Whether the item is still lent: any value but one of these words.
    case lending(endsWith: [String])
    /// What identifies the item in the other program.
    case identity
    /// Leaves out the whole record if the cell is this word.
    case removes(when: String)
    /// Not imported: a database id, a sort key, or the ratings of others.
    case leftOut
}

extension ColumnUse {
    /// The label of the line in the note; nil for the name of the column.
    var label: String? {
        switch self {
        case .line(let label, _), .day(let label): label
        case .publication: "Publication"
        default: nil
        }
    }

    /// The role of the field that holds the value; nil without one, or if the draft finds it.
    var role: Field.Role? {
        switch self {
        case .prose(let role), .field(let role), .names(let role, _), .countedNames(let role): role
        case .year: .year
        case .publication: .publisher
        case .cover: .cover
        case .borrower: .borrower
        case .lentOn: .lentOn
        case .due: .due
        default: nil
        }
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
