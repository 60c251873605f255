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
}
