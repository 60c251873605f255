import TroveLanguage
import TroveModel
import TroveStore

/// What commands work on: the library, and what the shell remembers between two commands.
final class Session {
    let library: Library
    var surroundings: Surroundings
    /// The kind that `add` adds to.
    var currentKind = 0
    /// The number of the thing last added, shown or changed.
    var it: Int?
    var aliases: [String: String] = [:]
    var settings = Settings()
    /// What was said above the prompt, with the time.
    var notices: [(at: Timestamp, text: String)] = []
    /// Whether confirmations are answered with yes beforehand.
    let saysYes: Bool
    /// Who can be asked; nil in a script.
    var person: (any Person)?
    /// Makes durable what was done so far, and writes what waited for that.
    var settle: () throws -> Void = {}
    /// Whether Ctrl-C was pressed.
    let isInterrupted: () -> Bool

    var kinds: Kinds { library.catalog.kinds }

    init(
        library: Library, surroundings: Surroundings, saysYes: Bool = false,
        isInterrupted: @escaping () -> Bool = { false }
    ) {
        self.library = library
        self.surroundings = surroundings
        self.saysYes = saysYes
        self.isInterrupted = isInterrupted
    }

    /// What the language means at this moment.
    var context: ArgumentReader.Context {
        ArgumentReader.Context(kinds: kinds, currentKind: currentKind)
    }

    var authorship: Authorship {
        Authorship(by: surroundings.user, at: surroundings.now)
    }
}

/// Somebody at the terminal.
protocol Person: AnyObject {
    /// Whether the answer to a question is yes.
    func confirms(_ question: String) -> Bool
    /// Lets the person change a text in an editor, and uses it; nil when that was given up. What
    /// cannot be used is kept in its file.
    func edits(_ text: String, editor: String, use: (String) throws -> Reply) throws -> Reply?
    /// The commands that were typed, the oldest first.
    var typedCommands: [String] { get }
    /// Shows how far a long piece of work is, 0 to 1.
    func progresses(_ fraction: Double, _ label: String)
}
