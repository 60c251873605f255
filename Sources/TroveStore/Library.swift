package import TroveModel
import TroveSQLite

/// A user's library: the catalog in memory, the file, and the transactions between them.
///
/// It belongs to one thread. The file is authoritative. For each kind, memory holds the items with
/// the lowest numbers, and more are loaded as needed. A change to an item that is not loaded is
/// only written, and the loader reads it from the file. Several programs may open the file: each
/// writes under SQLite's lock, after reading what the others wrote.
package final class Library {
    /// Whether the file is never written.
    package let isReadOnly: Bool
    /// The loaded items, with all changes made to them.
    package internal(set) var catalog: Catalog
    /// The connection to the file.
    package let connection: LibraryConnection
    private(set) var log: ChangeLog
    private(set) var stores: [RowStore]
    let replica: Replica
    /// The operations of the open transaction whose answers a command waits for.
    package var asked: [AskedOperation] = []
    /// The items that have changed since the time that this library shows; nil for the present.
    let past: PastItems?
    /// Definitions that precede those of the file, so that a snapshot has the positions of the
    /// library that it is restored to.
    let earlierDefinitions: [Definition]
    /// The library of which this is a view in the past; nil for the present. It owns the view.
    unowned let present: Library?
    /// The kinds whose fields had other types at the time that this library shows. Their rows are
    /// not shared with the present.
    let retypedKinds: Set<KindIndex>
    /// The last view of the past, while it is valid.
    var lastPast = LastPast()
    /// Whether the file may hold items that `migrate` converts.
    package internal(set) var mayNeedMigration = false
    /// The changes that other programs have made since `takeForeignChanges`.
    private var foreignChanges = ArrivedChanges()
    /// The numbers of the next new items, in memory and in the file.
    private(set) var numbers = ItemNumbers()
    private var writtenNumbers = ItemNumbers()
    /// What the running rehearsal has changed; nil outside of one.
    var rehearsal: Rehearsal?

    /// The open SQLite connection.
    var database: Connection { connection.database }

    /// Opens a library, creates it if it is missing, and migrates its schema.
    ///
    /// - Parameters:
    ///   - location: the location of the library.
    ///   - kinds: the kinds that the program supports. The file may define more.
    ///   - earlier: definitions that precede those of the file.
    ///   - isReadOnly: whether the file is never written; if so, it must exist.
    ///   - makesFolders: whether to create missing parent folders.
    ///   - migrations: the schema's migrations, or more of them to imitate a newer version.
    /// - Throws: why the library cannot be used; the file is then unchanged.
    package init(
        _ location: Location, kinds: Kinds, after earlier: [Definition] = [],
        isReadOnly: Bool = false,
        makesFolders: Bool = false, migrations: [String] = Schema.migrations
    ) throws(LibraryError) {
        self.isReadOnly = isReadOnly
        past = nil
        present = nil
        retypedKinds = []
        earlierDefinitions = earlier
        let kinds = kinds.builtIn
        catalog = Catalog(kinds: kinds)
        connection = try LibraryConnection(
            location, kinds: kinds, isReadOnly: isReadOnly, makesFolders: makesFolders,
            migrations: migrations)
        let database = connection.database
        log = ChangeLog(kinds: kinds, connection: database)
        replica = Replica(connection: database)
        stores = kinds.storedIndices.map {
            RowStore($0, kind: kinds[$0], connection: database, mayLackColumns: isReadOnly)
        }
        // A library in memory is empty, and its tables are created when they are needed.
        if case .memory = location, earlier.isEmpty { return }
        do {
            try connection.reading {
                try catchUp()
                try readNeedOfMigration()
            }
            connection.guardFile()
        } catch {
            throw connection.libraryError(error)
        }
    }

    /// Creates a view of a library in the past, which shares its file. `asOf` describes it.
    ///
    /// - Parameters:
    ///   - library: the library in the present.
    ///   - past: the items that have changed since.
    ///   - kinds: the kinds as they were, at the same positions.
    init(of library: Library, as past: PastItems, kinds: Kinds) {
        isReadOnly = true
        self.past = past
        earlierDefinitions = library.earlierDefinitions
        present = library
        let now = library.catalog.kinds
        let retyped = kinds.storedIndices.filter { !kinds[$0].hasTypes(of: now[$0]) }
        retypedKinds = Set(retyped)
        catalog = Catalog(kinds: kinds)
        connection = library.connection
        log = library.log
        // Its state is never read, so the view has no account and no queue.
        replica = Replica(connection: connection.database)
        stores = kinds.storedIndices.map { index in
            library.stores[index].copy(with: retyped.contains(index) ? kinds[index] : nil)
        }
        // The library that it belongs to has begun reading, and ends it.
        isReading = true
    }

    deinit {
        // Closing copies the write-ahead log into the file, which must still be the same file.
        _ = try? connection.checkFile()
    }

    // MARK: Numbers

    /// Returns the number for the next new item; each call returns another.
    ///
    /// - Throws: `isFull` when none is left.
    package func takeNumber() throws(LibraryError) -> ItemNumber {
        try takeNumber(isDefinition: false)
    }

    /// Returns the number for the next new item or definition; each call returns another.
    ///
    /// - Throws: `isFull` when none is left.
    func takeNumber(isDefinition: Bool) throws(LibraryError) -> ItemNumber {
        guard let number = numbers.take(isDefinition: isDefinition) else { throw .isFull(path) }
        return number
    }

    /// Keeps the numbers of later items above one that is in use.
    func reserve(_ number: ItemNumber) { numbers.reserve(number) }

    private func readNumbers() throws {
        numbers = try ItemNumbers.read(from: replica.meta)
        writtenNumbers = numbers
    }

    // MARK: Transactions

    /// Whether a transaction is open.
    package private(set) var isInTransaction = false
    /// Whether a command reads between `beginReading` and `endReading`.
    private(set) var isReading = false
    /// The number of committed transactions.
    package private(set) var commitCount = 0

    /// Begins a write transaction unless one is open: takes the lock and reads what others wrote.
    ///
    /// - Throws: `isBusy` if another program holds the lock, `isReadOnly` if the library must not
    ///   be written, or why the file cannot be read.
    package func begin() throws(LibraryError) {
        guard !isInTransaction else { return }
        guard !isReadOnly else { throw .isReadOnly(path) }
        endReading()
        try attempt {
            try connection.checkPermission()
            try share()
            try connection.checkFile()
            try connection.beginWriting()
            isInTransaction = true
            try readForeignChanges()
            if rehearsal != nil { noteStartOfRehearsal() }
        }
    }

    /// Writes the changes of one command in the transaction and applies them in memory.
    ///
    /// - Parameters:
    ///   - changes: the changes; the caller has checked them.
    ///   - reverts: the command that this one reverts.
    ///   - isAsked: whether the server must answer before they are committed.
    ///   - former: the result of the previous call for the same command. That call must be the last
    ///     one of this transaction.
    ///   - authorship: who gave the command, and when.
    /// - Returns: the command's number in the log; nil if nothing changed.
    /// - Throws: why the changes cannot be written; the whole transaction is then rolled back, and
    ///   memory is read again from the file.
    @discardableResult
    package func perform(
        _ changes: [Change], reverting reverts: CommandNumber? = nil, isAsked: Bool = false,
        continuing former: CommandNumber? = nil, _ authorship: Authorship
    ) throws(LibraryError) -> CommandNumber? {
        guard !changes.isEmpty else { return former }
        // An undo brings items of replaced kinds back on purpose.
        if reverts == nil { noteArrivals(changes) }
        try begin()
        let changes = changes.allSatisfy(isFitted) ? changes : changes.map(fitted)
        var command: CommandNumber?
        try attempt {
            let hasOwnFields = changes.contains { catalog.kinds[$0.kind].hasOwnFields }
            let changes =
                hasOwnFields
                ? try changes.map { try stores[$0.kind].withHiddenValues($0) } : changes
            try writeRows(changes)
            let first = log.last + 1
            command = try log.append(
                changes, reverting: reverts, continuing: former, authorship,
                isLocal: !isReplicating)
            try apply(changes)
            if isReplicating { try queue(changes, from: first, isAsked: isAsked, authorship.at) }
            try define(by: changes, at: authorship.at)
        }
        return command
    }

    /// Whether `add` can be used: the library is local, and a transaction is open.
    package var takesNewItems: Bool { isInTransaction && !isReplicating && rehearsal == nil }

    /// Writes the items that successive commands add, and adds them in memory; otherwise like
    /// `perform`, once for each command. `takesNewItems` must be true, and the duplicate indexes
    /// must have the items (`DuplicateSearch.note`).
    ///
    /// - Parameters:
    ///   - items: items of kinds without unique fields, with a value for each field; the caller has
    ///     checked them.
    ///   - authorship: who gave the commands, and when.
    /// - Throws: why the items cannot be written; the whole transaction is then rolled back, and
    ///   memory is read again from the file.
    package func add(_ items: NewItems, _ authorship: Authorship) throws(LibraryError) {
        try attempt {
            for item in items.all {
                try stores[item.kind].insert(item.number, item.id, item.values)
            }
            try log.append(items, authorship)
            lastPast = LastPast()
            for item in items.all where stores[item.kind].isLoaded(item.number) {
                try catalog.insert(item)
            }
        }
    }

    /// Queues changes that were just written. `first` is the sequence number of the first one in
    /// the log. If one of them extends a rejected change, the command does not wait for any of
    /// them: it could not take all of them back.
    private func queue(
        _ changes: [Change], from first: Int, isAsked: Bool, _ time: Timestamp
    ) throws {
        let queue = ChangeQueue(Transaction(self))
        let isAsked = try isAsked && !extendRejected(changes)
        for (index, change) in changes.enumerated() {
            let isAlone = try queue.add(change, isAsked: isAsked, at: time)
            if isAsked, isAlone {
                asked.append(
                    AskedOperation(
                        number: replica.state.lastNumber, id: change.id,
                        sequence: first + index))
            }
        }
    }

    private func extendRejected(_ changes: [Change]) throws -> Bool {
        guard try replica.problems.count() > 0 else { return false }
        return try changes.contains { try !replica.problems.rejected(of: $0.id).isEmpty }
    }

    /// Returns whether a change has a value for each field, if it must.
    private func isFitted(_ change: Change) -> Bool {
        guard case .create(let values) = change.action else { return true }
        return values.count >= catalog.kinds[change.kind].fields.count
    }

    /// Returns a change with a value for each field, including fields that its kind has gained
    /// since it was made.
    private func fitted(_ change: Change) -> Change {
        guard !isFitted(change), case .create(var values) = change.action else { return change }
        let missing = catalog.kinds[change.kind].fields.count - values.count
        values += Array(repeating: nil, count: missing)
        return Change(
            kind: change.kind, number: change.number, id: change.id, action: .create(values))
    }

    /// Commits the transaction durably. During a rehearsal, the transaction stays open.
    ///
    /// - Throws: why that failed; the whole transaction is then rolled back.
    package func commit() throws(LibraryError) {
        guard isInTransaction, rehearsal == nil else { return }
        try attempt {
            try log.flush()
            try numbers.write(to: replica.meta, after: writtenNumbers)
            try replica.state.writeNextNumber()
            try connection.checkFile()
            try database.commit()
            try connection.checkFile()
            writtenNumbers = numbers
            isInTransaction = false
            commitCount += 1
        }
    }

    /// Discards all changes since `begin`, and reads memory again from the file.
    package func rollback() {
        guard isInTransaction else { return }
        isInTransaction = false
        forgetMemory()
    }

    /// Rolls the open transaction back without discarding memory, which the caller reverts.
    ///
    /// - Parameter numbers: the numbers of the next new items before the transaction.
    func rollbackFile(to numbers: ItemNumbers) {
        isInTransaction = false
        asked = []
        self.numbers = numbers
        replica.forget()
        database.rollBack()
    }

    /// Ends the open transaction and discards memory. If reading the file again fails, the next
    /// command fails and reports why.
    func forgetMemory() {
        isReading = false
        asked = []
        log.dropPending()
        replica.forget()
        database.rollBack()
        dropRows()
        // Ending one's own transaction does not change the version of the file.
        connection.seenVersion = nil
        try? connection.reading { try catchUp() }
    }

    /// Runs `work`, which writes, in the open transaction or else in one of its own.
    func writing(_ work: (Transaction) throws -> Void) throws(LibraryError) {
        let isAlone = !isInTransaction
        try begin()
        try attempt { try work(Transaction(self)) }
        if isAlone { try commit() }
    }

    /// Runs `work`, whose result the server sends again if a power failure loses it, in a
    /// transaction of its own that does not wait for the disk; in the open transaction if there is
    /// one.
    func writingRepeatably(_ work: (Transaction) throws -> Void) throws(LibraryError) {
        guard !isInTransaction else { return try writing(work) }
        endReading()
        try attempt {
            try share()
            try database.withoutWaitingForDisk { try writing(work) }
        }
    }

    /// Runs `work`, which only reads, and translates its errors.
    func looking<Result>(_ work: () throws -> Result) throws(LibraryError) -> Result {
        do {
            return try work()
        } catch {
            throw connection.libraryError(error)
        }
    }

    /// Runs `work`; an error rolls the transaction back and becomes a `LibraryError`.
    private func attempt(_ work: () throws -> Void) throws(LibraryError) {
        let wasWriting = isInTransaction
        do {
            try work()
        } catch {
            rollback()
            // The output that waits for the commit is lost, whatever the reason.
            if case .isReadOnly(let path) = connection.libraryError(error), wasWriting {
                throw .cannotRead(path, detail: "it is no longer writable")
            }
            throw connection.libraryError(error)
        }
    }

    // MARK: Changes of other programs

    /// Begins a command that reads: reads what others wrote, and holds one state of the file until
    /// `endReading`, so that row positions stay valid.
    package func beginReading() throws(LibraryError) {
        guard !isInTransaction, !isReading, case .file = location else { return }
        do {
            if isDisturbed { try share() }
            try connection.checkFile()
            try database.begin()
            isReading = true
            try readForeignChanges()
        } catch {
            forgetMemory()
            throw connection.libraryError(error)
        }
    }

    /// Ends a command that reads.
    package func endReading() {
        guard isReading, !isPast else { return }
        isReading = false
        if database.isInTransaction { try? database.commit() }
        // Rows that were read without locks may be inconsistent.
        if isDisturbed { dropRows() }
    }

    /// Returns the changes that others have made since the last call.
    package func takeForeignChanges() -> ArrivedChanges {
        defer { foreignChanges = ArrivedChanges() }
        return foreignChanges
    }

    /// Reopens the file with SQLite's locks, unless it has them already.
    private func share() throws {
        try connection.share(follow: use, isContinued: log.isContinued)
    }

    /// Follows a change of the definitions. The rows are loaded again when they are needed.
    func use(_ kinds: Kinds) {
        lastPast = LastPast()
        catalog = Catalog(kinds: kinds)
        log = ChangeLog(kinds: kinds, continuing: log)
        stores = kinds.storedIndices.map {
            RowStore($0, kind: kinds[$0], connection: database, mayLackColumns: isReadOnly)
        }
    }

    private func use(_ database: Connection) {
        lastPast = LastPast()
        log.use(database)
        replica.use(database)
        for store in stores { store.use(database) }
    }

    private func catchUp() throws {
        try readDefinitions()
        try log.catchUp(isReadOnly: isReadOnly)
        let version = try connection.readVersion()
        try readNumbers()
        try replica.read()
        connection.seenVersion = version
    }

    /// Reads what others wrote, in one transaction, so that the log, the rows and the next numbers
    /// are consistent.
    private func readForeignChanges() throws {
        guard case .file = location else { return }
        let version = try connection.readVersion()
        guard version != connection.seenVersion else { return }
        lastPast = LastPast()
        try readForeignDefinitions()
        let commands = try log.newCommands()
        try readNumbers()
        try replica.read()
        try apply(commands.flatMap(\.changes))
        for command in commands {
            try foreignChanges.add(command.changes, from: command.origin, title: title(of:))
        }
        connection.seenVersion = version
    }
}
