import TroveLanguage

/// A lesson of the tutorial: commands that prepare a sandbox, and steps that the user does in it.
package struct Tutorial: Sendable {
    /// One step: what the user has to achieve.
    package struct Step: Sendable {
        /// What has been achieved when the step is done: `a gem was added`.
        package let text: String
        /// The conditions, all of which hold when the step is done; at least one.
        package internal(set) var conditions: [Placed<TutorialCondition>] = []
        /// Whether the step stays done once all of its conditions have held together.
        package internal(set) var isKept = false
        /// How to do it; empty if the lesson does not say.
        package internal(set) var hint = ""
        /// Why it is so; empty if the lesson does not say.
        package internal(set) var why = ""
        /// The line of the step in the file, from 1.
        package let line: Int
    }

    /// A value from one line of the file.
    package struct Placed<Value: Sendable>: Sendable {
        /// The value.
        package let value: Value
        /// The number of the line, from 1.
        package let line: Int
        /// The text of the line.
        package let source: String
        /// The span of the value in the line, in bytes of UTF-8.
        package let span: Range<Int>
    }

    /// The directives of a tutorial, besides those of every lesson.
    package static let directives = ["goal", "step", "done", "once", "hint", "why", "solution"]

    /// The lesson that prepares the sandbox, with the title.
    package let setup: Lesson
    /// What the user has to achieve, in a sentence.
    package internal(set) var goal = ""
    /// Why the goal is worth achieving; empty if the lesson does not say.
    package internal(set) var why = ""
    /// The steps; at least one.
    package internal(set) var steps: [Step] = []
    /// The commands of the lesson's own solution.
    package internal(set) var solution: [Placed<String>] = []
    /// Whether the outbox is drawn below the steps.
    package internal(set) var drawsOutbox = false

    /// The name of the file without its folder and its ending.
    package var name: String { setup.name }
    /// The title.
    package var title: String { setup.title }

    init(setup: Lesson) {
        self.setup = setup
    }
}

extension Tutorial {
    /// The names of the files that conditions ask for.
    package var fileNames: [String] { steps.flatMap(\.conditions).compactMap(\.value.fileName) }
}

extension TutorialCondition {
    fileprivate var fileName: String? {
        switch self {
        case .file(let name): name.value
        case .not(let condition), .once(let condition): condition.fileName
        default: nil
        }
    }
}
