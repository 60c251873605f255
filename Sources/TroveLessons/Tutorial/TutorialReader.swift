import TroveLanguage
package import TroveModel

/// Reads the text of a tutorial into a value.
package struct TutorialReader {
    private let file: String
    private let kinds: Kinds
    private var goal: String?
    private var why = ""
    private var steps: [Tutorial.Step] = []
    private var solution: [Tutorial.Placed<String>] = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - file: the path of the tutorial, for its name and for errors.
    ///   - kinds: the kinds that are built in.
    package init(file: String, kinds: Kinds = .standard) {
        self.file = file
        self.kinds = kinds
    }

    /// Reads a tutorial.
    ///
    /// - Parameter bytes: the content of the file, in UTF-8.
    /// - Returns: the tutorial.
    /// - Throws: the first mistake.
    package func read(_ bytes: [UInt8]) throws(LessonError) -> Tutorial {
        let lesson = try LessonReader(
            file: file, titleDirective: "tutorial", otherDirectives: Tutorial.directives
        ).read(bytes)
        var reader = self
        return try reader.tutorial(lesson)
    }

    private mutating func tutorial(_ lesson: Lesson) throws(LessonError) -> Tutorial {
        var drawsOutbox = false
        for step in lesson.steps {
            switch step.content {
            case .other(let name, let argument): try read(name, argument, step)
            case .draw(.outbox): drawsOutbox = true
            default:
                // A later command would also run before the user begins.
                guard steps.isEmpty else { throw error(.setupAfterSteps, step) }
            }
        }
        try checkEnd()
        let setup = lesson.steps.filter { step in
            switch step.content {
            case .other, .draw: false
            default: true
            }
        }
        var tutorial = Tutorial(
            setup: Lesson(
                name: lesson.name, file: lesson.file, title: lesson.title, about: lesson.about,
                steps: setup))
        tutorial.goal = goal ?? ""
        tutorial.why = why
        tutorial.steps = steps
        tutorial.solution = solution
        tutorial.drawsOutbox = drawsOutbox
        return tutorial
    }

    private mutating func read(
        _ name: String, _ argument: String, _ step: LessonStep
    ) throws(LessonError) {
        guard !argument.isEmpty || name == "once" else {
            throw error(.missingArgument(directive: name, example: Self.example(name)), step)
        }
        let last = steps.count - 1
        switch name {
        case "goal":
            guard goal == nil else { throw error(.directiveTwice(name), step) }
            goal = argument
        case "step":
            try checkConditions()
            steps.append(Tutorial.Step(text: argument, line: step.line))
        case "done": try readCondition(argument, step)
        case "once":
            guard last >= 0 else { throw error(.directiveBeforeStep(name), step) }
            guard argument.isEmpty else { throw error(.needlessArgument(directive: name), step) }
            steps[last].isKept = true
        case "hint":
            guard last >= 0 else { throw error(.directiveBeforeStep(name), step) }
            steps[last].hint += (steps[last].hint.isEmpty ? "" : " ") + argument
        case "why":
            if last < 0 {
                why += (why.isEmpty ? "" : " ") + argument
            } else {
                steps[last].why += (steps[last].why.isEmpty ? "" : " ") + argument
            }
        default:
            solution.append(
                Tutorial.Placed(
                    value: argument, line: step.line, source: step.source, span: step.argumentSpan))
        }
    }

    private mutating func readCondition(
        _ argument: String, _ step: LessonStep
    ) throws(LessonError) {
        guard !steps.isEmpty else { throw error(.directiveBeforeStep("done"), step) }
        let span = step.argumentSpan
        do throws(LanguageError) {
            let condition = try TutorialCondition(
                argument, kinds: kinds, earlierSteps: steps.count - 1)
            steps[steps.count - 1].conditions.append(
                Tutorial.Placed(value: condition, line: step.line, source: step.source, span: span))
        } catch {
            throw LessonError(
                .badCondition(error), in: file, line: step.line, source: step.source,
                at: error.span.lowerBound + span.lowerBound..<error.span.upperBound
                    + span.lowerBound)
        }
    }

    /// Checks that the last step has a condition.
    private func checkConditions() throws(LessonError) {
        guard let last = steps.last, last.conditions.isEmpty else { return }
        throw LessonError(
            .stepWithoutCondition, in: file, line: last.line, source: "#! step \(last.text)",
            at: 0..<7)
    }

    private func checkEnd() throws(LessonError) {
        try checkConditions()
        let missing = goal == nil ? "goal" : steps.isEmpty ? "step" : nil
        guard let missing else { return }
        throw LessonError(
            .missingDirective(missing, example: Self.example(missing)), in: file, line: 1,
            source: "", at: 0..<0)
    }

    private static func example(_ directive: String) -> String {
        switch directive {
        case "goal": "goal Add a gem, and take it back."
        case "step": "step a gem was added"
        case "done": "done count gem >= +1"
        case "hint": "hint Type add gem and a name."
        case "why": "why The library keeps every change."
        default: "solution add gem Opal"
        }
    }

    private func error(_ problem: LessonError.Problem, _ step: LessonStep) -> LessonError {
        let line = String(step.source.prefix { $0 != "\n" })
        return LessonError(
            problem, in: file, line: step.line, source: line, at: 0..<line.utf8.count)
    }
}
