package import TroveModel

/// A format that `import` reads: a value in a file of its own, listed in `ImportChoice`.
///
/// A format takes files, tables or archives; it returns nil for those of another format. Where the
/// user names the format, `isNamed`, it does not look for signs of it.
package protocol ImportFormat: Sendable {
    /// What is typed behind `as:`, in lower case.
    var name: String { get }
    /// The name of the program that writes it.
    var title: String { get }
    /// How its tables separate cells; nil where the header tells.
    var dialect: TableDialect? { get }

    /// Opens a file that is not empty and not an archive, before it is read as a table.
    func open(_ file: PeekedBytes, isNamed: Bool, _ kinds: Kinds) -> ImportContents?

    /// Opens a table, which has a header.
    func open(
        _ table: ImportTable, isNamed: Bool, _ kinds: Kinds
    ) throws(ImportFailure) -> ImportContents?

    /// Opens an archive of several files that belong together. One with a single file is opened as
    /// that file.
    func open(_ archive: ImportArchive, _ kinds: Kinds) throws(ImportFailure) -> ImportContents?
}

extension ImportFormat {
    package var dialect: TableDialect? { nil }

    package func open(_ file: PeekedBytes, isNamed: Bool, _ kinds: Kinds) -> ImportContents? { nil }

    package func open(
        _ table: ImportTable, isNamed: Bool, _ kinds: Kinds
    ) throws(ImportFailure) -> ImportContents? { nil }

    package func open(
        _ archive: ImportArchive, _ kinds: Kinds
    ) throws(ImportFailure) -> ImportContents? { nil }
}

/// A file that a format has opened.
package struct ImportContents {
    /// The rows that are still to be read.
    let rows: any RowSource
    /// The columns, and the files of an archive, that are left out on purpose.
    var leftOut: [String] = []
    /// The columns that the format does not know, as they are called in the file.
    var notUnderstood: [String] = []
}
