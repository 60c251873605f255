import TroveModel
import TroveSQLite

/// Reading many rows without loading them.
extension RowStore {
    /// Passes the first rows to `body`, sorted by number; all rows without a limit.
    func forEach(_ limit: Int?, _ body: (StoredRow) throws -> Void) throws {
        // SQLite treats a negative limit as no limit.
        let statement = try prepare(
            Array(kind.fieldIndices), where: "number > 0 ORDER BY number LIMIT ?1")
        statement.bind(limit ?? -1, at: 1)
        while try statement.step() {
            let (number, id) = try identity(of: statement, after: 0)
            try body(StoredRow(store: self, statement: statement, number: number, id: id))
        }
    }

    /// Returns an SQL condition for `prepareScan` that every row meets if a filter matches it; nil
    /// if all rows must be read.
    func condition(for filter: Filter) -> String? {
        mayLackColumns ? nil : FilterCondition(kind: kind).sql(for: filter)
    }

    /// Prepares the statement for `scan`; only one that is bounded takes a highest number.
    func prepareScan(
        of fields: [FieldIndex], where condition: String? = nil, isBounded: Bool = false
    ) throws -> Statement {
        let further =
            (isBounded ? " AND number <= ?3" : "") + (condition.map { " AND \($0)" } ?? "")
        return try prepare(fields, where: "number > ?1\(further) ORDER BY number LIMIT ?2")
    }

    /// Reads some fields of the rows after a number into a table.
    ///
    /// - Parameters:
    ///   - statement: the result of `prepareScan`.
    ///   - fields: the fields that it selects.
    ///   - start: the number before the first one.
    ///   - end: the highest number to read; nil if the statement is not bounded.
    ///   - limit: the maximum number of rows to read.
    ///   - readsIDs: whether the IDs are read; otherwise they are 0.
    ///   - merge: puts the items of the past in place of the rows; nil for the present.
    ///   - table: the table.
    /// - Returns: the last number read; nil when there are no more rows.
    /// - Throws: `BadRow` and `SQLiteError`.
    func scan(
        _ statement: Statement, _ fields: [FieldIndex], after start: ItemNumber,
        through end: ItemNumber? = nil, limit: Int, readsIDs: Bool = false,
        _ merge: inout PastMerge?, into table: inout Table
    ) throws -> ItemNumber? {
        defer { statement.reset() }
        statement.bind(start, at: 1)
        // SQLite treats a negative limit as no limit.
        statement.bind(limit == .max ? -1 : limit, at: 2)
        if let end { statement.bind(end, at: 3) }
        var last = start
        var count = 0
        try append(statement, fields, &merge, to: &table) {
            guard try statement.step() else { return nil }
            var id = ItemID(high: 0, low: 0)
            if readsIDs {
                (last, id) = try identity(of: statement, after: last)
            } else {
                let number = ItemNumber(statement.integer(0))
                guard number > last, number < .limit else {
                    throw BadRow(description: "\(kind.storedName) \(number) has an invalid number")
                }
                last = number
            }
            count += 1
            return (last, id)
        }
        return count == limit ? last : nil
    }

    /// Appends the rows of a statement to a table. Items of the past take the place of the rows
    /// that have changed since.
    ///
    /// - Parameters:
    ///   - statement: the statement, sorted by number.
    ///   - fields: the fields that it selects.
    ///   - merge: puts the items of the past in place of the rows; nil for the present.
    ///   - table: the table.
    ///   - next: steps to the next row, and returns its number and its ID; nil after the last one.
    /// - Throws: `BadRow`, `SQLiteError` and what `next` throws.
    func append(
        _ statement: Statement, _ fields: [FieldIndex], _ merge: inout PastMerge?,
        to table: inout Table, next: () throws -> (ItemNumber, ItemID)?
    ) throws {
        var row = try next()
        while let (number, id) = row {
            if try merge?.reaches(number, in: &table) ?? false {
                let item = try item(number, id, fields, in: statement)
                try merge?.insert(item, into: &table)
                row = try next()
                continue
            }
            try table.appendRows(of: fields) { rows in
                while let (number, id) = row, !(merge?.concerns(number) ?? false) {
                    try decoding.append(statement, fields, number, id, self, to: &rows)
                    row = try next()
                }
            }
        }
    }

    /// Passes all rows to `body`, sorted by number: the number in column 0, and some fields in the
    /// columns after it.
    func forEachRow(reading fields: [FieldIndex], _ body: (Statement) throws -> Void) throws {
        let columns = ["number"] + fields.map { Schema.quoted(kind.fields[$0].storedName) }
        let statement = try connection.prepare(
            """
            SELECT \(Schema.joined(columns, by: ", ")) FROM \(Schema.quoted(kind.storedName))
            ORDER BY number
            """)
        while try statement.step() { try body(statement) }
    }
}
