import TroveCommands
import TroveTerminal

/// A user who answers as the test says.
final class FakeUser: TerminalUser {
    var saysYes: Bool
    /// What is typed as answers, one after the other.
    var answers: [String]
    /// The questions that were asked.
    private(set) var questions: [String] = []

    init(saysYes: Bool = true, answers: [String] = []) {
        self.saysYes = saysYes
        self.answers = answers
    }

    let typedCommands = ["list", "add book Dune"]

    func confirms(_ question: TerminalText) -> Bool {
        questions.append(question.rendered)
        return saysYes
    }

    func asks(_ question: TerminalText) -> String? {
        questions.append(question.rendered)
        return answers.isEmpty ? nil : answers.removeFirst()
    }

    func asksSecret(_ question: TerminalText) -> String? { asks(question) }

    func tells(_ output: [UInt8]) {}

    func edits(_ text: String, editor: String, use: (String) throws -> Reply) throws -> Reply? {
        try answers.isEmpty ? nil : use(answers.removeFirst())
    }

    func progresses(_ fraction: Double?, _ label: TerminalText) {}
}
