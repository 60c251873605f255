/// Reads the rows of a file, one after the other.
package protocol RowSource: AnyObject {
    /// Returns the next row; nil at the end.
    func next() throws(ReadFailure) -> ImportedRow?

    /// The share of the file that has been read, 0 to 1.
    var fraction: Double { get }

    /// The columns that were found while reading and that the format does not know.
    var notUnderstood: [String] { get }
}

extension RowSource {
    package var notUnderstood: [String] { [] }
}
