/// A statement with the values of its parameters and, after it ran, its rows. Parameters, `$1` in
/// the SQL, count from 1 and columns from 0, as in `TroveSQLite`. A parameter keeps its value until
/// another one is bound; it is NULL at first. A missing column reads as NULL.
///
/// The server gets each value with its type, and converts nothing: an integer for a `text` column
/// is an error. For a parameter that was never bound to anything but NULL, it takes the type from
/// the statement; write `$1::bigint` where there is none.
///
/// Read columns between a `step` that returned true and the next `step`, `run` or `reset`.
package final class PostgresStatement {
    let sql: String
    let isCommit: Bool
    private(set) var parameters: [PostgresParameter] = []
    private let connection: PostgresConnection
    /// The rows; nil if the statement must run before there are any.
    private var result: PostgresResult?
    /// The position of the current row in the result; -1 before the first one.
    private var row: Int32 = -1
    /// The rows that the last run returned or changed.
    package private(set) var changes = 0

    init(sql: String, connection: PostgresConnection) {
        self.sql = sql
        isCommit = sql.isCommit
        self.connection = connection
    }

    // MARK: Parameters

    /// Changes the value of a parameter. Rows that were not read yet are discarded.
    private func change(_ index: Int32, _ body: (inout PostgresParameter) -> Void) {
        precondition(index > 0, "parameters count from 1")
        reset()
        while parameters.count < index { parameters.append(PostgresParameter()) }
        body(&parameters[Int(index) - 1])
    }

    /// Binds NULL.
    package func bindNull(at index: Int32) {
        change(index) { $0.setNull() }
    }

    /// Binds an integer (`bigint`).
    package func bind(_ number: Int, at index: Int32) {
        change(index) { $0.set(.int8) { $0.append(bigEndian: number) } }
    }

    /// Binds a Boolean (`boolean`).
    package func bind(_ flag: Bool, at index: Int32) {
        change(index) { $0.set(.bool) { $0.append(flag ? 1 : 0) } }
    }

    /// Binds a text (`text`). The server refuses one with a NUL character.
    package func bind(_ text: String, at index: Int32) {
        change(index) { $0.set(.text) { $0.append(contentsOf: text.utf8) } }
    }

    /// Binds UTF-8 text. The server refuses other bytes.
    package func bind(utf8 bytes: [UInt8], at index: Int32) {
        change(index) { $0.set(.text, bytes) }
    }

    /// Binds UTF-8 text. The server refuses other bytes.
    package func bind(utf8 bytes: Span<UInt8>, at index: Int32) {
        change(index) { parameter in
            parameter.set(.text) { copy in
                // The bytes are copied during the call.
                unsafe bytes.withUnsafeBufferPointer { unsafe copy.append(contentsOf: $0) }
            }
        }
    }

    /// Binds a text that stays the same in many runs. Does nothing if it is already bound.
    package func bindLasting(_ text: String, at index: Int32) {
        let isBound = index <= parameters.count && parameters[Int(index) - 1].isText(text)
        if !isBound { bind(text, at: index) }
    }

    /// Binds bytes (`bytea`); an empty array is an empty blob, not NULL.
    package func bind(blob bytes: [UInt8], at index: Int32) {
        change(index) { $0.set(.bytes, bytes) }
    }

    /// Binds two words, in network order the 16 bytes of a `uuid`.
    package func bind(blob high: UInt64, _ low: UInt64, at index: Int32) {
        change(index) { $0.set(.uuid) { Self.append(high, low, to: &$0) } }
    }

    // MARK: Arrays

    /// Binds integers (`bigint[]`); nil is a NULL.
    package func bind(_ numbers: [Int?], at index: Int32) {
        change(index) { $0.setArray(.int8s, of: .int8, numbers) { $1.append(bigEndian: $0) } }
    }

    /// Binds Booleans (`boolean[]`); nil is a NULL.
    package func bind(_ flags: [Bool?], at index: Int32) {
        change(index) { $0.setArray(.bools, of: .bool, flags) { $1.append($0 ? 1 : 0) } }
    }

    /// Binds texts (`text[]`); nil is a NULL.
    package func bind(_ texts: [String?], at index: Int32) {
        change(index) {
            $0.setArray(.texts, of: .text, texts) { $1.append(contentsOf: $0.utf8) }
        }
    }

    /// Binds UTF-8 texts (`text[]`); nil is a NULL.
    package func bind(utf8 texts: [[UInt8]?], at index: Int32) {
        change(index) { $0.setArray(.texts, of: .text, texts) { $1.append(contentsOf: $0) } }
    }

    /// Binds blobs (`bytea[]`); nil is a NULL.
    package func bind(blobs: [[UInt8]?], at index: Int32) {
        change(index) { $0.setArray(.byteaArray, of: .bytes, blobs) { $1.append(contentsOf: $0) } }
    }

    /// Binds pairs of words, in network order the 16 bytes of each `uuid` (`uuid[]`); nil is a
    /// NULL.
    package func bind(blobs words: [(high: UInt64, low: UInt64)?], at index: Int32) {
        change(index) {
            $0.setArray(.uuids, of: .uuid, words) { Self.append($0.high, $0.low, to: &$1) }
        }
    }

    private static func append(_ high: UInt64, _ low: UInt64, to bytes: inout [UInt8]) {
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
    }

    // MARK: Running

    /// Advances to the next row, running the statement first unless its rows have already arrived.
    /// Returns false after the last row; the statement can then run again.
    ///
    /// - Throws: `PostgresError`; the statement can run again then, too.
    package func step() throws(PostgresError) -> Bool {
        if result == nil { try connection.run([self]) }
        row += 1
        if let result, row < result.rowCount { return true }
        reset()
        return false
    }

    /// Advances to the next row of a statement that has run. Returns false after the last row, or
    /// if the statement returned none.
    package func next() -> Bool {
        row += 1
        if let result, row < result.rowCount { return true }
        reset()
        return false
    }

    /// Runs the statement and discards its rows.
    ///
    /// - Throws: `PostgresError`; the statement can run again then, too.
    package func run() throws(PostgresError) {
        try connection.run([self])
        reset()
    }

    /// Discards the remaining rows, so that the statement can run again.
    package func reset() {
        result = nil
        row = -1
    }

    func take(_ result: PostgresResult) {
        changes = result.changes
        self.result = result.status == .rows ? result : nil
        row = -1
    }

    // MARK: Columns

    /// Returns whether the column is NULL.
    package func isNull(_ column: Int32) -> Bool {
        unsafe bytes(column) == nil
    }

    /// Returns the column as an integer, for `smallint`, `integer`, `bigint` and `boolean`; 0 for
    /// NULL and other types. A sum of `bigint` is a `numeric`: cast it.
    package func integer(_ column: Int32) -> Int {
        result?.integer(row, column) ?? 0
    }

    /// Returns the column, of a type of text, as text; nil for NULL.
    package func text(_ column: Int32) -> String? {
        unsafe bytes(column).map { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Passes the bytes of the column's text; none for NULL.
    package func withText<Result, Failure: Error>(
        _ column: Int32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let held = result
        defer { withExtendedLifetime(held) {} }
        let bytes = unsafe bytes(column) ?? UnsafeBufferPointer(start: nil, count: 0)
        // The result owns the bytes and lives during the call.
        return try body(unsafe bytes.span)
    }

    /// Appends the column's text; nothing for NULL.
    package func appendText(_ column: Int32, to bytes: inout [UInt8]) {
        guard let text = unsafe self.bytes(column) else { return }
        unsafe bytes.append(contentsOf: text)
    }

    /// Returns the column, of type `bytea`, as bytes; empty for NULL.
    package func blob(_ column: Int32) -> [UInt8] {
        unsafe bytes(column).map { unsafe [UInt8]($0) } ?? []
    }

    /// Returns a `uuid`, or a `bytea` of 16 bytes, as two words in network order; nil for any other
    /// value.
    package func words(_ column: Int32) -> (high: UInt64, low: UInt64)? {
        guard let bytes = unsafe bytes(column), bytes.count == 16 else { return nil }
        let words = UnsafeRawBufferPointer(bytes)
        // The value has sixteen bytes, so both words lie inside.
        let high = unsafe words.loadUnaligned(as: UInt64.self)
        let low = unsafe words.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        return (UInt64(bigEndian: high), UInt64(bigEndian: low))
    }

    /// Returns the bytes of a column, which are valid as long as the result; nil for NULL.
    private func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        unsafe result?.bytes(row, column)
    }
}
