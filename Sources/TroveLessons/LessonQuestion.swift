/// A question to the user, with several answers.
package struct LessonQuestion: Sendable, Equatable {
    /// The question.
    package let text: String
    /// The answers, at least two.
    package let answers: [String]
    /// The index of the right answer.
    package let right: Int

    /// Creates a question.
    package init(text: String, answers: [String], right: Int) {
        self.text = text
        self.answers = answers
        self.right = right
    }
}
