import TroveCodecs
package import TroveModel
import TroveSQLite

/// The current row of a statement.
package struct StoredRow: ItemRow {
    let store: RowStore
    let statement: Statement
    /// The item's number in this library.
    package let number: ItemNumber
    /// The item's id, the same on every device.
    package let id: ItemID

    /// Reads the value of a field.
    ///
    /// - Throws: `RowStore.BadRow`, which `StoredItems.forEach` reports as damage.
    package func value(_ field: FieldIndex) throws -> Value? {
        try store.value(of: field, number, in: statement, Self.column(of: field))
    }

    /// Appends the texts of fields, without creating a `Value` if the file stores the text itself.
    ///
    /// - Throws: `RowStore.BadRow`, which `StoredItems.forEach` reports as damage.
    package func appendTexts(
        of fields: [FieldIndex?], to texts: inout FieldTexts
    ) throws {
        for field in fields {
            texts.bytes.append(texts.separator)
            guard let field else { continue }
            let column = Self.column(of: field)
            let storage = statement.storage(column)
            // Most fields of most items have no value.
            if case .null = storage { continue }
            let start = texts.bytes.count
            try appendText(of: field, in: column, storage, to: &texts.bytes)
            if start < texts.bytes.count { texts.ranges.append(start..<texts.bytes.count) }
        }
    }

    private func appendText(
        of field: FieldIndex, in column: Int32, _ storage: Statement.Storage,
        to bytes: inout [UInt8]
    ) throws {
        switch (storage, store.forms[field]) {
        case (.text, .asShown): return statement.appendText(column, to: &bytes)
        case (.text, .date):
            if append(column, to: &bytes, if: { PartialDate(parsing: $0) != nil }) { return }
        case (.text, .state):
            let names = store.stateNames
            if append(
                column, to: &bytes, if: { text in names.contains { text.isSame(as: $0.span) } })
            {
                return
            }
        case (.integer, .integer):
            if let number = Int32(exactly: statement.integer(column)) {
                return bytes.append(number: Int(number))
            }
        default: break
        }
        try value(field)?.appendText(to: &bytes)
    }

    /// Appends the text of a column if it is valid; otherwise returns false.
    private func append(
        _ column: Int32, to bytes: inout [UInt8], if isValid: (Span<UInt8>) -> Bool
    ) -> Bool {
        statement.withText(column) { text in
            guard isValid(text) else { return false }
            unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            return true
        }
    }

    /// Returns the column of a field. The number and the id come first.
    private static func column(of field: FieldIndex) -> Int32 { Int32(field.rawValue + 2) }
}

/// How the file stores the text of a value.
enum StoredTextForm {
    /// As it is shown.
    case asShown
    /// As it is shown, if it is a date.
    case date
    /// As it is shown, if it is a state of the kind's ladder.
    case state
    case integer
    /// In another way, or with conditions.
    case other

    init(_ content: Field.Content) {
        self =
            switch content {
            case .text, .isbn, .choice, .set: .asShown
            case .date: .date
            case .ladder: .state
            case .integer: .integer
            case .decimal, .month: .other
            }
    }
}
