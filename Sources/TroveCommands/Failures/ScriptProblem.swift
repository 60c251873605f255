package import TroveLanguage
package import TroveSystem

/// Why a script cannot be run.
package enum ScriptProblem {
    case noSuchFile(String)
    case isUnreadable(String)
    case isFolder(String)
    case isLibrary(String)
    /// A list of codes that is longer than this number of bytes.
    case isTooLong(String, limit: Int)
    /// A verb on the command line, where a file is required.
    case isVerbNotFile(String)
    /// The file has no transcript of commands.
    case hasNoTranscript(String)
    case sourcesTooDeep
}

extension ScriptProblem {
    var code: ErrorCode {
        switch self {
        case .noSuchFile: "no-such-file"
        case .isUnreadable: "unreadable"
        case .isFolder: "is-folder"
        case .isLibrary: "is-library"
        case .isTooLong: "too-long"
        case .isVerbNotFile: "is-command"
        case .hasNoTranscript: "has-no-transcript"
        case .sourcesTooDeep: "sources-too-deep"
        }
    }
}

extension CommandFailure {
    /// Wraps the reason why a file cannot be read, which was named in the command.
    package init(_ failure: WholeFile.Failure, reading path: Spanned<String>) {
        self.init(failure, reading: path.value, at: path.span)
    }

    /// Wraps the reason why a file cannot be read.
    package init(
        _ failure: WholeFile.Failure, reading path: String, at span: Range<Int>? = nil
    ) {
        switch failure {
        case .isMissing: self.init(.noSuchFile(path), at: span)
        case .isFolder: self.init(.isFolder(path), at: span)
        case .notAFile, .isTooLong, .system: self.init(.isUnreadable(path), at: span)
        }
    }

    /// Wraps a failure of a script.
    package init(_ problem: ScriptProblem, at span: Range<Int>? = nil) {
        self.init(.script(problem), at: span)
    }
}
