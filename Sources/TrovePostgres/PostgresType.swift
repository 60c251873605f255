/// The types of values that are sent and read, with the numbers that PostgreSQL's catalog gives
/// them in every installation (`pg_type.dat`).
enum PostgresType: UInt32 {
    /// The server infers the type from the statement.
    case unspecified = 0
    case bool = 16
    case bytes = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case bools = 1000
    case byteaArray = 1001
    case texts = 1009
    case int8s = 1016
    case uuid = 2950
    case uuids = 2951
}
