import TroveCodecs
import TroveModel
import TroveSQLite

/// Decodes the rows of one kind from a statement into a table. Most values go to its columns
/// directly; the others are read by `RowStore.value`, which also reports damage.
struct RowDecoding {
    /// How the values of a field are stored in the file.
    private enum Form {
        case text, symbol, state, set, date, integer, month, decimal
    }

    private let kind: Kind
    /// The form of each field.
    private let forms: [Form]

    init(_ kind: Kind) {
        self.kind = kind
        forms = kind.fields.map { field in
            switch field.content {
            case .text, .isbn: .text
            case .choice: .symbol
            case .ladder: .state
            case .set: .set
            case .date: .date
            case .integer: .integer
            case .month: .month
            case .decimal: .decimal
            }
        }
    }

    /// Adds the row of a statement, whose number is the highest, to a table.
    ///
    /// - Parameters:
    ///   - statement: the statement; the fields begin at its column 2.
    ///   - fields: the fields that it selects.
    ///   - number: the item's number.
    ///   - id: the item's ID.
    ///   - store: reads the values that are not decoded directly.
    ///   - rows: adds the row, unless a value is damaged.
    /// - Throws: `BadRow` for a damaged value.
    func append(
        _ statement: Statement, _ fields: [FieldIndex], _ number: ItemNumber, _ id: ItemID,
        _ store: RowStore, to rows: inout RowAppender
    ) throws(RowStore.BadRow) {
        guard rows.isNext(number) else {
            throw RowStore.BadRow(description: "\(kind.storedName) \(number) has an invalid number")
        }
        for (place, field) in fields.enumerated() {
            let column = Int32(place + 2)
            let storage = statement.storage(column)
            // Most fields of most items have no value.
            if case .null = storage { continue }
            if draft(place, forms[field], statement, column, storage, in: &rows) { continue }
            let value = try store.value(of: field, number, in: statement, column)
            rows.draft(place, value, as: store.contents[field])
        }
        rows.append(number: number, id: id)
    }

    /// Drafts a value; returns false for a value that this does not decode.
    private func draft(
        _ place: Int, _ form: Form, _ statement: Statement, _ column: Int32,
        _ storage: Statement.Storage, in rows: inout RowAppender
    ) -> Bool {
        switch (form, storage) {
        case (.text, .text):
            return statement.withText(column) { text in
                guard text.isASCII else { return false }
                rows.draft(place, text: text)
                return true
            }
        case (.symbol, .text):
            return statement.withText(column) { text in
                guard text.isASCII else { return false }
                rows.draft(place, symbol: text)
                return true
            }
        case (.state, .text):
            return statement.withText(column) { rows.draft(place, known: $0) }
        case (.set, .text):
            return statement.withText(column) { text in
                guard text.isOneName else { return false }
                rows.draft(place, symbol: text)
                return true
            }
        case (.date, .text):
            let date = statement.withText(column) { PartialDate(parsing: $0) }
            return draft(place, date?.packed, in: &rows)
        case (.integer, .integer):
            return draft(place, statement.integer(column), in: &rows)
        case (.month, .integer):
            return draft(place, Month(rawValue: statement.integer(column))?.rawValue, in: &rows)
        case (.decimal, .integer), (.decimal, .real):
            let number = statement.double(column) * 1000
            return draft(place, abs(number) < 1e9 ? Int(number.rounded()) : nil, in: &rows)
        default: return false
        }
    }

    private func draft(_ place: Int, _ code: Int?, in rows: inout RowAppender) -> Bool {
        guard let code = code.flatMap({ Int32(exactly: $0) }) else { return false }
        rows.draft(place, code: code)
        return true
    }
}

extension Span<UInt8> {
    /// Whether this is a set of one ASCII name, as the file stores it.
    fileprivate var isOneName: Bool {
        guard !isEmpty, self[0] != 0x20 else { return false }
        for index in indices where self[index] >= 0x80 || self[index] == UInt8(ascii: ",") {
            return false
        }
        return true
    }
}
