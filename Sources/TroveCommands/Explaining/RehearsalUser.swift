import TroveModel
import TroveTerminal

/// The user in a rehearsal: records the questions, and agrees.
final class RehearsalUser: TerminalUser {
    private let user: any TerminalUser
    /// The questions so far, in order.
    private(set) var questions: [TerminalText] = []
    /// Whether the command would open a text in an editor.
    private(set) var isEditing = false

    init(_ user: any TerminalUser) {
        self.user = user
    }

    func confirm(_ question: TerminalText) -> Bool {
        questions.append(question.trimmedAtEnd)
        return true
    }

    func ask(_ question: TerminalText) -> String? {
        questions.append(question.trimmedAtEnd)
        return nil
    }

    func askSecret(_ question: TerminalText) -> String? { ask(question) }

    func edit(
        _ text: String, of item: ItemID?, editor: String, use: (String, String) throws -> Reply
    ) -> Reply {
        questions.append(Message.wouldOpen(editor: editor))
        isEditing = true
        return .nothing
    }

    func show(_ output: [UInt8]) {}

    var pictureFormat: PictureFormat { user.pictureFormat }
    var typedCommands: [String] { user.typedCommands }

    func showProgress(_ fraction: Double?, _ label: TerminalText, done: Int?) {
        user.showProgress(fraction, label, done: done)
    }
}
