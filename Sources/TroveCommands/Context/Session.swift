package import TroveModel
package import TroveStore
package import TroveTerminal

/// The state that the shell keeps between commands.
package final class Session {
    /// The kind that `add` adds to.
    package var currentKind = KindIndex(0)
    /// The number of the item last added, shown or changed.
    package var it: ItemNumber?
    /// The last command of the log that `undo` leaves alone; 0 for none. A lesson keeps the
    /// commands that prepared it.
    package var lastKept = CommandNumber(0)
    /// The command of each alias, by name in lower case.
    package var aliases: [String: String] = [:]
    /// Where aliases are kept for later sessions; nil in a script, and while `rc.trove` runs.
    package var aliasFile: AliasFile?
    /// The user's settings.
    package var settings = Settings()
    /// The notices above the prompt, with their times.
    package var notices: [(at: Timestamp, text: TerminalText)] = []
    /// The state of the current command.
    package var command = CommandState()
    /// Whether a command has added a photo to the library.
    package var hasNewPhotos = false
    /// Whether every confirmation is answered with yes (`--yes`).
    package var saysYes = false
    /// Whether standard input is a source of commands, so that none can read data from it.
    package var readsStandardInput = true
    /// The results of the last search.
    package var found: FoundEntries?
    /// Whether the warning about a missing contact was shown.
    var hasWarnedOfContact = false
    /// Takes a line that is a barcode instead of an answer, and returns whether it was one; nil
    /// unless barcodes are being scanned.
    var takesCode: ((String) -> Bool)?
    var lastItemID: ItemID?

    /// Begins a session with the default settings.
    package init() {}

    /// Returns a session in the same state, without the current command.
    package func copy() -> Session {
        let copy = Session()
        copy.currentKind = currentKind
        copy.it = it
        copy.lastKept = lastKept
        copy.aliases = aliases
        copy.aliasFile = aliasFile
        copy.settings = settings
        copy.notices = notices
        copy.hasNewPhotos = hasNewPhotos
        copy.saysYes = saysYes
        copy.readsStandardInput = readsStandardInput
        copy.found = found
        copy.hasWarnedOfContact = hasWarnedOfContact
        copy.lastItemID = lastItemID
        return copy
    }

    /// Whether commands ask for confirmations.
    var asksFirst: Bool { !saysYes && settings.confirm }
}
