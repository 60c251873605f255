import CSQLite

/// A prepared statement; `deinit` finalizes it. As in SQLite, parameters count from 1 and columns
/// from 0. Binding a missing parameter does nothing, and a missing column reads as NULL.
///
/// Read columns between a `step` that returned true and the next `step` or `reset`. A pointer that
/// SQLite returns for a column is valid until the next call that steps, resets or converts it; it
/// is copied, or passed to a closure, before that. Its length is read after it, as SQLite requires.
@safe
package final class Statement {
    /// The storage class of a value.
    package enum Storage: Sendable {
        case null, integer, real, text, blob

        /// Whether the value is an integer or a double.
        package var isNumber: Bool {
            switch self {
            case .integer, .real: true
            case .null, .text, .blob: false
            }
        }
    }

    /// Valid from `init` to `deinit`, and private to this class.
    private let handle: OpaquePointer
    /// Short texts and IDs bound since the last run. SQLite reads them here, so the memory lives
    /// until the statement is finalized, and used bytes are overwritten only after a reset. Such
    /// parameters must be bound again for each run.
    private let parameters: UnsafeMutablePointer<UInt8>
    /// The used bytes of `parameters`.
    private var used = 0
    /// The texts bound by `bindLasting`, by parameter.
    private var lasting: [String?] = []
    /// The size of `parameters` in bytes.
    private static let parametersSize = 2048
    /// The parameters from 1 to 63 that may have a value other than NULL.
    private var bound: UInt64 = 0
    /// Keeps the connection open for as long as the statement lives.
    private let connection: Connection

    init(handle: OpaquePointer, connection: Connection) {
        unsafe self.handle = handle
        self.connection = connection
        unsafe parameters = .allocate(capacity: Self.parametersSize)
    }

    deinit {
        // Finalize first: until then SQLite may read the parameters.
        unsafe sqlite3_finalize(handle)
        unsafe parameters.deallocate()
    }

    // MARK: Parameters

    /// Binds NULL. Does nothing if the parameter is NULL already.
    package func bindNull(at index: Int32) {
        guard index >= 64 || bound & 1 << UInt64(index) != 0 else { return }
        if index < 64 { bound &= ~(1 << UInt64(index)) }
        unsafe sqlite3_bind_null(handle, index)
    }

    /// Notes that a parameter gets a value.
    private func note(_ index: Int32) {
        if index < 64 { bound |= 1 << UInt64(index) }
    }

    /// Binds an integer.
    package func bind(_ number: Int, at index: Int32) {
        note(index)
        unsafe sqlite3_bind_int64(handle, index, Int64(number))
    }

    /// Binds a double; SQLite turns NaN into NULL.
    package func bind(_ number: Double, at index: Int32) {
        note(index)
        unsafe sqlite3_bind_double(handle, index, number)
    }

    /// Binds a text for the next run.
    package func bind(_ text: String, at index: Int32) {
        var text = text
        text.withUTF8 { unsafe bind(utf8: $0, at: index) }
    }

    /// Binds UTF-8 text for the next run.
    package func bind(utf8 bytes: [UInt8], at index: Int32) {
        unsafe bytes.withUnsafeBufferPointer { unsafe bind(utf8: $0, at: index) }
    }

    /// Binds UTF-8 text for the next run.
    package func bind(utf8 bytes: Span<UInt8>, at index: Int32) {
        unsafe bytes.withUnsafeBufferPointer { unsafe bind(utf8: $0, at: index) }
    }

    /// Binds a text for all later runs. Does nothing if the same text is already bound.
    package func bindLasting(_ text: String, at index: Int32) {
        while lasting.count <= Int(index) { lasting.append(nil) }
        guard lasting[Int(index)] != text else { return }
        lasting[Int(index)] = text
        note(index)
        var text = text
        text.withUTF8 { bytes in
            // SQLite copies the text before this returns.
            _ = unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe trove_bind_text(
                    handle, index, characters.baseAddress, UInt64(characters.count))
            }
        }
    }

    /// Binds a text for the next run. Short texts go into the statement's own memory, because
    /// SQLite would allocate for each.
    private func bind(utf8 bytes: UnsafeBufferPointer<UInt8>, at index: Int32) {
        note(index)
        guard let base = bytes.baseAddress, bytes.count <= Self.parametersSize - used else {
            // SQLite copies the text before this returns.
            _ = unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe trove_bind_text(
                    handle, index, characters.baseAddress, UInt64(characters.count))
            }
            return
        }
        // There is room: the guard compared the count with the free bytes.
        let copy = unsafe parameters + used
        unsafe copy.update(from: base, count: bytes.count)
        used += bytes.count
        _ = unsafe copy.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
            unsafe sqlite3_bind_text(handle, index, characters, Int32(bytes.count), nil)
        }
    }

    /// Binds bytes; an empty array is an empty blob, not NULL.
    package func bind(blob bytes: [UInt8], at index: Int32) {
        note(index)
        unsafe bytes.withUnsafeBytes { bytes in
            // SQLite copies the bytes before this returns.
            _ = unsafe trove_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
        }
    }

    /// Binds two words as a 16-byte blob in network order, for the next run.
    package func bind(blob high: UInt64, _ low: UInt64, at index: Int32) {
        note(index)
        let words = (high.bigEndian, low.bigEndian)
        guard used <= Self.parametersSize - 16 else {
            unsafe withUnsafeBytes(of: words) { bytes in
                // SQLite copies the bytes before this returns.
                _ = unsafe trove_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
            }
            return
        }
        // There is room: the guard checked it.
        let copy = unsafe UnsafeMutableRawPointer(parameters + used)
        unsafe copy.storeBytes(of: words.0, as: UInt64.self)
        unsafe copy.storeBytes(of: words.1, toByteOffset: 8, as: UInt64.self)
        used += 16
        unsafe sqlite3_bind_blob(handle, index, copy, 16, nil)
    }

    // MARK: Running

    /// Advances to the next row. Returns false after the last one; the statement can then run
    /// again.
    ///
    /// - Throws: `SQLiteError`; the statement can run again then, too.
    package func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        unsafe sqlite3_reset(handle)
        used = 0
        try connection.check(code)
        return false
    }

    /// Runs a statement that returns no rows.
    package func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Discards the remaining rows, so that the statement can run again.
    package func reset() {
        unsafe sqlite3_reset(handle)
        used = 0
    }

    // MARK: Columns

    /// Returns whether the column is NULL.
    package func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Returns the column as an integer: 0 for NULL; SQLite converts texts and doubles.
    package func integer(_ column: Int32) -> Int {
        Int(unsafe sqlite3_column_int64(handle, column))
    }

    /// Returns the column as a double: 0 for NULL; SQLite converts texts.
    package func double(_ column: Int32) -> Double {
        unsafe sqlite3_column_double(handle, column)
    }

    /// Returns the column as text, with invalid UTF-8 repaired; nil for NULL.
    package func text(_ column: Int32) -> String? {
        guard let bytes = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Passes the bytes of the column's text, which may not be valid UTF-8; none for NULL.
    package func withText<Result, Failure: Error>(
        _ column: Int32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SQLite keeps the bytes unchanged during the call.
        try body(unsafe utf8(column).span)
    }

    /// Appends the column's text, with invalid UTF-8 repaired; nothing for NULL.
    package func appendText(_ column: Int32, to bytes: inout [UInt8]) {
        let buffer = unsafe utf8(column)
        // Without an early end, the loop reads many bytes at once.
        if unsafe buffer.reduce(0, |) < 0x80 {
            unsafe bytes.append(contentsOf: buffer)
        } else {
            unsafe bytes.append(contentsOf: String(decoding: buffer, as: UTF8.self).utf8)
        }
    }

    /// Returns the bytes of the column's text; none for NULL.
    ///
    /// SQLite checks the statement once here, and not again for the length. It requires that no
    /// other thread uses such a value, and one thread uses a connection.
    @inline(__always)
    private func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        let value = unsafe sqlite3_column_value(handle, column)
        guard let text = unsafe sqlite3_value_text(value) else {
            return unsafe UnsafeBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    }

    /// Returns the storage class of the value, whatever type the schema declares.
    package func storage(_ column: Int32) -> Storage {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// Returns the column as bytes; empty for NULL.
    package func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Returns a 16-byte blob as two words in network order; nil for any other value.
    package func words(_ column: Int32) -> (high: UInt64, low: UInt64)? {
        guard let bytes = unsafe sqlite3_column_blob(handle, column),
            unsafe sqlite3_column_bytes(handle, column) == 16
        else { return nil }
        // The blob has sixteen bytes, so both words lie inside.
        let high = unsafe bytes.loadUnaligned(as: UInt64.self)
        let low = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        return (UInt64(bigEndian: high), UInt64(bigEndian: low))
    }
}
