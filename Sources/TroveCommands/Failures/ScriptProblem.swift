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

extension CommandFailure {
    /// Wraps a failure of a script.
    package init(_ problem: ScriptProblem, at span: Range<Int>? = nil) {
        self.init(.script(problem), at: span)
    }
}
