/// Why a file cannot be imported at all.
package enum ImportFailure: Error, Sendable, Equatable {
    /// It cannot be opened or read.
    case read(ReadFailure)
    /// There is nothing in it.
    case isEmpty
    /// No format has such a header, which is given as it stands in the file.
    case isUnknown(header: [String])
    /// Nothing in the archive is a table that one knows: the names of its files.
    case isUnknownArchive([String])
    /// The format that was named has columns that the file lacks; the header as it stands there.
    case isNot(format: String, header: [String])
    /// There is no format of this name.
    case noFormat(String)
}
