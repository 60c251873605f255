package import TroveLanguage
package import TroveModel
package import TroveStore
package import TroveSync
package import TroveTerminal

/// The one way from a command to everything else: the library, the user, the network and what the
/// shell remembers.
///
/// A command may count on nothing but this. Tests implement it in some twenty lines.
package protocol CommandContext: AnyObject {
    /// The library that is open. Its first change begins a transaction, which `commit` ends.
    var library: Library { get }
    /// What the shell remembers between two commands.
    var session: Session { get }
    /// The clock, the environment, chance and the folders.
    var surroundings: Surroundings { get }
    /// The user at a terminal; nil in a script, where nobody can be asked.
    var user: (any TerminalUser)? { get }
    /// The columns of the user's terminal; nil in a script.
    var width: Int? { get }
    /// Where pictures can be drawn; nil where none are wanted.
    var pictureScreen: PictureScreen? { get }
    /// Whether the user pressed Ctrl-C since the command began.
    var isInterrupted: Bool { get }

    /// The connection to the server; nil while the library is local, and where it is only read.
    var sync: SyncSession? { get }
    /// The way to the online catalogues.
    var lookups: LookupSession { get }
    /// The network that `net` simulates.
    var network: SimulatedNetwork.Mode { get set }

    /// Opens or closes the connection to the server, as the library's account says.
    ///
    /// - Parameter isTrial: whether a local library gets one too, to ask a server before it is
    ///   connected.
    /// - Throws: when the library, or the token in it, cannot be used.
    func openSync(isTrial: Bool) throws

    /// Asks the server about changes that need its consent, commits the open transaction, and writes
    /// the output that depends on it.
    ///
    /// - Returns: false when the server rejected a change; the user was told.
    /// - Throws: when the library cannot be written.
    @discardableResult
    func commit() throws -> Bool

    /// Shows a reply before the command has ended.
    func say(_ reply: Reply)
}

extension CommandContext {
    /// The kinds of the library.
    package var kinds: Kinds { library.catalog.kinds }

    /// What the words of the language mean at this moment.
    package var languageContext: ArgumentReader.Context {
        ArgumentReader.Context(kinds: kinds, currentKind: session.currentKind)
    }

    /// Whether replies are written as JSON, whose names and values stay the same in all versions.
    var isForPrograms: Bool { [.json, .jsonl].contains(session.settings.output) }

    /// Who makes a change, and when.
    var authorship: Authorship { Authorship(by: surroundings.user, at: surroundings.now) }

    /// What this device is called on the server.
    package var deviceName: String { surroundings["TROVE_DEVICE"] ?? surroundings.machineName }

    /// Pictures that were fetched.
    var covers: CoverCache { CoverCache(folder: surroundings.coverFolder) }

    /// Opens or closes the connection to the server, as the library's account says.
    package func openSync() throws { try openSync(isTrial: false) }

    /// The identity of the next item that is added.
    func makeIdentity() -> ItemID {
        let id = ItemID(
            at: surroundings.now, after: session.lastIdentity, using: &surroundings.random)
        session.lastIdentity = id
        return id
    }

    /// Makes sure that nobody else on this machine can read a token in the library.
    package func checkIsPrivate() throws(CommandFailure) {
        if library.isOpenToOthers { throw CommandFailure(.token(.isOpenToOthers(library.path))) }
    }
}
