import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Returns the library to an earlier state by one command, which `redo` reverts.
///
/// All later changes are reverted, including those that arrived from other devices. So nothing can
/// be in the way, unlike in the reversal of a single command.
struct PastReversal {
    private let context: any CommandContext
    private let place: Spanned<String>
    private let position: LogPosition

    /// The number of changes that are written between two reports of the progress.
    private static let batchSize = CommandHistory.batchSize

    /// Finds the place in the log that a text stands for.
    init(to place: Spanned<String>, in context: any CommandContext) throws {
        self.context = context
        self.place = place
        position = try context.position(of: place)
    }

    /// Reverts everything after the place.
    ///
    /// - Throws: `needsServer` if the offline rules refuse a change, and `isNotUnderstood` if a
    ///   newer version has made some of the changes; then nothing is changed.
    func perform() throws -> Reply {
        let (library, history) = (context.library, context.library.history)
        guard let first = try history.firstCommand(after: position) else {
            return .text(Message.unchanged(since: place.value))
        }
        let past = try history.pastItems(at: position)
        guard !past.hasUnknownKinds else { throw LibraryError.isNotUnderstood(library.path) }
        let made = try library.changes(since: past)
        guard !made.isEmpty else { return .text(Message.unchanged(since: place.value)) }
        for kind in Set(made.map(\.kind)) { try context.beginChanging(kind) }
        let changes = RestoreOrder(library.catalog.kinds).sorted(made.map(\.inverse))
        let isAsked = try context.mustAsk(changes)
        if changes.count > Self.batchSize { library.dropRows(of: Set(changes.map(\.kind))) }
        let authorship = context.authorship
        var command: CommandNumber?
        for start in stride(from: 0, to: changes.count, by: Self.batchSize) {
            let batch = changes[start..<min(start + Self.batchSize, changes.count)]
            command = try library.perform(
                Array(batch), reverting: first, isAsked: isAsked, continuing: command, authorship)
            context.user?.progresses(
                Double(batch.endIndex) / Double(changes.count), Message.changing,
                done: batch.endIndex)
        }
        if let command { try history.widen(command, toAllSince: first) }
        var operations = OperationCounts()
        operations.add(made)
        let items = Set(made.map(\.number)).count
        let record = CommandRecord(
            id: first, reverts: nil, isRedo: false, at: authorship.at, by: authorship.by,
            changes: made)
        return .reverted(
            try context.logged(record),
            items: items, isMixed: operations.areMixed(items: items))
    }
}
