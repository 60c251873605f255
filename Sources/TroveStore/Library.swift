package import TroveModel
import TroveSQLite

/// A person's library: the catalog in memory, and the file under it.
///
/// It belongs to one thread. The file is the truth. Memory holds a beginning of it, kind by kind in
/// the order of the numbers, and grows as it is asked to; a change beyond what is loaded is only
/// written, and the loader finds it there. Several programs may have the file open: each change is
/// written under SQLite's lock, after everything that others wrote was read.
package final class Library {
    /// Where a library is kept.
    package enum Location: Sendable, Equatable {
        case file(String)
        /// Nowhere: it is gone when the program ends.
        case memory

        /// The path for messages.
        var path: String {
            switch self {
            case .file(let path): path
            case .memory: "(memory)"
            }
        }
    }

    /// As it was asked for.
    package let location: Location
    /// Whether the file is never written.
    package let isReadOnly: Bool
    /// What has been loaded so far, with what was performed.
    package internal(set) var catalog: Catalog
    /// How many things others have changed since `takeForeignChanges` last told.
    private var foreignChanges = 0

    /// Read only and private while nobody else is at work and nothing was written; then shared.
    private(set) var connection: Connection
    /// How the file is open.
    private var access: Access
    private let opener: LibraryOpener
    let log: ChangeLog
    let stores: [RowStore]
    let replica: Replica
    /// The operations of the open transaction that somebody waits for.
    package internal(set) var asked: [AskedOperation] = []
    private var dataVersion: Statement?
    /// What `readVersion` gave at the last look; nil when the file must be looked at in any case.
    private var seenVersion: Int?
    private var nextNumber = 1
    private var writtenNextNumber = 1

    /// The path for messages.
    package var path: String { location.path }
    /// The file itself, behind symbolic links; its log and locks stand beside it.
    let file: String

    /// Opens a library, makes it if there is none, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - location: where it is kept.
    ///   - kinds: what can be collected.
    ///   - isReadOnly: whether the file is never written; it must exist then.
    ///   - makesFolders: whether folders that are missing above the file are made.
    ///   - migrations: for tests of what a newer Trove does; otherwise the schema's own.
    /// - Throws: what keeps the library from being used; the file is then as it was.
    package init(
        _ location: Location, kinds: Kinds, isReadOnly: Bool = false,
        makesFolders: Bool = false, migrations: [String] = Schema.migrations
    ) throws(LibraryError) {
        self.location = location
        self.isReadOnly = isReadOnly
        catalog = Catalog(kinds: kinds)
        opener = LibraryOpener(
            location: location, kinds: kinds, isReadOnly: isReadOnly, migrations: migrations,
            makesFolders: makesFolders)
        let (connection, undisturbed) = try opener.open()
        // The path behind links is known when the file is there.
        file = LibraryFile.resolve(location.path)
        self.connection = connection
        access = undisturbed.map(Access.undisturbed) ?? .shared(nil)
        log = ChangeLog(kinds: kinds, connection: connection)
        replica = Replica(kinds: kinds, connection: connection)
        stores = kinds.all.map {
            RowStore(kind: $0, connection: connection, mayLackColumns: isReadOnly)
        }
        do {
            try reading { try catchUp() }
            guardFile()
        } catch {
            throw libraryError(error)
        }
    }

    deinit {
        // Closing copies the log into the file, which must still be the file of the log.
        _ = try? checkFile()
    }

    // MARK: The open file

    /// How the file is open.
    private enum Access {
        /// Nobody else was at work when it had this stamp, so it is read without SQLite's locks, and
        /// nothing is made beside it.
        case undisturbed(FileStamp)
        /// As SQLite shares files; with what notices that the file is replaced.
        case shared(OpenFileGuard?)
        /// As SQLite shares files; but the path leads to something else now.
        case replaced
    }

    /// Whether another program may have written to a library that is read without locks; what was read
    /// since `beginReading` may then be of two states, and must be asked again.
    package var isDisturbed: Bool {
        guard case .undisturbed(let stamp) = access else { return false }
        return LibraryFile.undisturbedStamp(of: file) != stamp
    }

    /// Begins to guard the file that SQLite has open now.
    private func guardFile() {
        guard case .file = location, case .shared = access else { return }
        access = .shared(OpenFileGuard(connection, path: file))
    }

    /// Looks whether the path still leads to the file that is open.
    ///
    /// - Throws: `wasReplaced` when it does not. What is committed then is lost or spoils another file.
    private func checkFile() throws(LibraryError) {
        if case .replaced = access { throw .wasReplaced(path) }
        guard case .file = location, case .shared(var guarding) = access else { return }
        let finding = guarding?.check(connection)
        access = finding == nil ? .shared(guarding) : .replaced
        guard let finding else { return }
        switch finding {
        case .isElsewhere:
            // What was committed goes into the file it belongs to, wherever that is now.
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            try? connection.execute("PRAGMA wal_checkpoint")
        case .isOverwritten: connection.keepLogAtClose()
        }
        // The log would spoil the file that is there now.
        if guarding?.hasLog == true { LibraryFile.setLogAside(of: file) }
        throw .wasReplaced(path)
    }

    /// Opens the file as SQLite shares it, to write or because others do.
    private func share() throws {
        guard case .undisturbed(let stamp) = access else { return }
        guard FileStamp(of: file)?.identity == stamp.identity else {
            throw LibraryError.wasReplaced(path)
        }
        let shared = try opener.connect()
        dataVersion = nil
        log.use(shared)
        replica.use(shared)
        for store in stores { store.use(shared) }
        // Closes the old connection before the new one takes a lock, which closing would drop.
        connection = shared
        try opener.prepare(shared)
        seenVersion = nil
        try reading {
            guard try log.isContinued() else { throw LibraryError.wasReplaced(path) }
        }
        access = .shared(nil)
        guardFile()
    }

    private func catchUp() throws {
        try log.catchUp()
        seenVersion = try readVersion()
        try readNextNumber()
        try replica.read()
    }

    private func readNextNumber() throws {
        let stored = try connection.integer("SELECT value FROM meta WHERE key = 'next_number'") ?? 1
        nextNumber = try StoredNumber.checked(
            stored, as: "the next number", in: 1...Self.highestNumber)
        writtenNextNumber = nextNumber
    }

    /// Numbers are 32 bits wide in memory.
    static let highestNumber = Int(Int32.max) - 1

    /// The number that the next new thing gets; each call gives another.
    ///
    /// - Throws: `isFull` when there are none left.
    package func takeNumber() throws(LibraryError) -> ItemNumber {
        guard nextNumber < Self.highestNumber else { throw .isFull(path) }
        defer { nextNumber += 1 }
        return ItemNumber(nextNumber)
    }

    /// Whether a path leads to the library's file, or to one of the two beside it.
    package func isKept(in path: String) -> Bool {
        guard case .file = location, let identity = FileStamp(of: path)?.identity else {
            return false
        }
        return ["", "-wal", "-shm"].contains { FileStamp(of: file + $0)?.identity == identity }
    }

    /// Whether there is something at a location already.
    package static func exists(at location: Location) -> Bool {
        guard case .file(let path) = location else { return false }
        if case .nothing? = try? LibraryFile.find(at: path) { return false }
        return true
    }

    // MARK: Transactions

    /// Whether changes wait for `commit`.
    package private(set) var isInTransaction = false
    /// Whether a command is reading.
    private var isReading = false
    /// How many transactions were committed.
    package private(set) var commitCount = 0

    /// Begins to write, unless that was begun: takes the lock and reads what others wrote.
    ///
    /// - Throws: `isBusy` when another program keeps the lock, `isReadOnly` when nothing may be
    ///   written, or what keeps the file from being read.
    package func begin() throws(LibraryError) {
        guard !isInTransaction else { return }
        guard !isReadOnly else { throw .isReadOnly(path) }
        endReading()
        try attempt {
            try share()
            try checkFile()
            try connection.execute("BEGIN IMMEDIATE")
            isInTransaction = true
            try readForeignChanges()
        }
    }

    /// Writes one command's changes into the transaction and applies them in memory.
    ///
    /// - Parameters:
    ///   - changes: what happened; they were checked before.
    ///   - reverts: the command that this one takes back.
    ///   - isAsked: whether the server must have answered before they are committed.
    ///   - former: what this returned for changes that are of the same command. They were performed in
    ///     this transaction, and nothing behind them.
    ///   - authorship: who gave the command, and when.
    /// - Returns: what the command is called in the log; nil when nothing changed.
    /// - Throws: when the file does not take them; the whole transaction is then gone, and memory is
    ///   read again from the file.
    @discardableResult
    package func perform(
        _ changes: [Change], reverting reverts: Int? = nil, isAsked: Bool = false,
        continuing former: Int? = nil, _ authorship: Authorship
    ) throws(LibraryError) -> Int? {
        guard !changes.isEmpty else { return former }
        try begin()
        var command: Int?
        try attempt {
            try writeRows(changes)
            let first = log.last + 1
            command = try log.append(
                changes, reverting: reverts, continuing: former, authorship)
            try apply(changes)
            guard replica.isReplicating else { return }
            for (index, change) in changes.enumerated() {
                let isAlone = try enqueue(change, at: authorship.at)
                if isAsked, isAlone {
                    asked.append(
                        AskedOperation(
                            number: replica.lastNumber, id: change.id, sequence: first + index))
                }
            }
        }
        return command
    }

    func writeRows(_ changes: [Change]) throws {
        for change in changes {
            switch change.action {
            case .create(let values):
                try stores[change.kind].insert(change, values)
                // A restored thing may have a number that was never given here.
                nextNumber = max(nextNumber, change.number.rawValue + 1)
            case .update(let fields): try stores[change.kind].update(change.number, fields)
            case .delete: try stores[change.kind].delete(change.number)
            }
        }
    }

    /// Makes what was performed durable.
    ///
    /// - Throws: when that fails; nothing of the transaction is then kept.
    package func commit() throws(LibraryError) {
        guard isInTransaction else { return }
        try attempt {
            if nextNumber != writtenNextNumber {
                try connection.execute(
                    "UPDATE meta SET value = \(nextNumber) WHERE key = 'next_number'")
            }
            try replica.writeNextNumber()
            try checkFile()
            try connection.execute("COMMIT")
            try checkFile()
            writtenNextNumber = nextNumber
            isInTransaction = false
            commitCount += 1
        }
    }

    /// Drops what was performed since `begin`, and reads memory again from the file.
    package func rollback() {
        guard isInTransaction else { return }
        isInTransaction = false
        forgetMemory()
    }

    /// Ends whatever transaction is open, and begins to read from the start. If even that fails, the
    /// next command fails by itself and says why.
    private func forgetMemory() {
        isReading = false
        asked = []
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
        dropRows()
        try? reading { try catchUp() }
    }

    /// Empties memory, so that rows are read again from the file.
    private func dropRows() {
        catalog = Catalog(kinds: catalog.kinds)
        for store in stores { store.startOver() }
    }

    /// Runs a piece of work in a transaction that only reads.
    private func reading(_ work: () throws -> Void) throws {
        try connection.execute("BEGIN")
        defer { if connection.isInTransaction { try? connection.execute("COMMIT") } }
        try work()
    }

    /// Runs a piece of work that writes, in the open transaction or else in one of its own.
    func writing(_ work: () throws -> Void) throws(LibraryError) {
        let isAlone = !isInTransaction
        try begin()
        try attempt(work)
        if isAlone { try commit() }
    }

    /// Runs a piece of work that reads.
    func looking<Result>(_ work: () throws -> Result) throws(LibraryError) -> Result {
        do {
            return try work()
        } catch {
            throw libraryError(error)
        }
    }

    /// Runs a piece of work; a failure ends the transaction and becomes a `LibraryError`.
    private func attempt(_ work: () throws -> Void) throws(LibraryError) {
        let wasWriting = isInTransaction
        do {
            try work()
        } catch {
            rollback()
            // What was said of the transaction is lost with it, whatever the reason.
            if case .isReadOnly(let path) = libraryError(error), wasWriting {
                throw .cannotRead(path, detail: "it may not be written any more")
            }
            throw libraryError(error)
        }
    }

    func libraryError(_ error: any Error) -> LibraryError {
        switch error {
        case let error as LibraryError: error
        case let error as SQLiteError: LibraryError(error, path: path)
        case let error as StoredNumber.Impossible:
            .isDamaged(path, detail: "\(error.what) is \(error.number)")
        case let error as RowStore.BadRow: .isDamaged(path, detail: error.description)
        case let error as ChangeLog.BadEntry: .isDamaged(path, detail: error.description)
        case let error as Catalog.Misfit: .isDamaged(path, detail: "\(error)")
        case let error as Members.Damage: .isDamaged(path, detail: "\(error.text) is no JSON")
        default: .cannotRead(path, detail: "\(error)")
        }
    }

    func apply(_ changes: [Change]) throws {
        if changes.allSatisfy({ stores[$0.kind].isLoaded($0.number) }) {
            try catalog.apply(changes)
        } else {
            let loaded = changes.filter { stores[$0.kind].isLoaded($0.number) }
            if !loaded.isEmpty { try catalog.apply(loaded) }
            try noteDuplicates(after: changes)
        }
    }

    // MARK: What others write

    /// Begins a command that reads: takes in what others have written, and from here on sees one state
    /// of the file until `endReading`, so that rows that were found stay where they are.
    package func beginReading() throws(LibraryError) {
        guard !isInTransaction, !isReading, case .file = location else { return }
        do {
            if isDisturbed { try share() }
            try checkFile()
            try connection.execute("BEGIN")
            isReading = true
            try readForeignChanges()
        } catch {
            forgetMemory()
            throw libraryError(error)
        }
    }

    /// Ends a command that reads.
    package func endReading() {
        guard isReading else { return }
        isReading = false
        if connection.isInTransaction { try? connection.execute("COMMIT") }
        // What was read without locks may be of two states of the file.
        if isDisturbed { dropRows() }
    }

    /// Reads what others have written since the last look, between two commands.
    package func refresh() throws(LibraryError) {
        try beginReading()
        endReading()
    }

    /// How many things others have changed since this was asked last.
    package func takeForeignChanges() -> Int {
        defer { foreignChanges = 0 }
        return foreignChanges
    }

    /// Inside a transaction, so that the log, the rows and the next number belong together.
    private func readForeignChanges() throws {
        guard case .file = location else { return }
        let version = try readVersion()
        guard version != seenVersion else { return }
        let changes = try log.newChanges()
        try readNextNumber()
        try replica.read()
        try apply(changes)
        foreignChanges += Set(changes.map(\.number)).count
        seenVersion = version
    }

    /// A number that SQLite changes whenever another connection has written.
    private func readVersion() throws -> Int {
        let statement = try dataVersion ?? connection.prepare("PRAGMA data_version")
        dataVersion = statement
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    // MARK: Loading

    /// Whether all things of a kind are in memory.
    package func isLoaded(_ kind: KindIndex) -> Bool { stores[kind].isComplete }

    /// Whether everything is in memory.
    package var isLoaded: Bool { stores.allSatisfy(\.isComplete) }

    /// Loads the next rows of a kind.
    package func loadMore(_ kind: KindIndex, rows count: Int = 4096) throws(LibraryError) {
        guard !stores[kind].isComplete else { return }
        let isAlone = !isInTransaction && !isReading
        if isAlone { try beginReading() }
        defer { if isAlone { endReading() } }
        do {
            try catalog.load(kind) { try stores[kind].load(count, into: &$0) }
        } catch {
            throw libraryError(error)
        }
    }

    /// How many things there are, in memory or not.
    package func count() throws(LibraryError) -> Int {
        var total = 0
        do {
            for kind in catalog.kinds.all {
                let name = Schema.quoted(kind.name)
                total += try connection.integer("SELECT count(*) FROM \(name)") ?? 0
            }
        } catch {
            throw libraryError(error)
        }
        return total
    }

    /// How much of a kind is in memory, 0 to 1, guessed from the numbers given so far.
    package func loadedFraction(_ kind: KindIndex) -> Double {
        stores[kind].isComplete
            ? 1 : Double(stores[kind].loadedThrough.rawValue) / Double(max(1, nextNumber))
    }

    /// Loads one slice of whatever is not in memory yet; false when everything is.
    package func loadSlice() throws(LibraryError) -> Bool {
        guard let kind = stores.firstPosition(of: KindIndex.self, where: { !$0.isComplete }) else { return false }
        try loadMore(kind, rows: 1024)
        return true
    }

    /// Loads everything of a kind.
    package func loadAll(_ kind: KindIndex) throws(LibraryError) {
        while !stores[kind].isComplete { try loadMore(kind) }
    }

    /// Finds the thing with a number, loading as far as that; nil when there is none.
    package func item(numbered number: ItemNumber) throws(LibraryError) -> Item? {
        for kind in catalog.kinds.indices {
            while !stores[kind].isLoaded(number) { try loadMore(kind) }
            if let row = catalog.tables[kind].row(ofNumber: number) {
                return catalog.item(kind, at: row)
            }
        }
        return nil
    }

    /// The loaded rows of a kind whose title begins so, by title, and how many of them there are.
    package func rows(
        of kind: KindIndex, titleBeginningWith text: String, limit: Int
    ) -> (rows: [RowIndex], total: Int) {
        catalog.rows(of: kind, titleBeginningWith: text, limit: limit)
    }

    /// Prepares a slice of what searching titles needs; false when all is prepared.
    package func prepareTitles() -> Bool { catalog.prepareTitles() }
}
