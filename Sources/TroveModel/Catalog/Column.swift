/// The values of one field for all items of a kind.
enum Column: Sendable {
    /// Integers, thousandths, packed dates and months.
    case codes(CodeColumn)
    /// Genres, states and sets of shelves: one code for each distinct text.
    case symbols(CodeColumn, SymbolTable)
    case texts(TextColumn)

    /// Separates the names of a set in its symbol; a name cannot contain it.
    static let setSeparator: Character = "\u{1F}"
    static let setSeparatorByte: UInt8 = 0x1F

    init(for content: Field.Content) {
        switch content {
        case .text, .isbn: self = .texts(TextColumn())
        case .integer, .decimal, .date, .month: self = .codes(CodeColumn())
        case .choice, .set: self = .symbols(CodeColumn(), SymbolTable())
        // The codes are in the order of the ladder, so states compare and sort by code.
        case .ladder(let ladder):
            self = .symbols(CodeColumn(), SymbolTable(ladder.rungs.map(\.name)))
        }
    }

    /// Returns the value at a row, converted to the type of the field.
    func value(at row: RowIndex, as content: Field.Content) -> Value? {
        switch self {
        case .texts(let column): column[row].map { .text($0) }
        case .symbols(let column, _), .codes(let column):
            column[row].flatMap { value(of: $0, as: content) }
        }
    }

    func value(of code: Int32, as content: Field.Content) -> Value? {
        switch self {
        case .texts: return nil
        case .symbols(_, let table):
            let text = table.texts[Int(code)]
            guard case .set = content else { return .text(text) }
            return .set(text.split(separator: Self.setSeparator).map(String.init))
        case .codes: return Self.value(of: code, as: content)
        }
    }

    /// Returns the value for a code in a column without symbols or texts.
    static func value(of code: Int32, as content: Field.Content) -> Value? {
        switch content {
        case .decimal: .decimal(FixedDecimal(thousandths: Int(code)))
        case .date: .date(PartialDate(packed: Int(code)))
        case .month: Month(rawValue: Int(code)).map { .month($0) }
        case .integer: .integer(Int(code))
        // These have texts or symbols.
        case .text, .isbn, .choice, .ladder, .set: nil
        }
    }

    /// Makes room for `factor` times as many rows. The texts of symbols are few.
    mutating func makeRoom(growing factor: Double) {
        // Takes the payload out of `self`, like `set`.
        switch self {
        case .texts(var column):
            self = .codes(CodeColumn())
            column.makeRoom(growing: factor)
            self = .texts(column)
        case .symbols(var column, let table):
            self = .codes(CodeColumn())
            column.makeRoom(growing: factor)
            self = .symbols(column, table)
        case .codes(var column):
            self = .codes(CodeColumn())
            column.makeRoom(growing: factor)
            self = .codes(column)
        }
    }

    mutating func set(_ value: Value?, at row: RowIndex) {
        // Takes the payload out of `self` before changing it; otherwise each change would copy it.
        switch self {
        case .texts(var column):
            self = .codes(CodeColumn())
            if case .text(let text)? = value {
                column.set(text, at: row)
            } else {
                column.set(nil, at: row)
            }
            self = .texts(column)
        case .symbols(var column, var table):
            self = .codes(CodeColumn())
            column.set(Self.symbol(of: value).map { table.code(adding: $0) }, at: row)
            self = .symbols(column, table)
        case .codes(var column):
            self = .codes(CodeColumn())
            column.set(Self.code(of: value), at: row)
            self = .codes(column)
        }
    }

    /// Inserts rows without a value before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) {
        switch self {
        case .texts(var column):
            column.insertGaps(before: rows)
            self = .texts(column)
        case .symbols(var column, let table):
            column.insertGaps(before: rows)
            self = .symbols(column, table)
        case .codes(var column):
            column.insertGaps(before: rows)
            self = .codes(column)
        }
    }

    /// Returns the symbol of a value; nil for none.
    static func symbol(of value: Value?) -> String? {
        switch value {
        case .text(let text)?: text
        case .set(let names)? where !names.isEmpty: names.joined(separator: String(setSeparator))
        default: nil
        }
    }

    /// Returns the code of a value in a column without symbols or texts; nil for none.
    static func code(of value: Value?) -> Int32? {
        switch value {
        case .integer(let number)?: Int32(clamping: number)
        case .decimal(let number)?: Int32(clamping: number.thousandths)
        case .date(let date)?: Int32(clamping: date.packed)
        case .month(let month)?: Int32(month.rawValue)
        case .text?, .set?, nil: nil
        }
    }
}
