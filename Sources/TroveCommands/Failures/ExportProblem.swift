/// Why things cannot be written to a file. Each case holds its path as it was typed.
package enum ExportProblem {
    /// There is such a file, and nobody has said that it may be replaced.
    case isThere(String)
    /// It is the library's own.
    case isLibrary(String)
    /// The system's error number.
    case system(String, Int32)
}
