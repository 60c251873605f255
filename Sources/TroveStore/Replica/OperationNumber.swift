import TroveModel

/// The number of an operation among those of its device: 1, 2, 3, … without gaps.
package struct OperationNumber: IntegerWrapper {
    /// The number as files and messages hold it; 0 before the first operation.
    package let rawValue: Int

    /// Wraps a plain number.
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
