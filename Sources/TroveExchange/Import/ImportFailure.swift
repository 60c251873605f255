/// Why a file cannot be imported at all.
package enum ImportFailure: Error, Sendable, Equatable {
    /// It cannot be opened or read.
    case read(ReadFailure)
    /// The file is empty.
    case isEmpty
    /// No format has this header, which is given as it stands in the file.
    case isUnknown(header: [String])
    /// The archive has no table that a format knows: the names of its files.
    case isUnknownArchive([String])
    /// The format that was named has columns that the file lacks; the header as it stands there.
    case isNot(format: String, header: [String])
}

extension ImportFailure {
    /// Runs some work, and throws its failure as `read`.
    static func reading<Result>(
        _ work: () throws(ReadFailure) -> Result
    ) throws(ImportFailure) -> Result {
        do throws(ReadFailure) {
            return try work()
        } catch {
            throw .read(error)
        }
    }
}
