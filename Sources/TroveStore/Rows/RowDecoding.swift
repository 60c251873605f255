import TroveModel
import TroveSQLite

/// Decodes the rows of one kind from a statement into the columns of a table. Most values go there
/// directly; the others are read by `RowStore.value`, which also reports damage.
struct RowDecoding {
    /// How the values of a field are stored in the file.
    private enum Form {
        case text, symbol, state, set, date, integer, month, decimal
    }

    /// The form of each field.
    private let forms: [Form]

    init(_ kind: Kind) {
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
    ///   - table: the table, which is unchanged if a value is damaged.
    /// - Throws: `BadRow` for a damaged value.
    func append(
        _ statement: Statement, _ fields: [FieldIndex], _ number: ItemNumber, _ id: ItemID,
        _ store: RowStore, to table: inout Table
    ) throws(RowStore.BadRow) {
        guard table.isNext(number) else {
            throw RowStore.BadRow(
                description: "\(table.kind.storedName) \(number) has a bad number")
        }
        do throws(RowStore.BadRow) {
            var column: Int32 = 2
            for field in fields {
                let storage = statement.storage(column)
                defer { column += 1 }
                // Most fields of most items have no value.
                if case .null = storage { continue }
                if draft(field, statement, column, storage, in: &table) { continue }
                table.draft(field, try store.value(of: field, number, in: statement, column))
            }
        } catch {
            table.dropDraft()
            throw error
        }
        table.appendDraft(number: number, id: id)
    }

    /// Drafts a value; returns false for a value that this does not decode.
    private func draft(
        _ field: FieldIndex, _ statement: Statement, _ column: Int32,
        _ storage: Statement.Storage, in table: inout Table
    ) -> Bool {
        switch (forms[field], storage) {
        case (.text, .text), (.symbol, .text):
            return statement.withText(column) { text in
                guard text.isASCII else { return false }
                table.draft(field, utf8: text)
                return true
            }
        case (.state, .text):
            return statement.withText(column) { table.draft(field, known: $0) }
        case (.set, .text):
            return statement.withText(column) { text in
                guard text.isOneName else { return false }
                table.draft(field, utf8: text)
                return true
            }
        case (.date, .text):
            let date = statement.withText(column) { PartialDate(parsing: $0) }
            return draft(field, date?.packed, in: &table)
        case (.integer, .integer):
            return draft(field, statement.integer(column), in: &table)
        case (.month, .integer):
            return draft(field, Month(rawValue: statement.integer(column))?.rawValue, in: &table)
        case (.decimal, .integer), (.decimal, .real):
            let number = statement.double(column) * 1000
            return draft(field, abs(number) < 1e9 ? Int(number.rounded()) : nil, in: &table)
        default: return false
        }
    }

    private func draft(_ field: FieldIndex, _ code: Int?, in table: inout Table) -> Bool {
        guard let code = code.flatMap({ Int32(exactly: $0) }) else { return false }
        table.draft(field, code: code)
        return true
    }
}

extension Span<UInt8> {
    /// Whether all bytes are ASCII.
    fileprivate var isASCII: Bool {
        var all: UInt8 = 0
        for index in indices { all |= self[index] }
        return all < 0x80
    }

    /// Whether this is a set of one ASCII name, as the file stores it.
    fileprivate var isOneName: Bool {
        guard !isEmpty, self[0] != 0x20 else { return false }
        for index in indices where self[index] >= 0x80 || self[index] == UInt8(ascii: ",") {
            return false
        }
        return true
    }
}
