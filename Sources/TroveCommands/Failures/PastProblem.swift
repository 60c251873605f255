package import TroveStore

/// Why a command about the past of the library failed.
package enum PastProblem {
    /// The text is neither a time nor the name of a mark. Also the names of the marks.
    case noSuchPlace(String, marks: [String])
    /// The time is in the future.
    case isInFuture(String)
    /// There already is a mark with the name.
    case markExists(Mark)
    case noSuchMark(String, marks: [String])
    /// The name cannot be that of a mark.
    case badMarkName(String)
}

extension PastProblem {
    var code: ErrorCode {
        switch self {
        case .noSuchPlace: "no-such-place"
        case .isInFuture: "in-future"
        case .markExists: "mark-exists"
        case .noSuchMark: "no-such-mark"
        case .badMarkName: "bad-mark-name"
        }
    }
}
