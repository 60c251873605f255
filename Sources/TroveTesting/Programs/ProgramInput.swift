/// A program's standard input.
package enum ProgramInput: Sendable {
    /// Empty: `/dev/null`.
    case empty
    /// A pipe with this text, then its end.
    case text(String)
    /// A pipe with these bytes, then its end.
    case bytes([UInt8])
    /// A file opened for reading; the path is absolute.
    case file(String)
}

/// The destination of a program's standard error.
package enum ErrorRouting: Sendable {
    /// A pipe of its own.
    case separate
    /// The pipe of standard output, which preserves the order of the two.
    case merged
    /// The end of a file, created if missing; the path is absolute. Unlike a pipe, it never blocks
    /// a program whose output is not read.
    case file(String)
}
