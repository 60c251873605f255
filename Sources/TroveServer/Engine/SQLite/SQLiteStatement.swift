import TroveSQLite

/// A statement on the server's database file.
final class SQLiteStatement: StoreStatement {
    private let statement: Statement

    init(_ statement: Statement) {
        self.statement = statement
    }

    func bindNull(at index: Int32) { statement.bindNull(at: index) }
    func bind(_ number: Int, at index: Int32) { statement.bind(number, at: index) }
    func bind(_ text: String, at index: Int32) { statement.bind(text, at: index) }
    func bindLasting(_ text: String, at index: Int32) { statement.bindLasting(text, at: index) }
    func bind(utf8 bytes: Span<UInt8>, at index: Int32) { statement.bind(utf8: bytes, at: index) }
    func bind(blob bytes: [UInt8], at index: Int32) { statement.bind(blob: bytes, at: index) }
    func bind(id high: UInt64, _ low: UInt64, at index: Int32) {
        statement.bind(blob: high, low, at: index)
    }

    func step() throws(StoreFault) -> Bool {
        do throws(SQLiteError) {
            return try statement.step()
        } catch {
            throw StoreFault(error)
        }
    }

    func reset() { statement.reset() }

    func isNull(_ column: Int32) -> Bool { statement.isNull(column) }
    func integer(_ column: Int32) -> Int { statement.integer(column) }
    func text(_ column: Int32) -> String? { statement.text(column) }
    func appendText(_ column: Int32, to bytes: inout [UInt8]) {
        statement.appendText(column, to: &bytes)
    }
    func blob(_ column: Int32) -> [UInt8] { statement.blob(column) }
    func words(_ column: Int32) -> (high: UInt64, low: UInt64)? { statement.words(column) }
}
