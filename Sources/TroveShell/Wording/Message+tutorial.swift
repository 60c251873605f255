import TroveCommands
import TroveLessons
import TroveTerminal

/// Messages of the tutorial.
extension Message {
    /// What the user is told below the first panel of a lesson.
    static let tutorialBegins: TerminalText = """
        This is a sandbox: every command works, and your own library is not touched.
        `hint` helps with the next step, `why` explains it, `skip` leaves it out. `quit` ends the lesson.
        """

    /// The answer to `skip` after the last step.
    static let nothingToSkip: TerminalText =
        "Every step is done or skipped. `quit` ends the lesson."

    /// Returns the answer to the number of a step that does not exist.
    static func noStep(_ number: Int, of count: Int) -> TerminalText {
        "This lesson has no step \(number). Its steps are numbered from 1 to \(count)."
    }

    /// Returns the answer to `skip` with the number of another step than the next one.
    static func onlyNextIsSkipped(_ next: Int) -> TerminalText {
        "Only the next step can be skipped, which is step \(next)."
    }

    /// Returns the answer to `hint`; `step` is nil when all are done.
    static func hint(for step: Tutorial.Step?) -> TerminalText {
        guard let step else { return nothingToSkip }
        return step.hint.isEmpty
            ? "This step has no hint. `help` lists the commands." : TerminalText(step.hint)
    }

    /// Returns the answer to `why`: the reason of the step, else that of the lesson.
    static func why(_ step: Tutorial.Step?, _ lesson: String) -> TerminalText {
        let text = step.map(\.why) ?? ""
        if !text.isEmpty { return TerminalText(text) }
        return lesson.isEmpty ? "The lesson does not say why." : TerminalText(lesson)
    }

    /// Returns what the user is told when every step is done or skipped.
    ///
    /// - Parameters:
    ///   - next: The number of the next lesson; nil after the last.
    ///   - title: The title of the next lesson.
    ///   - hasSkipped: Whether a step was skipped.
    /// - Returns: The sentence, and the command that continues.
    static func congratulation(
        next: Int?, title: String?, _ hasSkipped: Bool
    ) -> TerminalText {
        let start: TerminalText =
            hasSkipped ? "That was the last step." : "Well done: every step of this lesson is done."
        guard let next else { return start + " It was the last lesson; `quit` ends the tutorial." }
        let name: TerminalText = title.map { ", \"\($0)\"" } ?? ""
        return start + " Next: `tutorial \(next)`\(name)."
    }

    /// The message for an empty list of lessons.
    static let noTutorials: TerminalText =
        "No lessons found. Set TROVE_LESSONS to the folder that contains the folder `tutorial`."

    /// Returns the advice below the list of lessons.
    static func startsTutorial(_ number: Int) -> TerminalText {
        "`tutorial \(number)` starts a lesson, in a library of its own"
    }

    static func progress(_ stage: TutorialProgress.Stage?) -> TerminalText? {
        switch stage {
        case .done: "done"
        case .begun: "begun"
        case nil: nil
        }
    }
}

/// Messages of `tutorial --check`.
extension Message {
    /// Returns the message about a lesson without mistakes.
    static func isSound(_ file: String, _ tutorial: Tutorial) -> TerminalText {
        let steps = tutorial.steps.count
        return "\(file): \(steps == 1 ? "1 step" : "\(steps) steps"), all done by the solution"
    }

    /// Returns the error for a step that is done before the user has done anything.
    static func stepIsDoneAtStart(_ step: Int) -> ErrorReport {
        ErrorReport(
            "step \(step) is done at the start",
            "compare with the start, as in `count gem >= +1`, or add `#! done once …`")
    }

    /// Returns the error for a step that the solution does before the step above it.
    static func stepIsEarly(_ step: Int) -> ErrorReport {
        ErrorReport(
            "the solution does step \(step) before step \(step - 1)",
            "put the steps in the order of the solution, or add a condition to the step")
    }

    /// Returns the error for a step that the solution leaves open.
    static func stepIsNotDone(_ step: Int) -> ErrorReport {
        ErrorReport(
            "step \(step) is not done after the solution",
            "add the missing command as `#! solution COMMAND`, or correct the condition")
    }

    /// The error for a lesson without a solution.
    static let hasNoSolution = ErrorReport(
        "the lesson has no solution",
        "write the commands that do every step, each as `#! solution COMMAND`")

    static func solutionFails(_ error: String) -> TerminalText {
        "the solution fails: \(error)"
    }

    /// Returns the error for a command that prepares the sandbox and does not do what is expected.
    static func setupFailed(_ miss: LessonMiss) -> ErrorReport {
        let report = ErrorReport(miss)
        return ErrorReport(
            "the sandbox cannot be prepared: " + report.text, report.advice, at: report.span)
    }
}
