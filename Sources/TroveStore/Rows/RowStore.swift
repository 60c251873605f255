import TroveModel
import TroveSQLite

/// Reads and writes the rows of one kind in the file.
final class RowStore {
    let kind: Kind
    private let index: KindIndex
    /// The content type of each field.
    let contents: [Field.Content]
    let decoding: RowDecoding
    /// The text form of each field.
    let forms: [StoredTextForm]
    /// The names of the states of the kind, in UTF-8; empty for a kind without a ladder.
    let stateNames: [[UInt8]]
    var connection: Connection
    /// Whether columns may be missing, because the file is older than the kind and read-only.
    let mayLackColumns: Bool
    private var insertion: Statement?
    private var lastDate: (date: PartialDate, text: String)?
    private var updates: [FieldIndex: Statement] = [:]
    private var deletion: Statement?
    private var selection: Statement?
    private var lookup: Statement?
    /// The statement that reads the fields by which duplicates are found.
    private var comparison: Statement?
    /// The statement that reads the fields that the library defines.
    private var ownFields: Statement?
    /// The number up to which all items are in memory.
    private(set) var loadedThrough = ItemNumber(0)
    /// Whether all items are in memory.
    private(set) var isComplete = false
    /// Whether items are in memory, or there are none.
    var isBegun: Bool { isComplete || loadedThrough.rawValue > 0 }
    /// Whether `StoredItems.candidates` has read the rows of the file without loading them.
    var wasScanned = false
    /// The number of searches for duplicates that have read the titles in the file.
    var duplicateScans = 0

    init(_ index: KindIndex, kind: Kind, connection: Connection, mayLackColumns: Bool) {
        self.index = index
        self.kind = kind
        contents = kind.fields.map(\.content)
        decoding = RowDecoding(kind)
        forms = contents.map { content in
            // A ladder other than the kind's belongs to a hidden field.
            if case .ladder(let ladder) = content, ladder != kind.ladder?.ladder { return .other }
            return StoredTextForm(content)
        }
        stateNames = kind.ladder?.ladder.rungs.map { Array($0.name.utf8) } ?? []
        self.connection = connection
        self.mayLackColumns = mayLackColumns
    }

    /// Returns a store of the same rows that has loaded none.
    ///
    /// - Parameter other: the kind with the types that the values have; nil for the same one.
    /// - Returns: the store.
    func copy(with other: Kind? = nil) -> RowStore {
        RowStore(
            index, kind: other ?? kind, connection: connection, mayLackColumns: mayLackColumns)
    }

