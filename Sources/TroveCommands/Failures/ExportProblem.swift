/// Why an export failed. Each case holds the path as typed.
package enum ExportProblem {
    /// The file exists, and replacing it was not confirmed.
    case isThere(String)
    /// The path leads to the library.
    case isLibrary(String)
    /// The path, and the value of `errno`.
    case system(String, Int32)
}
