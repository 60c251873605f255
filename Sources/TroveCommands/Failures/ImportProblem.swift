package import TroveExchange

/// Why a file cannot be imported.
package enum ImportProblem {
    /// The path leads to the library.
    case isLibrary
    /// Duplicates cannot be both added and updated.
    case addsAndUpdates
    case failed(ImportFailure)
}
