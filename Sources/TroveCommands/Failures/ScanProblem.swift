/// Why codes cannot be scanned.
package enum ScanProblem {
    /// A folder without files to scan.
    case isEmptyFolder(String)
    /// The codes that were not added, as read.
    case codesLeft([String], unread: Int)
    case noCodes(String)
    /// The file of a barcode that could not be read, and why.
    case barcode(String, BarcodeFailure)
    /// A code that is not the name of a file.
    case isCode(String)
    /// A line typed during `scan` that is not a code.
    case noCode(String)
}

extension ScanProblem {
    var code: ErrorCode {
        switch self {
        case .isEmptyFolder: "empty-folder"
        case .codesLeft: "codes-left"
        case .noCodes: "no-codes"
        case .barcode(_, let failure): failure.code
        case .isCode: "is-code"
        case .noCode: "no-code"
        }
    }
}

extension CommandFailure {
    /// Wraps a failure of a scan.
    package init(_ problem: ScanProblem, at span: Range<Int>? = nil) {
        self.init(.scan(problem), at: span)
    }
}
