package import TroveTerminal

/// Why nothing is undone or redone.
package enum UndoProblem {
    case nothingToUndo
    /// All remaining commands have an obstacle.
    case nothingElseToUndo
    /// The summary of the command to undo, and its obstacle.
    case cannotUndo(TerminalText, CommandFailure.Obstacle)
    case cannotRedo(TerminalText, CommandFailure.Obstacle)
    case nothingToRedo
}

extension UndoProblem {
    var code: ErrorCode {
        switch self {
        case .nothingToUndo: "nothing-to-undo"
        case .nothingElseToUndo: "nothing-else-to-undo"
        case .cannotUndo: "cannot-undo"
        case .cannotRedo: "cannot-redo"
        case .nothingToRedo: "nothing-to-redo"
        }
    }
}

extension CommandFailure {
    /// Wraps a failure of `undo` and `redo`.
    package init(_ problem: UndoProblem, at span: Range<Int>? = nil) {
        self.init(.undo(problem), at: span)
    }
}
