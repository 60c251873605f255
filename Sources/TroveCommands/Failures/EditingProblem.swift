/// Why a text cannot be edited.
package enum EditingProblem {
    case editorFailed(String)
    /// The path of the text for the editor, which cannot be written.
    case editFileFailed(String, errno: Int32)
    /// The editor exited with an error after the user had typed text that is not used yet.
    case editorEnded
    case badForm(String)
}

extension EditingProblem {
    var code: ErrorCode {
        switch self {
        case .editorFailed: "editor-failed"
        case .editFileFailed: "edit-file-failed"
        case .editorEnded: "editor-ended"
        case .badForm: "bad-form"
        }
    }
}

extension CommandFailure {
    /// Wraps a failure of the editor.
    package init(_ problem: EditingProblem, at span: Range<Int>? = nil) {
        self.init(.editing(problem), at: span)
    }
}
