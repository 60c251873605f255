import TroveModel
import TroveSQLite
import TroveWire

/// A statement that runs once for each row of its columns.
final class SQLiteSetStatement: StoreRows {
    private let statement: SQLiteStatement
    private let user: UserID
    private let columns: [StoreColumn]
    private var row = -1
    private var isRunning = false

    /// Creates the statement. Its first parameter is the user, and the others are the columns.
    init(_ statement: SQLiteStatement, user: UserID, columns: [StoreColumn]) {
        self.statement = statement
        self.user = user
        self.columns = columns
    }

    func step() throws(StoreFault) -> Bool {
        while true {
            if isRunning {
                if try statement.step() { return true }
                isRunning = false
            }
            row += 1
            guard row < columns.first?.count ?? 0 else {
                row = -1
                return false
            }
            bindRow()
            isRunning = true
        }
    }

    private func bindRow() {
        statement.bind(user.rawValue, at: 1)
        for (place, column) in columns.enumerated() {
            let index = Int32(place + 2)
            switch column {
            case .integers(let values): statement.bind(values[row], at: index)
            case .texts(let values): bind(values[row], at: index) { statement.bind($0, at: index) }
            case .utf8(let values):
                bind(values[row], at: index) { statement.bind(utf8: $0.span, at: index) }
            case .bytes(let values): statement.bind(blob: values[row], at: index)
            case .ids(let values):
                bind(values[row], at: index) { statement.bind(id: $0.high, $0.low, at: index) }
            }
        }
    }

    private func bind<Value>(_ value: Value?, at index: Int32, _ bind: (Value) -> Void) {
        if let value { bind(value) } else { statement.bindNull(at: index) }
    }

    func reset() {
        statement.reset()
        row = -1
        isRunning = false
    }

    func isNull(_ column: Int32) -> Bool { statement.isNull(column) }
    func integer(_ column: Int32) -> Int { statement.integer(column) }
    func text(_ column: Int32) -> String? { statement.text(column) }
    func appendText(_ column: Int32, to bytes: inout [UInt8]) {
        statement.appendText(column, to: &bytes)
    }
    func blob(_ column: Int32) -> [UInt8] { statement.blob(column) }
    func words(_ column: Int32) -> (high: UInt64, low: UInt64)? { statement.words(column) }
}
