import CPostgreSQL

/// The answer to a statement, with all of its rows; `deinit` frees it.
@safe
final class PostgresResult {
    /// The kinds of answers.
    enum Status {
        /// Success of a statement that returns rows, possibly none.
        case rows
        /// Success of a statement that returns no rows.
        case done
        case failed
        /// The statement did not run, because an earlier one of the pipeline had failed.
        case aborted
        /// The end of a pipeline.
        case synced
        /// Any other answer, such as the beginning of a COPY.
        case unexpected
    }

    /// Valid from `init` to `deinit`, and private to this class.
    private let handle: OpaquePointer

    /// Takes over a result of libpq.
    init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe PQclear(handle)
    }

    var status: Status {
        switch unsafe PQresultStatus(handle) {
        case PGRES_TUPLES_OK: .rows
        case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: .done
        case PGRES_PIPELINE_SYNC: .synced
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: .failed
        case PGRES_PIPELINE_ABORTED: .aborted
        default: .unexpected
        }
    }

    var rowCount: Int32 { unsafe PQntuples(handle) }

    /// The rows that the statement returned or changed; 0 for a statement that does neither.
    var changes: Int {
        // The string belongs to the result and is copied.
        Int(unsafe String(cString: PQcmdTuples(handle))) ?? 0
    }

    /// The name of the command, such as `COMMIT`, and for some the number of rows.
    var tag: String {
        // The string belongs to the result and is copied.
        unsafe String(cString: PQcmdStatus(handle))
    }

    /// The error, if the status is that of one.
    var error: PostgresError {
        PostgresError(
            state: field(trove_field_state),
            message: field(trove_field_message)
                ?? (unsafe String(cString: PQresultErrorMessage(handle))),
            constraint: field(trove_field_constraint))
    }

    private func field(_ field: Int) -> String? {
        // The string belongs to the result and is copied.
        unsafe PQresultErrorField(handle, Int32(field)).map { unsafe String(cString: $0) }
    }

    // MARK: Values

    /// Returns the bytes of a value, which are valid as long as the result; nil for NULL, and for a
    /// row or column that does not exist.
    func bytes(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        guard unsafe PQgetisnull(handle, row, column) == 0,
            let start = unsafe PQgetvalue(handle, row, column)
        else { return nil }
        let count = Int(unsafe PQgetlength(handle, row, column))
        // The value has `count` bytes, which the result owns.
        return unsafe UnsafeBufferPointer(
            start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// Returns an integer of 2, 4 or 8 bytes, or 0 or 1 for a Boolean; nil for NULL and other
    /// types.
    func integer(_ row: Int32, _ column: Int32) -> Int? {
        switch PostgresType(rawValue: unsafe PQftype(handle, column)) {
        case .bool, .int2, .int4, .int8: break
        default: return nil
        }
        guard let bytes = unsafe bytes(row, column), let first = unsafe bytes.first else {
            return nil
        }
        // The first byte carries the sign.
        return unsafe bytes.dropFirst().reduce(Int(Int8(bitPattern: first))) { $0 << 8 | Int($1) }
    }
}
