package import TroveExchange

/// Why a file cannot be imported.
package enum ImportProblem {
    /// It is the library's own.
    case isLibrary
    case failed(ImportFailure)
}
