import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// One import, from its first record to its last.
///
/// Items are added in batches of about a thousand changes, all under one command of the log. A
/// preview does the same with a copy of the catalog.
final class ImportRun {
    let context: any CommandContext
    let kinds: Kinds
    let target: ImportTarget
    let matcher: RowMatcher
    /// Whether items of the library are updated.
    let updates: Bool
    var report: ImportReport
    /// The items to update, with what the file says about them, in the order of the file.
    var pending = PendingUpdates()
    private let reader: ImportReader
    private let duplicates: Import.Duplicates
    private let rejects: RejectsFile
    let preparation: RowPreparation
    /// The photos and covers in the file.
    var pictures: PictureImport
    /// Changes that have not been performed yet.
    private var batch: [Change] = []
    /// For each kind, whether the file has had an item of it so far.
    private var isSeen: [Bool]
    /// The lines of the new items, by their numbers; 0 for entries.
    private(set) var lines: [Int32] = []
    /// The numbers of the items in `report.first`.
    private(set) var firstNumbers: [ItemNumber] = []
    /// The shelves of the items of a preview.
    private var shelves: Set<String> = []

    private static let batchSize = 1024

    private var library: Library { context.library }
    var isPreview: Bool { report.isPreview }

    init(
        _ file: Import, path: String, reader: ImportReader, context: any CommandContext,
        continuing command: CommandNumber? = nil
    ) throws {
        self.context = context
        kinds = context.kinds
        isSeen = kinds.stored.map { _ in false }
        preparation = RowPreparation(kinds, today: context.surroundings.today)
        self.reader = reader
        duplicates = file.duplicates
        updates = file.isUpdate
        target = try ImportTarget(
            context, isPreview: file.isPreview, continuing: command)
        matcher = RowMatcher(target, kinds: kinds, updates: updates)
        let library = context.library
        pictures = PictureImport(
            reader.pictures, isPreview: file.isPreview || context.isRehearsal, context)
        rejects = RejectsFile(
            besides: path, stateFolder: context.surroundings.stateFolder,
            header: reader.rejectedColumns,
            isKept: { library.isKept(in: $0) })
        let none = kinds.stored.map { _ in 0 }
        report = ImportReport(
            kinds: kinds, path: file.path.value, options: file.readingOptions,
            format: reader.format, program: reader.formatTitle,
            isPreview: file.isPreview, isPasted: file.isPasted, counts: none, entries: none,
            updated: none)
    }

    /// Imports the file, or previews the import.
    ///
    /// - Throws: an error if the file cannot be imported; then none of its items is added.
    func run() throws -> ImportReport {
        let former = context.session.it
        do {
            if !isPreview { try library.begin() }
            try takeRows()
            try settle()
            try perform()
            guard !context.isInterrupted else { throw CommandFailure(.importIsInterrupted) }
        } catch {
            library.rollback()
            context.session.it = former
            throw error
        }
        pictures.finish()
        report.leftOut = reader.leftOut
        report.notUnderstood = reader.notUnderstood
        report.newShelves = try newShelves()
        if !isPreview, !context.isRehearsal { report.rejects = rejects.finish() }
        return report
    }

    private func takeRows() throws {
        // Without a second thread, the rows are read on this one.
        let ahead = reader.isLong ? try? RowsAhead(reader, preparation) : nil
        defer { ahead?.close() }
        func next() throws(ImportFailure) -> PreparedRow? {
            if let ahead { return try ahead.next() }
            return try reader.next().map { preparation.prepared($0, cells: reader.cells) }
        }
        while let row = try next() {
            report.rows += 1
            if report.rows & 255 == 0 { try tick(ahead?.fraction ?? reader.fraction) }
            switch row {
            case .item(let item): try take(item)
            case .rejected(let line, let rejection, let cells):
                reject(line, Message.reason(rejection, kinds).rendered, cells)
            case .leftOut: report.passedOver += 1
            }
        }
    }

    private func tick(_ fraction: Double) throws {
        guard !context.isInterrupted else { throw CommandFailure(.importIsInterrupted) }
        context.user?.showProgress(fraction, Message.importing, done: report.rows)
    }

    // MARK: One item

    private func take(_ item: PreparedItem) throws {
        let kind = item.row.kind
        if !isSeen[kind] {
            isSeen[kind] = true
            try prepare(kind)
        }
        if let (rule, cells) = item.violation { return reject(item.row, rule, cells) }
        let isAlone = duplicates == .add
        guard matcher.mayMatch(item, isAlone: isAlone) else { return try create(item) }
        if matcher.mayWait(item, isAlone: isAlone) { try perform() }
        guard let match = try matcher.match(item, isAlone: isAlone),
            let found = try target.item(match.number, of: kind)
        else {
            return try create(item)
        }
        if target.isNew(found.number) {
            report.note(unfitIn: item.row)
            try merge(item, into: found)
        } else {
            try meet(item, found, match.reason)
        }
    }

