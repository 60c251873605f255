package import TroveCodecs

/// An expected result of the next command.
package struct LessonExpectation: Sendable, Equatable {
    /// A condition on the command.
    package enum Condition: Sendable, Equatable {
        /// The command fails with the error of this code.
        case error(String)
        /// The command's JSON contains this value.
        case json(JSON)
        /// The command prints this text, in which `…` stands for anything.
        case output(String)
    }

    /// The number of the directive's line, from 1.
    package let line: Int
    /// The condition.
    package let condition: Condition

    /// Creates an expectation.
    package init(line: Int, condition: Condition) {
        self.line = line
        self.condition = condition
    }

    /// Whether the command must fail.
    package var isError: Bool {
        if case .error = condition { true } else { false }
    }
}
