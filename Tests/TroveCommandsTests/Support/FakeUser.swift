import TroveCommands
import TroveModel
import TroveTerminal

/// A user whose answers the test defines.
final class FakeUser: TerminalUser {
    var saysYes: Bool
    let pictureFormat = PictureFormat.symbols
    /// The answers, in order.
    var answers: [String]
    /// The questions so far.
    private(set) var questions: [String] = []
    /// The shares of the work that were shown.
    var fractions: [Double] = []

    /// What the user makes of the text in an editor; nil for the next answer.
    private let edited: ((String) -> String)?

    init(
        saysYes: Bool = true, answers: [String] = [], edits edited: ((String) -> String)? = nil
    ) {
        self.saysYes = saysYes
        self.answers = answers
        self.edited = edited
    }

    let typedCommands = ["list", "add book Dune"]

    func confirm(_ question: TerminalText) -> Bool {
        questions.append(question.rendered)
        return saysYes
    }

    func ask(_ question: TerminalText) -> String? {
        questions.append(question.rendered)
        return answers.isEmpty ? nil : answers.removeFirst()
    }

    func askSecret(_ question: TerminalText) -> String? { ask(question) }

    func show(_ output: [UInt8]) {}

    func edit(
        _ text: String, of item: ItemID?, editor: String, use: (String, String) throws -> Reply
    ) throws -> Reply {
        if let edited { return try use(edited(text), text) }
        return try answers.isEmpty ? .text(Message.notEdited) : use(answers.removeFirst(), text)
    }

    func showProgress(_ fraction: Double?, _ label: TerminalText, done: Int?) {
        if let fraction { fractions.append(fraction) }
    }
}
