import TroveModel

/// A column of values for a statement that reads or writes several rows at once: one value for each
/// row.
enum StoreColumn {
    case integers([Int])
    case texts([String?])
    case utf8([[UInt8]?])
    case bytes([[UInt8]])
    case ids([ItemID?])

    var count: Int {
        switch self {
        case .integers(let values): values.count
        case .texts(let values): values.count
        case .utf8(let values): values.count
        case .bytes(let values): values.count
        case .ids(let values): values.count
        }
    }

    /// The type of a column in a statement.
    enum Kind: String {
        case integer = "bigint"
        case text = "text"
        case bytes = "bytea"
        case id = "uuid"
    }
}
