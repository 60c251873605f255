package import TroveExchange

/// Why a file cannot be imported.
package enum ImportProblem {
    /// The path leads to the library.
    case isLibrary
    /// Duplicates cannot be both added and updated.
    case addsAndUpdates
    /// The text after `columns:` names no columns.
    case noColumns(String)
    case failed(ImportFailure)
}
