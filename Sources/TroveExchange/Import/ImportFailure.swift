/// Why a file cannot be imported at all.
package enum ImportFailure: Error, Sendable, Equatable {
    /// The file cannot be opened or read.
    case read(ReadFailure)
    /// The file is empty.
    case isEmpty
    /// No format has this header, whose names are as in the file.
    case isUnknown(header: [String])
    /// No format has tables with the names of the archive's files, which are these.
    case isUnknownArchive([String])
    /// The file lacks columns of the format that the user named; its header.
    case isNot(format: String, header: [String])
    /// The file lacks a column that the user named; its header.
    case lacksColumn(String, header: [String])
    /// The user named a column for two fields.
    case columnTwice(String)
    /// The user named columns, but the format has columns of its own.
    case hasOwnColumns(format: String)
    /// The kind has no field with this name.
    case hasNoField(String, kind: String)
    /// The file has a form that is not imported.
    case isOtherForm(FileForm)
}

extension ImportFailure {
    /// Runs `work`, and translates a `ReadFailure` into `read`.
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
