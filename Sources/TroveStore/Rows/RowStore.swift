internal import TroveModel
internal import TroveSQLite

/// The rows of one kind in the file: what writes them and what reads them.
final class RowStore {
    private let kind: Kind
    /// What each field holds.
    private let contents: [Field.Content]
    private let connection: Connection
    /// Whether the file may be older than the kind, because nothing may be added to it.
    private let mayLackColumns: Bool
    private var insertion: Statement?
    private var updates: [Int: Statement] = [:]
    private var deletion: Statement?
    private var selection: Statement?
    /// Everything up to this number is in memory.
    private(set) var loadedThrough = 0
    /// Whether everything is.
    private(set) var isComplete = false

    init(kind: Kind, connection: Connection, mayLackColumns: Bool) {
        self.kind = kind
        contents = kind.fields.map(\.content)
        self.connection = connection
        self.mayLackColumns = mayLackColumns
    }

    /// Whether what happens to the thing with this number must be applied in memory too; if not,
    /// the loader will find it in the file.
    func isLoaded(_ number: Int) -> Bool {
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

    func update(_ number: Int, _ fields: [Change.FieldChange]) throws {
        for field in fields {
            let statement = try updates[field.field] ?? prepareUpdate(of: field.field)
            updates[field.field] = statement
            ValueCoding.bind(field.after, to: statement, at: 1)
            statement.bind(number, at: 2)
            try statement.run()
        }
    }

    func delete(_ number: Int) throws {
        let statement =
            try deletion
            ?? connection.prepare("DELETE FROM \(Schema.quoted(kind.name)) WHERE number = ?1")
        deletion = statement
        statement.bind(number, at: 1)
        try statement.run()
    }

    private func prepareInsertion() throws -> Statement {
        let columns = ["number", "id"] + kind.fields.map(\.name)
        let names = columns.map(Schema.quoted).joined(separator: ", ")
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return try connection.prepare(
            "INSERT INTO \(Schema.quoted(kind.name)) (\(names)) VALUES (\(places))")
    }

    private func prepareUpdate(of field: Int) throws -> Statement {
        try connection.prepare(
            """
            UPDATE \(Schema.quoted(kind.name)) SET \(Schema.quoted(kind.fields[field].name)) = ?1
            WHERE number = ?2
            """)
    }

    // MARK: Loading

    /// What stands in a row that cannot be.
    struct BadRow: Error {
        let description: String
    }

    /// Loads the next rows, in the order of their numbers, behind those that are loaded.
    func load(_ limit: Int, into table: inout Table) throws {
        let statement = try selection ?? prepareSelection()
        selection = statement
        defer { statement.reset() }
        statement.bind(loadedThrough, at: 1)
        statement.bind(limit, at: 2)
        var loaded = 0
        var values: [Value?] = kind.fields.map { _ in nil }
        while try statement.step() {
            let number = statement.integer(0)
            guard number > loadedThrough, number < Int(Int32.max), let words = statement.words(1)
            else {
                throw BadRow(description: "\(kind.name) \(number) has a bad number or id")
            }
            let id = ItemID(high: words.high, low: words.low)
            try readValues(of: statement, number, into: &values)
            table.insert(number: number, id: id, values: values)
            loadedThrough = number
            loaded += 1
        }
        if loaded < limit { isComplete = true }
    }

    /// Forgets what was loaded, so that it is read again.
    func startOver() {
        loadedThrough = 0
        isComplete = false
    }

    /// Reads all values of a row before any of them counts.
    private func readValues(
        of statement: Statement, _ number: Int, into values: inout [Value?]
    ) throws {
        for index in values.indices {
            let column = Int32(index + 2)
            // Most fields of most things have no value.
            if statement.isNull(column) {
                values[index] = nil
                continue
            }
            do throws(ValueCoding.Mismatch) {
                values[index] = try ValueCoding.read(statement, column, as: contents[index])
            } catch {
                let field = kind.fields[index].name
                throw BadRow(
                    description: "\(kind.name) \(number) has \"\(error.found)\" as \(field)")
            }
        }
    }

    /// A library that is only read may come from a time when the kind, or a field of it, was not
    /// there: such values are none.
    private func prepareSelection() throws -> Statement {
        let existing = mayLackColumns ? try Schema.columns(of: kind, in: connection) : nil
        if let existing, existing.isEmpty {
            return try connection.prepare("SELECT 0, NULL WHERE ?1 < 0 LIMIT ?2")
        }
        let fields = kind.fields.map { field in
            existing?.contains(field.name) ?? true ? Schema.quoted(field.name) : "NULL"
        }
        return try connection.prepare(
            """
            SELECT \((["number", "id"] + fields).joined(separator: ", "))
            FROM \(Schema.quoted(kind.name)) WHERE number > ?1 ORDER BY number LIMIT ?2
            """)
    }
}