    private func prepare(_ kind: KindIndex) throws {
        if !isPreview { try context.mustAsk([(kind, .create)]) }
        // Unique names, and duplicates of kinds without creator and ISBN, are compared with all
        // items.
        if !kinds[kind].uniqueFields.isEmpty || library.catalog.duplicateKey(of: kind) == nil {
            try library.loadAll(kind)
        }
    }

    private func create(_ prepared: PreparedItem) throws {
        let row = prepared.row
        report.note(unfitIn: row)
        let values = kinds[row.kind].imported(row.values)
        // The names of items without a creator or an ISBN were compared before.
        if prepared.fingerprint != nil, !kinds[row.kind].uniqueFields.isEmpty {
            try perform()
            do throws(RuleViolation) {
                try target.checkNames(of: values, kind: row.kind)
            } catch {
                return reject(row, error)
            }
        }
        try bringPictures(of: values, row.kind)
        let number = try append(values, of: row.kind, for: prepared)
        matcher.wait(values, row.kind, prepared.fingerprint, number: number)
        matcher.claim(number, for: prepared, isNew: true)
        report.counts[row.kind] += 1
        if isPreview {
            if report.first.count < ImportReport.shown {
                firstNumbers.append(number)
                report.first.append(
                    ImportReport.ImportedItem(line: row.line, kind: row.kind, values: values))
            }
        } else {
            context.session.it = number
        }
        try add(
            try entryChanges(
                of: row, item: values, fingerprint: prepared.entryFingerprint))
        if batch.count >= Self.batchSize { try perform() }
    }

    /// Adds a change that creates an item to the batch.
    @discardableResult
    func append(
        _ values: [Value?], of kind: KindIndex, for prepared: PreparedItem? = nil
    ) throws -> ItemNumber {
        let number = try target.takeNumber()
        let id = try prepared.flatMap { try matcher.takeID(of: $0, for: number) }
        let item = Item(
            kind: kind, number: number, id: id ?? context.makeItemID(), values: values)
        lines.append(Int32(clamping: prepared?.row.line ?? 0))
        noteShelves(of: values, kind)
        batch.append(.create(item))
        return item.number
    }

    /// Adds a change to the batch, and performs all of it.
    func performNow(_ change: Change) throws {
        if case .update(let fields) = change.action {
            var values: [Value?] = kinds[change.kind].fields.map { _ in nil }
            for field in fields { values[field.field] = field.after }
            noteShelves(of: values, change.kind)
        }
        batch.append(change)
        if batch.count >= Self.batchSize { try perform() }
    }

    func perform() throws {
        try target.apply(batch)
        batch.removeAll(keepingCapacity: true)
        matcher.endWaiting()
    }

    // MARK: Rows that add nothing

    func skip(_ same: ImportReport.Same) {
        report.sameCount += 1
        if report.firstSame.count < ImportReport.shown { report.firstSame.append(same) }
    }

    /// Rejects an item. If its cells are not given, the line number shows where it is in the file.
    func reject(_ row: ImportedItemRow, _ violation: RuleViolation, _ cells: [String] = []) {
        reject(row.line, Message.reason(violation, kinds[row.kind]).rendered, cells)
    }

    private func reject(_ line: Int, _ reason: String, _ cells: [String]) {
        report.rejectedCount += 1
        if report.firstRejected.count < ImportReport.shownRejects {
            report.firstRejected.append((line, reason))
        }
        if !isPreview, !context.isRehearsal {
            rejects.add(line: line, reason: reason, cells: cells)
        }
    }

    // MARK: Pictures and shelves

    /// Stores the pictures of an item before the change that names them.
    func bringPictures(of values: [Value?], _ kind: KindIndex) throws {
        guard pictures.concerns(kind) else { return }
        try pictures.bring(
            Item(kind: kind, number: 0, id: ItemID(high: 0, low: 0), values: values))
    }

    private func noteShelves(of values: [Value?], _ kind: KindIndex) {
        guard isPreview, let field = kinds[kind].index(ofRole: .shelves),
            case .set(let names)? = values[field]
        else { return }
        shelves.formUnion(names)
    }

    /// Returns the shelves of a preview that the library does not have.
    private func newShelves() throws -> [String] {
        guard !shelves.isEmpty else { return [] }
        var known: Set<[UInt8]> = []
        for (index, kind) in kinds.enumerated() {
            guard let field = kind.index(ofRole: .shelves) else { continue }
            let names = library.catalog.tables[index].symbols(of: kind.fields[field].name)
            known.formUnion(names.map(Folding.name))
        }
        return shelves.filter { !known.contains(Folding.name($0)) }.sorted()
    }
}

extension ImportedItemRow {
    /// The name or title.
    var title: String { values[Kind.titleIndex]?.description ?? "" }
}
