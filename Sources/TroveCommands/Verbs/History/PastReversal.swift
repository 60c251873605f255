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
        let history = context.library.history
        guard let first = try history.firstCommand(after: position) else {
            return .text(Message.unchanged(since: place.value))
        }
        var made = try changes()
        guard !made.isEmpty else { return .text(Message.unchanged(since: place.value)) }
        for kind in Set(made.map(\.kind)) { try context.beginChanging(kind) }
        let isAsked = try context.mustAsk(made.map(\.inverse))
        let authorship = context.authorship
        var command: CommandNumber?
        // An earlier value may fit only the type that its field had, so the definitions come first.
        let definitions = made.filter { $0.kind == context.kinds.definitions }
        if !definitions.isEmpty {
            try revert(definitions, since: first, isAsked: isAsked, authorship, in: &command)
            made = definitions + (try changes())
            // A change of definitions unloads all items, so load the kinds again.
            for kind in Set(made.map(\.kind)) { try context.beginChanging(kind) }
        }
        let others = Array(made[definitions.count...])
        try revert(others, since: first, isAsked: isAsked, authorship, in: &command)
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

    /// Returns the changes that have been made since.
    private func changes() throws -> [Change] {
        let past = try context.library.history.pastItems(at: position)
        guard !past.hasUnknownKinds else {
            throw LibraryError.isNotUnderstood(context.library.path)
        }
        return try context.library.changes(since: past)
    }

    /// Reverts changes as a part of a command.
    ///
    /// - Parameters:
    ///   - made: the changes.
    ///   - first: the first command that the command reverts.
    ///   - isAsked: whether the server must answer before they are committed.
    ///   - authorship: who gives the command, and when.
    ///   - command: the command; nil until it has changed something.
    /// - Throws: why the library cannot be read or written.
    private func revert(
        _ made: [Change], since first: CommandNumber, isAsked: Bool, _ authorship: Authorship,
        in command: inout CommandNumber?
    ) throws {
        let library = context.library
        let changes = RestoreOrder(library.catalog.kinds).sorted(made.map(\.inverse))
        if changes.count > Self.batchSize { library.dropRows(of: Set(changes.map(\.kind))) }
        for start in stride(from: 0, to: changes.count, by: Self.batchSize) {
            let batch = changes[start..<min(start + Self.batchSize, changes.count)]
            command = try library.perform(
                Array(batch), reverting: first, isAsked: isAsked, continuing: command, authorship)
            context.user?.showProgress(
                Double(batch.endIndex) / Double(changes.count), Message.changing,
                done: batch.endIndex)
        }
    }
}
