import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore
import TroveSystem
import TroveTerminal

/// One import, from its first record to its last.
///
/// Items are added in batches of several thousand, all under one command of the log.
final class ImportRun {
    private let context: any CommandContext
    private let reader: ImportReader
    private let duplicates: Import.Duplicates
    private let rejects: RejectsFile
    private var report: ImportReport
    /// Accepted items that have not been added yet.
    private var batch: [Change] = []
    /// The number of the command of all batches; nil before the first.
    private var command: CommandNumber?
    /// The kinds that the file contains, so far.
    private var seenKinds: Set<KindIndex> = []
    /// The lines of accepted items that have not been added yet, by their duplicate keys.
    private var seen: [Int: Int] = [:]
    private var identities: ImportIdentities
    private var pictures: PictureImport
    /// The number of the first item that this import adds; nil before it.
    private var firstNumber: ItemNumber?
    /// The shelves of the items of a preview.
    private var shelves: Set<String> = []
    private var records = 0
    private let start = MonotonicClock.now

    private static let batchSize = 4096

    private var library: Library { context.library }
    private var isPreview: Bool { report.isPreview }

    init(_ file: Import, path: String, reader: ImportReader, context: any CommandContext) {
        self.context = context
        self.reader = reader
        duplicates = file.duplicates
        let library = context.library
        identities = ImportIdentities(of: library)
        pictures = PictureImport(reader.pictures, isPreview: file.isPreview, context)
        rejects = RejectsFile(
            besides: path, stateFolder: context.surroundings.stateFolder, header: reader.header,
            isKept: { library.isKept(in: $0) })
        report = ImportReport(
            path: file.path.value, format: reader.format, program: reader.formatTitle,
            isPreview: file.isPreview, counts: context.kinds.all.map { _ in 0 })
        batch.reserveCapacity(isPreview ? 0 : Self.batchSize)
    }

    /// Imports the file, or previews the import.
    ///
    /// - Throws: why the file cannot be imported. Then none of its items is added.
    func run() throws -> ImportReport {
        do {
            if !isPreview { try library.begin() }
            while let row = try reader.next() {
                records += 1
                if records & 255 == 0 { try tick() }
                switch row {
                case .item(let item): try take(item)
                case .rejected(let line, let rejection, let cells):
                    reject(line, Message.reason(rejection, context.kinds).rendered, cells)
                case .leftOut: report.passedOver += 1
                }
            }
            try perform()
            guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
        } catch {
            library.rollback()
            throw error
        }
        pictures.finish()
        report.leftOut = reader.leftOut
        report.notUnderstood = reader.notUnderstood
        report.newShelves = try newShelves()
        if !isPreview { report.rejects = rejects.finish() }
        return report
    }

    private func tick() throws {
        guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
        guard let user = context.user else { return }
        let seconds = Double(MonotonicClock.now - start) / 1e9
        user.progresses(
            reader.fraction,
            Message.importing(
                records: records, perSecond: Int(Double(records) / max(seconds, 0.001)))
        )
    }

    // MARK: One item

    private func take(_ item: ImportedItemRow) throws {
        let index = item.kind
        let kind = context.kinds[index]
        if seenKinds.insert(index).inserted { try prepare(index) }
        var values = item.values
        // Missing values stay empty, except the state, which every item has. What is imported is
        // owned unless the file says otherwise.
        if let (field, ladder) = kind.ladder, values[field] == nil {
            if let owned = ladder.firstOwned {
                values[field] = .text(owned.name)
            } else if case .rung(let name) = kind.fields[field].initial {
                values[field] = .text(name)
            }
        }
        do throws(RuleViolation) {
            try Self.fit(&values, kind)
        } catch {
            reject(
                item.line, Message.reason(error, kind).rendered,
                [kind.name] + values.map { $0?.description ?? "" })
            return
        }
        let keys = keys(of: values, index)
        // An item with a unique name cannot be added twice.
        if duplicates == .skip || !kind.uniqueFields.isEmpty,
            let twin = try identities.twin(of: item) ?? twin(of: values, item, keys)
        {
            if case .item(let existing, _) = twin { try pictures.restore(existing) }
            report.sameCount += 1
            if report.firstSame.count < ImportReport.shown {
                report.firstSame.append(
                    ImportReport.Same(
                        line: item.line, title: values[Kind.titleIndex]?.description ?? "",
                        with: twin))
            }
            return
        }
        if let isbn = keys.isbn { seen[isbn] = item.line }
        seen[keys.title] = item.line
        try accept(values, item)
    }

    private func prepare(_ kind: KindIndex) throws {
        if !isPreview { try context.mustAsk([(kind, .create)]) }
        // Unique names, and duplicates of kinds without creator and ISBN, are compared with all
        // items.
        if !context.kinds[kind].uniqueFields.isEmpty || library.catalog.duplicateKeys[kind] == nil {
            try library.loadAll(kind)
        }
    }

