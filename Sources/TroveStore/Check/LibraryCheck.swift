import TroveCodecs
import TroveModel
import TroveSQLite

/// Checks a library for damage, without changing it. A library stores all data twice: in its rows,
/// and in the change log. If the two differ, one of them is damaged.
package struct LibraryCheck {
    private let library: Library
    private let showProgress: (Double) throws -> Void
    private var findings: [CheckFinding] = []
    /// The subjects of the definitions that the changes read so far have replaced.
    private var redefined: Set<String> = []
    private var database: Connection { library.database }
    private var kinds: Kinds { library.catalog.kinds }

    /// The maximum number of findings.
    package static let limit = 1000

    private init(_ library: Library, showProgress: @escaping (Double) throws -> Void) {
        self.library = library
        self.showProgress = showProgress
    }

    /// Checks a library.
    ///
    /// - Parameters:
    ///   - library: the library to check.
    ///   - showProgress: called repeatedly with the completed share, 0 to 1; throws to cancel the
    ///     check.
    /// - Returns: the damage, at most `limit` findings.
    /// - Throws: what `showProgress` throws, and `LibraryError` if the check itself fails.
    package static func findings(
        in library: Library, showProgress: @escaping (Double) throws -> Void
    ) throws -> [CheckFinding] {
        var check = LibraryCheck(library, showProgress: showProgress)
        do {
            try check.run()
        } catch {
            throw isFault(error) ? library.connection.libraryError(error) : error
        }
        return check.findings
    }

    private static func isFault(_ error: any Error) -> Bool {
        error is SQLiteError || error is StoredNumber.Impossible || error is LibraryError
    }

    private mutating func run() throws {
        try attempt { check throws in try check.checkFile() }
        var replayed = Catalog(kinds: kinds)
        try attempt { check throws in replayed = try check.replayLog() }
        for kind in kinds.storedIndices {
            try attempt { check throws in try check.compareRows(of: kind, with: replayed) }
        }
        if library.isReplicating { try attempt { check throws in try check.compareViews() } }
        try attempt { check throws in try check.checkPhotos() }
        try showProgress(1)
    }

    /// Runs a part of the check. Damage that aborts it becomes a finding, and the next part runs.
    private mutating func attempt(_ part: (inout Self) throws -> Void) throws {
        do {
            try part(&self)
        } catch let error as SQLiteError {
            add(CheckFinding(.file(error.message)))
        } catch {
            guard let description = Self.description(of: error) else { throw error }
            add(CheckFinding(.unreadable(description)))
        }
    }

    /// Describes an error that invalid data caused; nil for other errors.
    private static func description(of error: any Error) -> String? {
        switch error {
        case let error as RowStore.BadRow: error.description
        case let error as ChangeLog.BadEntry: error.description
        case let error as StoredNumber.Impossible: "\(error.what) is \(error.number)"
        case let error as EntryFields.Damage: "\(error.text) is not a JSON object"
        case let error as LibraryError:
            if case .isDamaged(_, let detail) = error { detail } else { nil }
        default: nil
        }
    }

    private mutating func add(_ finding: CheckFinding) {
        if findings.count < Self.limit { findings.append(finding) }
    }

    // MARK: The file

    private mutating func checkFile() throws {
        for line in try database.texts("PRAGMA integrity_check(100)") where line != "ok" {
            add(CheckFinding(.file(line)))
        }
        try showProgress(0.1)
    }

    // MARK: The log

    /// Replays all changes of the log into an empty catalog.
    private mutating func replayLog() throws -> Catalog {
        var catalog = Catalog(kinds: kinds)
        let last = try library.log.newest() ?? 0
        let parser = ChangeParser(kinds: kinds)
        let entries = try library.log.entries()
        var command = 0
        var count = 0
        while let entry = try entries.next() {
            let sequence = entry.sequence
            count += 1
            if count & 1023 == 0 { try showProgress(0.1 + 0.5 * Double(sequence) / Double(last)) }
            // The number of a command is that of its first change, and its changes are consecutive.
            if entry.command.rawValue == sequence {
                command = sequence
            } else if entry.command.rawValue != command {
                var finding = CheckFinding(.change(sequence))
                finding.field = "command"
                finding.here = .integer(entry.command.rawValue)
                finding.there = .integer(command)
                add(finding)
            }
            if let reverts = entry.reverts?.rawValue, reverts >= sequence || reverts < 1 {
                var finding = CheckFinding(.change(sequence))
                finding.field = "reverts"
                finding.here = .integer(reverts)
                add(finding)
            }
            do {
                guard let change = try parser.change(of: entry)?.fitting(kinds) else { continue }
                try follow(change, sequence, in: &catalog)
            } catch let error as ChangeLog.BadEntry {
                add(CheckFinding(.unreadable("change \(sequence): \(error.description)")))
            }
        }
        catalog.compact()
        return catalog
    }

    /// Replays one change, and compares its former values with the state before it.
    private mutating func follow(
        _ change: Change, _ sequence: Int, in catalog: inout Catalog
    ) throws {
        let row = catalog.tables[change.kind].row(ofNumber: change.number)
        let item = row.map { catalog.item(change.kind, at: $0) }
        let fields = kinds[change.kind].fields
        func compare(_ field: FieldIndex, _ said: Value?, _ item: Item) {
            guard item.values[field] != said else { return }
            // A value of another type was hidden, so the change replaced none.
            let subject = Definition(fields[field], of: kinds[change.kind]).subject
            if said == nil, redefined.contains(subject) { return }
            var finding = CheckFinding(.change(sequence), item)
            finding.field = fields[field].name
            finding.here = said?.json ?? .null
            finding.there = item.values[field]?.json ?? .null
            add(finding)
        }
        switch (change.action, item) {
        case (.create, nil): break
        case (.update(let updates), let item?):
            for update in updates { compare(update.field, update.before, item) }
        case (.delete(let values), let item?):
            for field in fields.positions(of: FieldIndex.self) {
                compare(field, values[field], item)
            }
        case (.create, _?), (.update, nil), (.delete, nil):
            var finding = CheckFinding(.change(sequence))
            finding.number = change.number
            finding.title = item?.title
            return add(finding)
        }
        if let item, item.id != change.id {
            var finding = CheckFinding(.change(sequence), item)
            finding.field = "id"
            finding.here = .string(change.id.description)
            finding.there = .string(item.id.description)
            add(finding)
        }
        if change.kind == kinds.definitions, case .update = change.action, let item {
            redefined.insert(item.title)
        }
        try catalog.apply(change)
    }

    // MARK: The rows

    private mutating func compareRows(of kind: KindIndex, with replayed: Catalog) throws {
        let table = replayed.tables[kind]
        let fields = kinds[kind].fields
        var seen: Set<ItemNumber> = []
        try library.stores[kind].forEach(nil) { row in
            seen.insert(row.number)
            if seen.count & 1023 == 0 { try showProgress(0.6) }
            var values: [Value?] = fields.map { _ in nil }
            for field in fields.positions(of: FieldIndex.self) {
                do {
                    values[field] = try row.value(field)
                } catch let error as RowStore.BadRow {
                    add(CheckFinding(.unreadable(error.description)))
                    values[field] = table.row(ofNumber: row.number)
                        .flatMap { table.value(field, at: $0) }
                }
            }
            let item = Item(kind: kind, number: row.number, id: row.id, values: values)
            if library.isReplicating,
                try library.replica.shadow.number(of: row.id) != row.number
            {
                add(CheckFinding(.hasIDOfAnother, item))
            }
            guard let other = table.row(ofNumber: row.number) else {
                return add(CheckFinding(.isNotInLog, item))
            }
            compare(item, with: replayed.item(kind, at: other))
        }
        for row in table.rows where table.isAlive(row) && !seen.contains(table.number(at: row)) {
            add(CheckFinding(.isOnlyInLog, replayed.item(kind, at: row)))
        }
    }

    private mutating func compare(_ item: Item, with other: Item) {
        if item.id != other.id {
            var finding = CheckFinding(.differsFromLog, item)
            finding.field = "id"
            finding.here = .string(item.id.description)
            finding.there = .string(other.id.description)
            add(finding)
        }
        for (index, field) in kinds[item.kind].fields.enumerated()
        where item.values[index] != other.values[index] {
            var finding = CheckFinding(.differsFromLog, item)
            finding.field = field.name
            finding.here = item.values[index]?.json ?? .null
            finding.there = other.values[index]?.json ?? .null
            add(finding)
        }
    }

    // MARK: The replica

    private mutating func compareViews() throws {
        let statement = try database.prepare("SELECT id, number FROM shadow ORDER BY id")
        var count = 0
        while try statement.step() {
            count += 1
            if count & 255 == 0 { try showProgress(0.8) }
            guard let words = statement.words(0) else {
                add(CheckFinding(.unreadable("entry \(count) of the server has an invalid id")))
                continue
            }
            let id = ItemID(high: words.high, low: words.low)
            try attempt { check throws in
                guard let change = try ReplicaView(library: check.library).change(of: id) else {
                    return
                }
                check.addView(change)
            }
        }
    }

    private mutating func addView(_ change: Change) {
        let fields = kinds[change.kind].fields
        var finding = CheckFinding(.differsFromView)
        finding.number = change.number
        switch change.action {
        case .update(let updates):
            let row = try? library.stores[change.kind].row(change.number)
            if case .text(let title)?? = row?.values.first { finding.title = title }
            for update in updates {
                finding.field = fields[update.field].name
                finding.here = update.before?.json ?? .null
                finding.there = update.after?.json ?? .null
                add(finding)
            }
        case .create(let values), .delete(let values):
            finding.field = fields[Kind.titleIndex].name
            if case .text(let title)? = values[Kind.titleIndex] { finding.title = title }
            let title = finding.title.map { JSON.string($0) } ?? .null
            if case .delete = change.action { finding.here = title } else { finding.there = title }
            add(finding)
        }
    }

    // MARK: Photos

    private mutating func checkPhotos() throws {
        guard let blobs = library.blobs else { return }
        for photo in try library.photos.named() {
            guard let digest = photo.digest else { continue }
            try showProgress(0.9)
            var finding: CheckFinding
            do throws(BlobFolder.Failure) {
                _ = try blobs.read(digest)
                continue
            } catch {
                switch error {
                // A photo from another device may not have been downloaded yet.
                case .isMissing where library.isReplicating: continue
                case .isMissing: finding = CheckFinding(.photoIsMissing)
                case .isDamaged, .isUnusable: finding = CheckFinding(.photoIsDamaged)
                }
            }
            finding.title = photo.name
            finding.here = .string(blobs.file(of: digest))
            add(finding)
        }
    }
}
