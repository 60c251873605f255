import TroveModel

/// The number of a command in the change log: the sequence number of its first change.
package struct CommandNumber: IntegerWrapper {
    /// The number as the library file and JSON hold it.
    package let rawValue: Int

    /// Wraps a plain number.
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
