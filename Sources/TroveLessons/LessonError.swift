package import TroveLanguage

/// A mistake in a lesson, and its place.
package struct LessonError: Error, Sendable, Equatable {
    /// The facts of a mistake; the shell words them.
    package enum Problem: Sendable, Equatable {
        /// The first line is not this directive with a title.
        case hasNoTitle(directive: String)
        case unknownDirective(String, nearest: [String])
        /// A directive that takes no argument has one.
        case needlessArgument(directive: String)
        /// The directive needs an argument, such as this one.
        case missingArgument(directive: String, example: String)
        /// The directive can occur once.
        case directiveTwice(String)
        /// The word is not among the known ones.
        case unknownWord(String, known: [String], nearest: [String])
        /// The name of a device contains characters other than letters, digits and dashes.
        case badDevice(String)
        case notJSON
        /// The text is not a number of seconds.
        case badPause(String)
        /// A question without two answers and the number of the right one.
        case badQuestion
        /// A name of a file with a folder.
        case badFileName(String)
        /// No command follows an expectation.
        case expectationWithoutCommand
        /// The command already has an expectation of this kind.
        case expectationTwice
        /// The server is stopped before it is started, or started twice.
        case serverOutOfOrder(String)
        /// A quote or a command is open at the end of the file.
        case openCommand
        /// A command after the first step of a tutorial. The commands that prepare the sandbox come
        /// first.
        case setupAfterSteps
        /// A directive of a step, before the first step.
        case directiveBeforeStep(String)
        /// A step of a tutorial that no condition follows.
        case stepWithoutCondition
        /// A tutorial without this directive, such as this one.
        case missingDirective(String, example: String)
        /// The condition of a step cannot be parsed.
        case badCondition(LanguageError)
        case notUTF8
        case isTooLong(limit: Int)
        /// The file cannot be read: the system's error number.
        case unreadable(Int32)
    }

    /// The path of the lesson.
    package let file: String
    /// The number of the line, from 1.
    package let line: Int
    /// The text of the line.
    package let source: String
    /// The span in the line, in bytes of UTF-8.
    package let span: Range<Int>
    /// What is wrong.
    package let problem: Problem

    /// Creates an error.
    package init(
        _ problem: Problem, in file: String, line: Int, source: String, at span: Range<Int>
    ) {
        self.file = file
        self.line = line
        self.source = source
        self.span = span
        self.problem = problem
    }
}
