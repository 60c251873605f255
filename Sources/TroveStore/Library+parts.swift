/// The parts of a library, each with a type of its own.
extension Library {
    /// The commands of the change log.
    package var history: CommandHistory { CommandHistory(library: self) }
    /// The names for places in the change log.
    package var marks: Marks { Marks(library: self) }
    /// The named snapshots beside the file.
    package var snapshots: Snapshots { Snapshots(library: self) }
    /// The items in the file, loaded or not.
    package var storedItems: StoredItems { StoredItems(library: self) }
    /// The search for duplicate items.
    package var duplicates: DuplicateSearch { DuplicateSearch(library: self) }
    /// The photos that items name.
    package var photos: PhotoIndex { PhotoIndex(library: self) }
    /// The account; nil while the library is local.
    package var account: Account? { replica.state.account }
    /// Whether changes are queued for a server, which they are after the first login.
    package var isReplicating: Bool { replica.state.isReplicating }
    /// Writes the account and the state of the connection to its server.
    package var accountStore: AccountStore { AccountStore(library: self) }
    /// The rules for changes while the server cannot be reached.
    package var offlineRules: OfflineRuleStore { OfflineRuleStore(library: self) }
    /// The operations that wait for the server, and those that it rejected.
    package var outbox: Outbox { Outbox(library: self) }
    /// The entries of the server, as far as they are known.
    package var shadow: Shadow { Shadow(library: self) }
    /// The conflicts that the user has to decide.
    package var conflicts: ConflictStore { ConflictStore(library: self) }
    /// The comparison with a server whose history differs.
    package var realignment: Realignment { Realignment(library: self) }
}