    /// Checks an item as a whole. A page greater than the number of pages moves to the note.
    private static func fit(_ values: inout [Value?], _ kind: Kind) throws(RuleViolation) {
        do throws(RuleViolation) {
            try kind.check(values)
        } catch {
            guard case .isAbove = error.rule, let progress = kind.progress,
                let note = kind.index(ofRole: .note), let page = values[progress.current]
            else { throw error }
            values[progress.current] = nil
            let line = "\(kind.fields[progress.current].name): \(page)"
            values[note] = .text(values[note].map { "\($0)\n\(line)" } ?? line)
            try kind.check(values)
        }
    }

    private func accept(_ values: [Value?], _ row: ImportedItemRow) throws {
        let index = row.kind
        let kind = context.kinds[index]
        let id = try identities.claim(by: row)
        report.counts[index] += 1
        try pictures.bring(Item(kind: index, number: 0, id: ItemID(high: 0, low: 0), values: values))
        guard !isPreview else {
            if report.first.count < ImportReport.shown {
                report.first.append(
                    ImportReport.ImportedItem(line: row.line, kind: index, values: values))
            }
            if let field = kind.index(ofRole: .shelves), case .set(let names)? = values[field] {
                shelves.formUnion(names)
            }
            return
        }
        let item = Item(
            kind: index, number: try library.takeNumber(), id: id ?? context.makeIdentity(),
            values: values)
        if firstNumber == nil { firstNumber = item.number }
        context.session.it = item.number
        batch.append(.create(item))
        if batch.count == Self.batchSize { try perform() }
    }

    private func perform() throws {
        guard !batch.isEmpty else { return }
        command = try context.apply(batch, continuing: command)
        batch.removeAll(keepingCapacity: true)
        // The duplicate index of the library has them now.
        seen.removeAll(keepingCapacity: true)
    }

    private func reject(_ line: Int, _ reason: String, _ cells: [String]) {
        report.rejectedCount += 1
        if report.firstRejected.count < ImportReport.shownRejects {
            report.firstRejected.append((line, reason))
        }
        if !isPreview { rejects.add(line: line, reason: reason, cells: cells) }
    }

    // MARK: Duplicates

    /// Returns the duplicate keys of an item: those of its kind, else its unique name, else all its
    /// values.
    private func keys(of values: [Value?], _ index: KindIndex) -> (isbn: Int?, title: Int) {
        if let key = library.catalog.duplicateKeys[index] {
            let hashes = key.hashes(of: values)
            return (hashes.isbn.map { $0 &+ index.rawValue }, hashes.title &+ index.rawValue)
        }
        let unique = context.kinds[index].uniqueFields
        guard !unique.isEmpty else { return (nil, values.hashValue &+ index.rawValue) }
        let names = unique.map { Folding.name(values[$0]?.description ?? "") }
        return (nil, names.hashValue &+ index.rawValue)
    }

    private func twin(
        of values: [Value?], _ row: ImportedItemRow, _ keys: (isbn: Int?, title: Int)
    ) throws -> ImportReport.Twin? {
        let index = row.kind
        // Records with identities are different items, even with the same title.
        if row.identity == nil,
            let line = keys.isbn.flatMap({ seen[$0] }) ?? seen[keys.title]
        {
            return .line(line)
        }
        if library.catalog.duplicateKeys[index] != nil {
            guard let duplicate = try library.duplicates.first(of: values, kind: index),
                row.identity == nil || firstNumber.map({ duplicate.number < $0 }) ?? true,
                let item = try library.item(numbered: duplicate.number)
            else { return nil }
            return .item(item, duplicate.reason)
        }
        guard context.kinds[index].uniqueFields.isEmpty else {
            return try namesake(of: values, index)
                ?? seen[keys.title].map { .line($0) }
        }
        guard case .text(let title)? = values[Kind.titleIndex] else { return nil }
        guard row.identity == nil else { return nil }
        return library.rows(of: index, titleBeginningWith: title, limit: 100).rows
            .first { library.catalog.tables[index].values(at: $0) == values }
            .map { .item(library.catalog.item(index, at: $0), nil) }
    }

    /// Returns the item that already has the unique name; nil if there is none.
    private func namesake(of values: [Value?], _ kind: KindIndex) throws -> ImportReport.Twin? {
        do throws(RuleViolation) {
            try library.catalog.checkNames(of: values, kind: kind)
            return nil
        } catch {
            guard case .isTaken(let number) = error.rule,
                let item = try library.item(numbered: number)
            else { return nil }
            return .item(item, nil)
        }
    }

    /// Returns the shelves of a preview that the library does not have.
    private func newShelves() throws -> [String] {
        guard !shelves.isEmpty else { return [] }
        var known: Set<[UInt8]> = []
        for (index, kind) in context.kinds.enumerated() {
            guard let field = kind.index(ofRole: .shelves) else { continue }
            try library.loadAll(index)
            let names = library.catalog.tables[index].symbols(of: kind.fields[field].name)
            known.formUnion(names.map(Folding.name))
        }
        return shelves.filter { !known.contains(Folding.name($0)) }.sorted()
    }
}
