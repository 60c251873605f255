/// Rows that come out of a file, one after the other, whatever sort of file it is.
package protocol RowSource: AnyObject {
    /// The next row; nil at the end.
    func next() throws(ReadFailure) -> ImportedRow?

    /// How much of the file has been read, 0 to 1.
    var fraction: Double { get }
}
