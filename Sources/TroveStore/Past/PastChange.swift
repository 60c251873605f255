import TroveModel

/// A change in the log without its values.
struct PastChange: Sendable {
    /// Its sequence number.
    let sequence: Int
    /// The number of the item.
    let number: ItemNumber
    /// What it does with the item.
    let operation: Operation
}
