import TroveModel

/// A change in the log without its values.
struct PastChange: Sendable {
    let sequence: Int
    let number: ItemNumber
    let operation: Operation
}
