import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// The context of a command that shows the library as it was. Apart from the library and the day,
/// it is the context of the present. There is no server: the past is in the local log only.
final class PastContext: CommandContext {
    let library: Library
    let day: PartialDate
    private let present: any CommandContext

    /// Creates a context; `library` is the view of the past, and `day` its day.
    init(_ present: any CommandContext, library: Library, on day: PartialDate) {
        self.present = present
        self.library = library
        self.day = day
    }

    var session: Session { present.session }
    var surroundings: Surroundings { present.surroundings }
    var user: (any TerminalUser)? { present.user }
    var width: Int? { present.width }
    var pictureScreen: PictureScreen? { present.pictureScreen }
    var isInterrupted: Bool { present.isInterrupted }
    var isRehearsal: Bool { present.isRehearsal }
    var sync: SyncSession? { nil }
    var lookups: LookupSession { present.lookups }
    var network: SimulatedNetwork.Mode {
        get { present.network }
        set { present.network = newValue }
    }

    func openSync(isTrial: Bool) {}

    /// Does nothing: the past is not written.
    func commit() -> Bool { true }

    func say(_ reply: Reply) { present.say(reply) }
}
