package import TroveModel
package import TroveTerminal

/// What the shell remembers between two commands.
package final class Session {
    /// The kind that `add` adds to.
    package var currentKind = KindIndex(0)
    /// The number of the item last added, shown or changed.
    package var it: ItemNumber?
    /// By name, what each alias stands for.
    package var aliases: [String: String] = [:]
    /// What the user chose.
    package var settings = Settings()
    /// The notices above the prompt, with their times.
    package var notices: [(at: Timestamp, text: TerminalText)] = []
    /// The photos that the command at hand has named.
    package var photos = GatheredPhotos()
    /// Whether a command has brought a photo into the library.
    package var hasNewPhotos = false
    /// Whether every confirmation is answered with yes.
    package var saysYes = false
    /// What the last search has found.
    package var found: FoundEntries?
    /// Whether the user was told that a service would like a contact.
    var hasWarnedOfContact = false
    /// The identity that was made last.
    var lastIdentity: ItemID?

    package init() {}

    /// Whether what is not confirmed is asked about.
    var asksFirst: Bool { !saysYes && settings.confirm }
}
