package import TroveExchange

/// Why a file cannot be imported.
package enum ImportProblem {
    /// The path leads to the library.
    case isLibrary
    /// Duplicates cannot be both added and updated.
    case addsAndUpdates
    /// The text after `columns:` names no columns.
    case noColumns(String)
    /// Standard input is the keyboard at the prompt.
    case inputIsKeyboard
    /// Standard input is the script.
    case inputIsScript
    /// Every row was rejected.
    case allRejected(ImportReport)
    case failed(ImportFailure)
}

extension ImportProblem {
    var code: ErrorCode {
        switch self {
        case .isLibrary: "is-library"
        case .addsAndUpdates: "adds-and-updates"
        case .noColumns: "no-columns"
        case .inputIsKeyboard: "input-is-keyboard"
        case .inputIsScript: "input-is-script"
        case .allRejected: "all-rejected"
        case .failed(let failure): failure.code
        }
    }
}
