package import TroveModel
import TroveSQLite

/// A row of the file, while a statement stands on it.
package struct StoredRow: ThingRow {
    let store: RowStore
    let statement: Statement
    /// The item's number in this library.
    package let number: ItemNumber
    /// The item's id, the same on every device.
    package let id: ItemID

    /// - Throws: what makes `Library.forEachStored` say that the file is damaged.
    package func value(_ field: FieldIndex) throws -> Value? {
        try store.value(of: field, number, in: statement, Self.column(of: field))
    }

    /// - Throws: what makes `Library.forEachStored` say that the file is damaged.
    package func appendText(of field: FieldIndex, to bytes: inout [UInt8]) throws {
        let column = Self.column(of: field)
        switch (store.contents[field], statement.storage(column)) {
        case (_, .null): return
        // These stand in the file as people read them.
        case (.text, .text), (.choice, .text), (.set, .text):
            statement.appendText(column, to: &bytes)
        default: try value(field)?.appendText(to: &bytes)
        }
    }

    /// Where a field stands in the statement, behind the number and the identity.
    private static func column(of field: FieldIndex) -> Int32 { Int32(field.rawValue + 2) }
}

extension Library {
    /// The number of the last thing of a kind, in memory or not; nil when there is none.
    package func lastNumber(_ kind: KindIndex) throws(LibraryError) -> ItemNumber? {
        do {
            return try connection.integer(
                "SELECT max(number) FROM \(Schema.quoted(catalog.kinds[kind].name))"
            ).map { ItemNumber($0) }
        } catch {
            throw libraryError(error)
        }
    }

    /// Goes through the first things of a kind in the file, in the order of their numbers, and keeps
    /// none of them in memory.
    ///
    /// - Throws: what the body throws, and `LibraryError`.
    package func forEachStored(
        _ kind: KindIndex, limit: Int?, _ body: (StoredRow) throws -> Void
    ) throws {
        do {
            try stores[kind].forEach(limit, body)
        } catch let error as RowStore.BadRow {
            throw libraryError(error)
        } catch let error as SQLiteError {
            throw libraryError(error)
        }
    }
}
