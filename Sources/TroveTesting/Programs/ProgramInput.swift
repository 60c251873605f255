/// What a program finds on its standard input.
package enum ProgramInput: Sendable {
    /// Nothing: `/dev/null`.
    case empty
    /// A pipe with this text, then its end.
    case text(String)
    /// A pipe with these bytes, then its end.
    case bytes([UInt8])
    /// A file, opened for reading: the path is absolute.
    case file(String)
}

/// Where a program's standard error goes.
package enum ErrorRouting: Sendable {
    /// Into a pipe of its own.
    case separate
    /// Into the pipe of the standard output, so that the order of the two can be seen.
    case merged
    /// To the end of a file, which is made when it is not there: the path is absolute. A program
    /// that says much while nobody reads cannot be held up by a full pipe then.
    case file(String)
}
