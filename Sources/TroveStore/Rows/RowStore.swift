import TroveModel
import TroveSQLite

/// Reads and writes the rows of one kind in the file.
final class RowStore {
    private let kind: Kind
    private let index: KindIndex
    /// The content type of each field.
    let contents: [Field.Content]
    private let decoding: RowDecoding
    /// The text form of each field.
    let forms: [StoredTextForm]
    private var connection: Connection
    /// Whether columns may be missing, because the file is older than the kind and read-only.
    private let mayLackColumns: Bool
    private var insertion: Statement?
    private var updates: [FieldIndex: Statement] = [:]
    private var deletion: Statement?
    private var selection: Statement?
    private var lookup: Statement?
    /// The number up to which all items are in memory.
    private(set) var loadedThrough = ItemNumber(0)
    /// Whether all items are in memory.
    private(set) var isComplete = false
    /// Whether `StoredItems.candidates` has read the rows of the file without loading them.
    var wasScanned = false

    init(_ index: KindIndex, kind: Kind, connection: Connection, mayLackColumns: Bool) {
        self.index = index
        self.kind = kind
        contents = kind.fields.map(\.content)
        decoding = RowDecoding(kind)
        forms = contents.map(StoredTextForm.init)
        self.connection = connection
        self.mayLackColumns = mayLackColumns
    }

    /// Returns a store of the same rows that has loaded none.
    func copy() -> RowStore {
        RowStore(index, kind: kind, connection: connection, mayLackColumns: mayLackColumns)
    }

    /// Continues where another store of the same rows is, whose rows are in memory.
    func resume(after other: RowStore) {
        loadedThrough = other.loadedThrough
        isComplete = other.isComplete
    }

    /// Moves to another connection to the same file.
    func use(_ connection: Connection) {
        self.connection = connection
        insertion = nil
        updates = [:]
        deletion = nil
        selection = nil
        lookup = nil
    }

    /// Returns whether a change to the item with this number must also be applied in memory. If
    /// not, the loader reads the changed row later.
    func isLoaded(_ number: ItemNumber) -> Bool {
        isComplete || number <= loadedThrough
    }

    // MARK: Writing

    func insert(_ change: Change, _ values: [Value?]) throws {
        let statement = try insertion ?? prepareInsertion()
        insertion = statement
        statement.bind(change.number, at: 1)
        statement.bind(blob: change.id.high, change.id.low, at: 2)
        for (index, value) in values.enumerated() {
            ValueCoding.bind(value, to: statement, at: Int32(index + 3))
        }
        try statement.run()
    }

    func update(_ number: ItemNumber, _ fields: [Change.FieldChange]) throws {
        for field in fields {
            let statement = try updates[field.field] ?? prepareUpdate(of: field.field)
            updates[field.field] = statement
            ValueCoding.bind(field.after, to: statement, at: 1)
            statement.bind(number, at: 2)
            try statement.run()
        }
    }

    func delete(_ number: ItemNumber) throws {
        let statement =
            try deletion
            ?? connection.prepare("DELETE FROM \(Schema.quoted(kind.storedName)) WHERE number = ?1")
        deletion = statement
        statement.bind(number, at: 1)
        try statement.run()
    }

    private func prepareInsertion() throws -> Statement {
        let columns = ["number", "id"] + kind.fields.map(\.storedName)
        let names = columns.map(Schema.quoted).joined(separator: ", ")
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return try connection.prepare(
            "INSERT INTO \(Schema.quoted(kind.storedName)) (\(names)) VALUES (\(places))")
    }

    private func prepareUpdate(of field: FieldIndex) throws -> Statement {
        try connection.prepare(
            """
            UPDATE \(Schema.quoted(kind.storedName)) SET \(Schema.quoted(kind.fields[field].storedName)) = ?1
            WHERE number = ?2
            """)
    }

    // MARK: Loading

    /// A row with an invalid value.
    struct BadRow: Error {
        let description: String

        init(description: String) { self.description = description }

        /// Creates the error for a row without a valid number or ID.
        init(badNumber number: Int, of kind: Kind) {
            description = "\(kind.storedName) \(number) has a bad number or id"
        }
    }

    /// Loads the next rows after `loadedThrough`, sorted by number. With items of the past it loads
    /// them instead of the rows that have changed since.
    func load(_ limit: Int, into table: inout Table, _ past: PastItems? = nil) throws {
        var merge = past.map { PastMerge($0, after: loadedThrough, of: index) }
        let statement =
            try selection
            ?? prepare(Array(kind.fieldIndices), where: "number > ?1 ORDER BY number LIMIT ?2")
        selection = statement
        defer { statement.reset() }
        statement.bind(loadedThrough, at: 1)
        statement.bind(limit, at: 2)
        var loaded = 0
        let fields = Array(kind.fieldIndices)
        while try statement.step() {
            let (number, id) = try identity(of: statement, after: loadedThrough)
            if merge == nil {
                try decoding.append(statement, fields, number, id, self, to: &table)
            } else {
                let values = try fields.map {
                    try value(of: $0, number, in: statement, Int32($0.rawValue + 2))
                }
                merge?.insert(number, id, values, into: &table)
            }
            loadedThrough = number
            loaded += 1
        }
        guard loaded < limit else { return }
        merge?.finish(into: &table)
        isComplete = true
    }

