package import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveSync
package import TroveTerminal

/// Everything that a command can reach: the library, the user, the network and the state of the
/// shell.
///
/// Commands use nothing else, so tests can replace all of it.
package protocol CommandContext: AnyObject {
    /// The library that is open. Its first change begins a transaction, which `commit` ends.
    var library: Library { get }
    /// The state that the shell keeps between commands.
    var session: Session { get }
    /// The clock, the environment, randomness and the folders.
    var surroundings: Surroundings { get }
    /// The day on which the items are shown: today, or the day of the library that `as-of` shows.
    /// Dates in commands refer to `surroundings.today`.
    var day: PartialDate { get }
    /// The user at a terminal; nil in a script.
    var user: (any TerminalUser)? { get }
    /// The columns of the user's terminal; nil in a script.
    var width: Int? { get }
    /// The screen to draw pictures on; nil if pictures are not shown.
    var pictureScreen: PictureScreen? { get }
    /// Whether the user has pressed Ctrl-C since the command began.
    var isInterrupted: Bool { get }

    /// Whether the command only runs to be explained: its changes are discarded, so it must not
    /// write files, send requests or wait for the network.
    var isRehearsal: Bool { get }

    /// The connection to the server; nil for a local library, and for one that is open read-only.
    var sync: SyncSession? { get }
    /// Runs lookups in online catalogues.
    var lookups: LookupSession { get }
    /// The network that `net` simulates.
    var network: SimulatedNetwork.Mode { get set }

    /// Opens or closes the connection to the server, depending on the library's account.
    ///
    /// - Parameter isTrial: whether to open a connection for a local library too, to test a server
    ///   before connecting to it.
    /// - Throws: an error if the library or its token cannot be used.
    func openSync(isTrial: Bool) throws

    /// Sends the changes that the server must confirm, commits the open transaction, and flushes
    /// the output that depends on it.
    ///
    /// - Returns: false if the server rejected a change; the rejection has been shown.
    /// - Throws: an error if the library cannot be written.
    @discardableResult
    func commit() throws -> Bool

    /// Shows a reply while the command is still running.
    func say(_ reply: Reply)
}

extension CommandContext {
    package var day: PartialDate { surroundings.today }

    /// The kinds of the library.
    package var kinds: Kinds { library.catalog.kinds }

    /// What arguments are parsed against: the kinds and the current kind.
    package var languageContext: ArgumentReader.Context {
        ArgumentReader.Context(kinds: kinds, currentKind: currentKind)
    }

    /// The kind that `add` adds to: the one that the user chose, or the first kind if the chosen
    /// one is hidden.
    package var currentKind: KindIndex {
        kinds.isShown(session.currentKind) ? session.currentKind : KindIndex(0)
    }

    /// Whether replies are written as JSON, whose names and values are stable across versions.
    package var isForPrograms: Bool { session.settings.output.format.isForPrograms }

    /// Whether programs read the values of the output's tables.
    package var isForData: Bool { session.settings.output.format.isForData }

    /// The user and the time to record with a change.
    package var authorship: Authorship { Authorship(by: surroundings.user, at: surroundings.now) }

    /// The name that the server gets for this device at the next login.
    package var deviceName: String { surroundings["TROVE_DEVICE"] ?? surroundings.machineName }

    var covers: CoverCache { CoverCache(folder: surroundings.coverFolder) }

    /// Opens or closes the connection to the server, depending on the library's account.
    package func openSync() throws { try openSync(isTrial: false) }

    /// Returns the ID of the next item that is added.
    func makeItemID() -> ItemID {
        let id = ItemID(
            at: surroundings.now, after: session.lastItemID, using: &surroundings.random)
        session.lastItemID = id
        return id
    }

    /// Throws if other users of this machine can read the library, which holds the token.
    package func checkIsPrivate() throws(CommandFailure) {
        if library.isOpenToOthers { throw CommandFailure(.token(.isOpenToOthers(library.path))) }
    }
}
