import TroveLookup
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// The context of a command that only runs to be explained.
///
/// It has a copy of the session. Its user agrees to everything, and is never asked. `Library`
/// discards what the command changes, and commands check `isRehearsal` before other effects.
final class RehearsalContext: CommandContext {
    let library: Library
    let session: Session
    let surroundings: Surroundings
    let width: Int?
    var network: SimulatedNetwork.Mode
    let isRehearsal = true
    private let base: any CommandContext
    private let stand: RehearsalUser?
    /// The warnings that the command has shown.
    private(set) var warnings: [TerminalText] = []

    init(of base: any CommandContext) {
        self.base = base
        library = base.library
        session = base.session.copy()
        // What the rehearsal changes is not kept.
        session.aliasFile = nil
        surroundings = base.surroundings
        width = base.width
        network = base.network
        stand = base.user.map(RehearsalUser.init)
    }

    /// Nil in a script, where a question is an error.
    var user: (any TerminalUser)? { stand }
    /// The questions that the command would ask, in order.
    var questions: [TerminalText] { stand?.questions ?? [] }
    /// Whether the command would open a text in an editor.
    var isEditing: Bool { stand?.isEditing ?? false }
    /// No pictures are drawn.
    var pictureScreen: PictureScreen? { nil }
    var isInterrupted: Bool { base.isInterrupted }
    var sync: SyncSession? { base.sync }
    var lookups: LookupSession { base.lookups }

    func openSync(isTrial: Bool) {}

    func commit() -> Bool { true }

    func say(_ reply: Reply) { warnings += reply.warnings }
}

/// A command that is rehearsed needs the answer of a catalogue service to go on.
struct RehearsalStop: Error {
    /// The server that the command would ask.
    let source: LookupSource
}
