package import TroveExchange

/// Why an export failed. Each case holds the path as typed.
package enum ExportProblem {
    /// The file exists, and replacing it was not confirmed.
    case isThere(String)
    /// The path leads to the library.
    case isLibrary(String)
    /// The path, and the value of `errno`.
    case system(String, Int32)
    /// The path ends in a dot and this ending, which no format has.
    case isUnknownEnding(String, ending: String)
    /// Another shell changed the library while its items were written to this pipe or device.
    case wasChanged(String)
    /// An archive cannot be shown on a terminal.
    case isNotText
    /// The path, and why it cannot be an archive.
    case archive(String, ZipWriter.Failure)
}

extension ExportProblem {
    var code: ErrorCode {
        switch self {
        case .isThere: "file-exists"
        case .isLibrary: "is-library"
        case .system: "system"
        case .isUnknownEnding: "unknown-ending"
        case .wasChanged: "was-changed"
        case .isNotText: "not-text"
        case .archive(_, let failure): failure.code
        }
    }
}