    /// Returns the number and the ID of a statement's row, whose number must be higher than another.
    private func identity(
        of statement: Statement, after former: ItemNumber
    ) throws(BadRow) -> (ItemNumber, ItemID) {
        let number = ItemNumber(statement.integer(0))
        guard number > former, number < .limit, let words = statement.words(1) else {
            throw BadRow(badNumber: number.rawValue, of: kind)
        }
        return (number, ItemID(high: words.high, low: words.low))
    }

    /// Starts loading from the first row again.
    func startOver() {
        loadedThrough = ItemNumber(0)
        isComplete = false
    }

    /// Reads one value of a row.
    func value(
        of field: FieldIndex, _ number: ItemNumber, in statement: Statement, _ column: Int32
    ) throws(BadRow) -> Value? {
        // Most fields of most items have no value.
        if statement.isNull(column) { return nil }
        do throws(ValueCoding.Mismatch) {
            return try ValueCoding.read(statement, column, as: contents[field])
        } catch {
            // Another device may have changed the definition of the field.
            if kind.fields[field].isOwn { return nil }
            let name = kind.fields[field].name
            throw BadRow(
                description: "\(kind.storedName) \(number) has \"\(error.found)\" as \(name)")
        }
    }

    // MARK: Reading without loading

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

    /// Returns a condition that the rows meet that a filter matches, for `prepareScan`; nil if all
    /// rows must be read.
    func condition(for filter: Filter) -> String? {
        mayLackColumns ? nil : FilterCondition(kind: kind).sql(for: filter)
    }

    /// Prepares the statement for `scan`.
    func prepareScan(of fields: [FieldIndex], where condition: String? = nil) throws -> Statement {
        let further = condition.map { " AND \($0)" } ?? ""
        return try prepare(
            fields, where: "number > ?1 AND number <= ?3\(further) ORDER BY number LIMIT ?2")
    }

    /// Reads some fields of the rows after a number into a table.
    ///
    /// - Parameters:
    ///   - statement: the result of `prepareScan`.
    ///   - fields: the fields that it selects.
    ///   - start: the number before the first one.
    ///   - end: the highest number to read.
    ///   - limit: the highest number of rows to read.
    ///   - readsIDs: whether the IDs are read; otherwise they are 0.
    ///   - table: the table.
    /// - Returns: the last number read; nil when there are no more rows.
    /// - Throws: `BadRow` and `SQLiteError`.
    func scan(
        _ statement: Statement, _ fields: [FieldIndex], after start: ItemNumber,
        through end: ItemNumber = ItemNumber(.max), limit: Int, readsIDs: Bool = false,
        into table: inout Table
    ) throws -> ItemNumber? {
        defer { statement.reset() }
        statement.bind(start, at: 1)
        // SQLite treats a negative limit as no limit.
        statement.bind(limit == .max ? -1 : limit, at: 2)
        statement.bind(end, at: 3)
        var last = start
        var count = 0
        while try statement.step() {
            var id = ItemID(high: 0, low: 0)
            if readsIDs {
                (last, id) = try identity(of: statement, after: last)
            } else {
                let number = ItemNumber(statement.integer(0))
                guard number > last, number < .limit else {
                    throw BadRow(description: "\(kind.storedName) \(number) has a bad number")
                }
                last = number
            }
            try decoding.append(statement, fields, last, id, self, to: &table)
            count += 1
        }
        return count == limit ? last : nil
    }

    /// Returns the row with a number; nil when there is none.
    func row(_ number: ItemNumber) throws -> (id: ItemID, values: [Value?])? {
        let fields = Array(kind.fieldIndices)
        let statement = try lookup ?? prepare(fields, where: "number = ?1")
        lookup = statement
        defer { statement.reset() }
        statement.bind(number, at: 1)
        guard try statement.step() else { return nil }
        guard let words = statement.words(1) else {
            throw BadRow(badNumber: number.rawValue, of: kind)
        }
        let values = try fields.map {
            try value(of: $0, number, in: statement, Int32($0.rawValue + 2))
        }
        return (ItemID(high: words.high, low: words.low), values)
    }

    /// Prepares a selection of the number, the id and some fields. The values are NULL for a kind
    /// or a field that an older library lacks.
    private func prepare(_ fields: [FieldIndex], where condition: String) throws -> Statement {
        let existing = mayLackColumns ? try Schema.columns(of: kind, in: connection) : nil
        let columns = fields.map { field in
            let name = kind.fields[field].storedName
            return existing?.contains(name) ?? true ? Schema.quoted(name) : "NULL"
        }
        let source =
            existing?.isEmpty ?? false
            ? "(SELECT 0 AS number, NULL AS id WHERE false)" : Schema.quoted(kind.storedName)
        return try connection.prepare(
            """
            SELECT \((["number", "id"] + columns).joined(separator: ", ")) FROM \(source)
            WHERE \(condition)
            """)
    }
}