    /// Continues after the rows that another store of the same rows has loaded, which are in
    /// memory.
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
        comparison = nil
        ownFields = nil
    }

    /// Returns whether a change to the item with this number must also be applied in memory. If
    /// not, the loader reads the changed row later.
    func isLoaded(_ number: ItemNumber) -> Bool {
        isComplete || number <= loadedThrough
    }

    // MARK: Writing

    func insert(_ number: ItemNumber, _ id: ItemID, _ values: [Value?]) throws {
        let statement = try insertion ?? prepareInsertion()
        insertion = statement
        statement.bind(number, at: 1)
        statement.bind(blob: id.high, id.low, at: 2)
        for index in values.indices {
            let parameter = Int32(index + 3)
            if case .date(let date)? = values[index] {
                statement.bind(text(of: date), at: parameter)
            } else {
                ValueCoding.bind(values[index], to: statement, at: parameter)
            }
        }
        try statement.run()
    }

    /// Returns the text of a date. Items that are added together usually have the same one.
    private func text(of date: PartialDate) -> String {
        if let lastDate, lastDate.date == date { return lastDate.text }
        let text = date.description
        lastDate = (date, text)
        return text
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
        var (loaded, last) = (0, loadedThrough)
        try append(statement, Array(kind.fieldIndices), &merge, to: &table) {
            // The row before this one has been added.
            loadedThrough = last
            guard try statement.step() else { return nil }
            let row = try identity(of: statement, after: last)
            (loaded, last) = (loaded + 1, row.0)
            return row
        }
        guard loaded < limit else { return }
        try merge?.finish(in: &table)
        isComplete = true
    }

    /// Returns the number and the ID of a statement's row, whose number must be higher than
    /// another.
    func identity(
        of statement: Statement, after former: ItemNumber
    ) throws(BadRow) -> (ItemNumber, ItemID) {
        let number = ItemNumber(statement.integer(0))
        guard number > former, number < .limit, let words = statement.words(1) else {
            throw BadRow(badNumber: number.rawValue, of: kind)
        }
        return (number, ItemID(high: words.high, low: words.low))
    }

    /// Returns the item of a statement's row with the values of some fields, which are at its
    /// column 2 and later.
    func item(
        _ number: ItemNumber, _ id: ItemID, _ fields: [FieldIndex], in statement: Statement
    ) throws -> Item {
        Item(
            kind: index, number: number, id: id,
            values: try values(of: fields, number, in: statement))
    }

    /// Returns one value for each field of the kind; those that a statement did not select are nil.
    private func values(
        of fields: [FieldIndex], _ number: ItemNumber, in statement: Statement
    ) throws(BadRow) -> [Value?] {
        var values = [Value?](repeating: nil, count: kind.fields.count)
        for (column, field) in fields.enumerated() {
            values[field] = try value(of: field, number, in: statement, Int32(column + 2))
        }
        return values
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

    // MARK: Reading single rows

    /// Returns the row with this number; nil when there is none.
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
        return (ItemID(high: words.high, low: words.low), try values(in: statement, number))
    }

    /// Returns the values of a row that are compared with those of a duplicate; nil if there is no
    /// row with the number.
    func values(
        comparing key: DuplicateKey, at number: ItemNumber
    ) throws -> [Value?]? {
        let fields = key.fields
        let statement = try comparison ?? prepare(fields, where: "number = ?1")
        comparison = statement
        defer { statement.reset() }
        statement.bind(number, at: 1)
        guard try statement.step() else { return nil }
        return try values(of: fields, number, in: statement)
    }

    /// Returns the values of a row that their fields cannot hold any more.
    func hiddenValues(at number: ItemNumber) throws -> [FieldIndex: Value] {
        let fields = kind.fieldIndices.filter { kind.fields[$0].isOwn }
        let statement = try ownFields ?? prepare(fields, where: "number = ?1")
        ownFields = statement
        defer { statement.reset() }
        statement.bind(number, at: 1)
        guard try statement.step() else { return [:] }
        var hidden: [FieldIndex: Value] = [:]
        for (place, field) in fields.enumerated() {
            guard let value = ValueCoding.read(statement, Int32(place + 2)) else { continue }
            let visible = try? ValueCoding.read(statement, Int32(place + 2), as: contents[field])
            if visible == nil { hidden[field] = value }
        }
        return hidden
    }

    /// Passes the rows with numbers in a range to `body`, sorted by number.
    func forEach(
        in range: ClosedRange<ItemNumber>, _ body: (ItemNumber, ItemID, [Value?]) -> Void
    ) throws {
        let statement = try prepare(
            Array(kind.fieldIndices), where: "number BETWEEN ?1 AND ?2 ORDER BY number")
        statement.bind(range.lowerBound, at: 1)
        statement.bind(range.upperBound, at: 2)
        while try statement.step() {
            let (number, id) = try identity(of: statement, after: range.lowerBound.advanced(by: -1))
            body(number, id, try values(in: statement, number))
        }
    }

    /// Returns the values of a row that has all fields.
    private func values(
        in statement: Statement, _ number: ItemNumber
    ) throws(BadRow) -> [Value?] {
        var values: [Value?] = []
        values.reserveCapacity(kind.fields.count)
        for field in kind.fieldIndices {
            values.append(
                try value(of: field, number, in: statement, Int32(field.rawValue + 2)))
        }
        return values
    }

    /// Prepares a selection of the number, the id and some fields. The values are NULL for a kind
    /// or a field that an older library lacks.
    func prepare(_ fields: [FieldIndex], where condition: String) throws -> Statement {
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
            SELECT \(Schema.joined(["number", "id"] + columns, by: ", ")) FROM \(source)
            WHERE \(condition)
            """)
    }
}
