/// Reads the rows of a file in order.
package protocol RowSource: AnyObject {
    /// Returns the next row; nil at the end.
    func next() throws(ReadFailure) -> ImportedRow?

    /// The share of the file that has been read, 0 to 1.
    var fraction: Double { get }

    /// The columns found so far that the format does not know.
    var notUnderstood: [String] { get }
}

extension RowSource {
    /// The default: none.
    package var notUnderstood: [String] { [] }
}
