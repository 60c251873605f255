import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

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
    var notices: [(at: Timestamp, text: TerminalText)] = []
    /// The photos that the command at hand has named.
    var photos = GatheredPhotos()
    /// Whether a command has brought a photo into the library.
    var hasNewPhotos = false
    /// Whether confirmations are answered with yes beforehand.
    let saysYes: Bool
    /// Whether what is not confirmed is asked about.
    var asksFirst: Bool { !saysYes && settings.confirm }
    /// Who can be asked; nil in a script.
    var person: (any Person)?
    /// What `makeIdentity` made last.
    private var lastIdentity: ItemID?
    /// What the last search has found.
    var found: FoundEntries?
    /// Whether somebody was told that a service would like a contact.
    var hasWarnedOfContact = false
    /// The way to the catalogues, once one was asked.
    private(set) var openLookups: LookupSession?
    /// The connection to the server; nil while the library is local.
    private(set) var sync: SyncSession?
    /// The network that `net` simulates.
    var network = SimulatedNetwork.Mode.real {
        didSet { openLookups?.network.set(network) }
    }
    /// The columns of the terminal that a person sits at; nil in a script.
    var width: Int?
    /// Whether the network is to be used in the background, for somebody at a prompt.
    var isInteractive = false
    /// Makes durable what was done so far, and writes what waited for that; false when the server
    /// did not take some of it, which was told.
    var settleAll: () throws -> Bool = { true }
    /// Says something before the command has ended.
    var say: (Reply) -> Void = { _ in }
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

    /// Makes durable what was done so far, and writes what waited for that.
    ///
    /// - Returns: false when the server did not take some of it, which was told.
    @discardableResult
    func settle() throws -> Bool { try settleAll() }

    /// The way to the catalogues.
    var lookups: LookupSession {
        if let openLookups { return openLookups }
        let lookups = LookupSession(network: network)
        openLookups = lookups
        return lookups
    }

    // MARK: The server

    /// Opens or closes the connection to the server, as the library says.
    ///
    /// - Parameter isTrial: whether a local library gets one too, to ask a server before it is connected.
    /// - Throws: when the library, or the token in it, cannot be used.
    func openSync(isTrial: Bool = false) throws {
        guard library.account != nil || isTrial, !library.isReadOnly else {
            sync?.close()
            sync = nil
            return
        }
        guard sync == nil else { return }
        try takeOverTokenFile()
        if library.account?.token != nil { try checkIsPrivate() }
        sync = SyncSession(
            library: library, deviceName: deviceName,
            caFile: surroundings["TROVE_CA_FILE"], isPolling: isInteractive,
            random: surroundings.random, now: { [surroundings] in surroundings.now },
            isInterrupted: isInterrupted)
        sync?.network.set(network)
    }

    /// Moves the token that an earlier version kept beside the library into it.
    private func takeOverTokenFile() throws {
        guard case .file = library.location, library.account?.device != nil else { return }
        let file = TokenFile(library: library.path)
        do {
            guard let token = try file.read() else { return }
            if library.account?.token == nil { try library.keep(token: token) }
        } catch let error as TokenFile.Failure {
            throw CommandFailure(.token(error))
        }
        file.remove()
    }

    /// Makes sure that nobody else on this machine can read a token in the library.
    func checkIsPrivate() throws(CommandFailure) {
        if library.isOpenToOthers { throw CommandFailure(.token(.isOpenToOthers(library.path))) }
    }

    /// What this device is called on the server.
    var deviceName: String { surroundings["TROVE_DEVICE"] ?? surroundings.machineName }

    /// Tries to push what waits, before the program ends.
    ///
    /// - Returns: what to say of what is left; nil when nothing is.
    func pushAtEnd() -> TerminalText? {
        guard let sync, let before = try? library.queueCounts(),
            before.waiting > 0 || hasNewPhotos
        else { return nil }
        switch sync.state {
        case .connecting, .online, .offline:
            guard sync.network.mode != .off, !sync.isUnanswered else { break }
            _ = try? sync.syncNow(atMost: SyncSession.patience)
            if hasNewPhotos { try? sync.carryPhotos(atMost: SyncSession.patience) }
        case .local, .signedOut, .outdated: break
        }
        let photos = hasNewPhotos ? (try? sync.engine.waitingPhotos()) ?? [] : []
        return (try? library.queueCounts()).flatMap {
            Message.left($0, photos: photos.count { $0.direction == .put }, sync.state)
        }
    }

    /// Ends the threads of the connections.
    func closeNetwork() {
        openLookups?.close()
        openLookups = nil
        sync?.close()
        sync = nil
    }

    /// Performs changes, by the offline rules of their kinds.
    ///
    /// - Parameters:
    ///   - changes: what happens; they were checked before.
    ///   - command: the command that this one takes back.
    ///   - former: what this returned for earlier changes of the same command, in this transaction.
    /// - Returns: what the command is called in the log; nil when nothing changed.
    /// - Throws: `needsServer` when one of them must be refused; nothing is changed then.
    @discardableResult
    func perform(
        _ changes: [Change], reverting command: Int? = nil, continuing former: Int? = nil
    ) throws -> Int? {
        let isAsked = try mustAsk(changes)
        try keepPhotos()
        return try library.perform(
            changes, reverting: command, isAsked: isAsked, continuing: former, authorship)
    }

    /// Whether the server must have answered before any of this is done. What the server never saw may
    /// be changed and deleted freely.
    ///
    /// - Throws: `needsServer` when it must, and cannot be reached.
    @discardableResult
    func mustAsk(_ changes: [Change]) throws -> Bool {
        guard sync != nil, library.isReplicating else { return false }
        let refusable = try changes.filter { change in
            guard library.rule(change.action.operation, of: change.kind) == .refuse else {
                return false
            }
            if case .create = change.action { return true }
            return try !library.isUnseen(change.id)
        }
        return try mustAsk(refusable.map { ($0.kind, $0.action.operation) })
    }

    /// Whether the server must have answered before operations on anything of a kind are done.
    ///
    /// - Throws: `needsServer` when it must, and cannot be reached.
    @discardableResult
    func mustAsk(_ operations: [(kind: Int, operation: TroveModel.Operation)]) throws -> Bool {
        guard let sync, library.isReplicating,
            let asked = operations.first(where: {
                library.rule($0.operation, of: $0.kind) == .refuse
            })
        else { return false }
        guard sync.state.isOnline else {
            throw CommandFailure(
                .needsServer(kinds[asked.kind], asked.operation, sync.state))
        }
        guard sync.engine.takeLeaseForAsking() else {
            let state = Connectivity.offline(since: surroundings.now, .otherShell)
            throw CommandFailure(.needsServer(kinds[asked.kind], asked.operation, state))
        }
        return true
    }

    /// The identity of the next thing that is added.
    func makeIdentity() -> ItemID {
        let id = ItemID(at: surroundings.now, after: lastIdentity, using: &surroundings.random)
        lastIdentity = id
        return id
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
    func confirms(_ question: TerminalText) -> Bool
    /// What is typed as an answer; nil when that was given up.
    func asks(_ question: TerminalText) -> String?
    /// Shows what a command has written at once, above the line that is being typed if there is one.
    func tells(_ output: [UInt8])
    /// What is typed without being shown; nil when that was given up.
    func asksSecret(_ question: TerminalText) -> String?
    /// Lets the person change a text in an editor, and uses it; nil when that was given up. What
    /// cannot be used is kept in its file.
    func edits(_ text: String, editor: String, use: (String) throws -> Reply) throws -> Reply?
    /// The commands that were typed, the oldest first.
    var typedCommands: [String] { get }
    /// Shows how far a long piece of work is, 0 to 1; nil where that is not known.
    func progresses(_ fraction: Double?, _ label: TerminalText)
}
