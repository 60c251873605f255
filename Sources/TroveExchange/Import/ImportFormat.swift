/// A format that `import` reads: a value in a file of its own, listed in `ImportChoice`.
///
/// A format opens files, tables or archives, and returns nil for those of another format. If the
/// user named the format, it skips the checks of the signature.
package protocol ImportFormat: Sendable {
    /// The name that the user types after `as:`, in lower case.
    var name: String { get }
    /// The name of the program that writes the format; empty if none does in particular.
    var title: String { get }
    /// The separator and quotes of its tables; nil if they are detected from the header.
    var dialect: TableDialect? { get }

    /// What its rejected objects are called in a table of rejected rows, if its files are JSON.
    var rejectedObject: RejectedObject { get }

    /// Opens a file that is neither empty nor an archive, before it is read as a table.
    func open(_ file: PeekedBytes, _ request: ImportRequest) -> ImportContents?

    /// Returns whether a file without content has the format, and no items. The name is that of the
    /// file without folders; nil if the user named the format.
    func canBeEmpty(_ name: String?) -> Bool

    /// Opens a table whose header has been read.
    func open(
        _ table: ImportTable, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents?

    /// Opens an archive of several related files. An archive with a single file is opened as that
    /// file.
    func open(
        _ archive: ImportArchive, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents?
}

extension ImportFormat {
    /// The default: detected from the header.
    package var dialect: TableDialect? { nil }

    /// The default: one object after another.
    package var rejectedObject: RejectedObject { .object }

    /// The default: returns nil, so the file is read as a table.
    package func open(_ file: PeekedBytes, _ request: ImportRequest) -> ImportContents? { nil }

    /// The default: a file of the format has content.
    package func canBeEmpty(_ name: String?) -> Bool { false }

    /// The default: no tables are opened.
    package func open(
        _ table: ImportTable, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? { nil }

    /// The default: no archives are opened.
    package func open(
        _ archive: ImportArchive, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? { nil }
}

/// A file that a format has opened.
package struct ImportContents {
    /// The rows that are not read yet.
    let rows: any RowSource
    /// The columns that are imported, as the file names them.
    var used: [String] = []
    /// The columns, and the files of an archive, that are left out on purpose.
    var leftOut: [String] = []
    /// The columns that the format does not know, as the file names them.
    var notUnderstood: [String] = []
    /// The pictures of the items, in an archive of Trove's own.
    var pictures: ImportPictures?
}
