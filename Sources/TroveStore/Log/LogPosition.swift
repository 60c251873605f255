import TroveModel

/// A place in the change log: the sequence number of the last change before it, 0 for the start of
/// the log.
package struct LogPosition: IntegerWrapper {
    /// The sequence number as the library file holds it.
    package let rawValue: Int

    /// Wraps a plain number.
    package init(_ rawValue: Int) { self.rawValue = rawValue }
}
