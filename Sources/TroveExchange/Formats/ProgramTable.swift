import TroveCodecs
import TroveModel

/// Reads one table of another program.
struct ProgramTable: RecordReader {
    /// The columns that are imported, as the file names them.
    let used: [String]
    /// The columns that are left out on purpose, as the file names them.
    let leftOut: [String]
    /// The columns that the format does not know, as the file names them.
    let notUnderstood: [String]

    let format: ProgramFormat
    private let columns: [Column]
    private let width: Int
    var draft: ImportDraft
    var state: ImportedState
    var readings = ImportedReadings()
    /// The year of the original publication, and those of the edition.
    var originalYear: Value?
    var years: [(value: Value?, label: [UInt8], cell: ArraySlice<UInt8>)] = []
    /// The order of day and month in the table's dates; nil if it is not known.
    private(set) var dateOrder: CellText.DateOrder?
    /// The labels for values that move back to the note.
    var labels = Labels()

    /// A column of this file. It is an immutable class, because a copy of a structure retains each
    /// of its parts, and each record uses each column.
    final class Column: Sendable {
        let cell: Int
        let use: ColumnUse
        /// The label of a line in the note, such as `Publisher: `.
        let label: [UInt8]
        /// The field for the column, if its use has a role.
        let field: FieldIndex?

        init(cell: Int, use: ColumnUse, label: [UInt8], field: FieldIndex?) {
            self.cell = cell
            self.use = use
            self.label = label
            self.field = field
        }

        func holdsDate(of kind: Kind) -> Bool {
            switch use {
            case .started, .completed, .day: true
            default: field.map { kind.fields[$0].content == .date } ?? false
            }
        }
    }

    struct Labels {
        var borrower, lentOn, due, volume, started, completed, state: [UInt8]?

        mutating func take(_ column: Column) {
            switch column.use {
            case .borrower: borrower = column.label
            case .lentOn: lentOn = column.label
            case .due: due = column.label
            case .started: started = column.label
            case .completed, .periods: completed = completed ?? column.label
            case .field(.volume): volume = column.label
            case .state: state = column.label
            default: break
            }
        }
    }

    /// Creates the reader for a file with this header.
    ///
    /// Nil if no kind has the subject of the format, or the header has no column for the title.
    init?(_ format: ProgramFormat, header: [String], _ request: ImportRequest) {
        let kinds = request.kinds
        guard
            let kindIndex = request.kind
                ?? kinds.firstIndex(where: { $0.catalogue == format.subject })
        else { return nil }
        let kind = kinds[kindIndex]
        self.format = format
        draft = ImportDraft(kindIndex: kindIndex, kind: kind)
        state = ImportedState(words: format.states, kind: kind)
        width = header.count
        var columns: [Column] = []
        var (used, leftOut, notUnderstood): ([String], [String], [String]) = ([], [], [])
        var known: Set<String> = []
        var hasTitle = false
        for (cell, title) in header.enumerated() {
            var use = format.use(of: title)
            // Of two columns with the same name, the first one counts.
            if !known.insert(title.lowercased()).inserted { use = nil }
            if use == nil {
                if !title.isEmpty { notUnderstood.append(title) }
                // A column without a name may still have values.
                if title.isEmpty || request.keepsUnknownColumns { use = .line() }
            } else if case .leftOut = use {
                leftOut.append(title)
                continue
            } else {
                used.append(title)
            }
            guard let use else { continue }
            switch use {
            case .title, .titleWithSeries: hasTitle = true
            default: break
            }
            var field = use.role.flatMap(kind.index(ofRole:))
            if case .position(let index) = use { field = index }
            let column = Column(
                cell: cell, use: use,
                label: title.isEmpty
                    ? Self.label(ofCell: cell) : Array("\(use.label ?? title): ".utf8),
                field: field)
            columns.append(column)
            labels.take(column)
        }
        guard hasTitle else { return nil }
        self.columns = columns
        self.used = used
        self.leftOut = leftOut
        self.notUnderstood = notUnderstood
    }

    private static func label(ofCell cell: Int) -> [UInt8] { Array("Column \(cell + 1): ".utf8) }

    /// Finds the order of day and month that the first dates of a table prove, unless they
    /// contradict each other.
    mutating func learnDateOrder(from reader: TableReader) throws(ReadFailure) {
        let cells = columns.filter { $0.holdsDate(of: draft.kind) }.map(\.cell)
        guard !cells.isEmpty else { return }
        var proved: Set<CellText.DateOrder> = []
        try reader.peek { record in
            for cell in cells {
                let range = CellText.trimmed(record.bytes, record.range(of: cell))
                if let order = CellText.dateOrder(of: record.bytes[range]) { proved.insert(order) }
            }
        }
        dateOrder = proved.count == 1 ? proved.first : nil
    }

    // MARK: Records

    mutating func row(from record: TableRecord) -> ImportedRow {
        draft.begin()
        defer { releaseCells() }
        for column in columns {
            let range = CellText.trimmed(record.bytes, record.range(of: column.cell))
            guard !range.isEmpty else { continue }
            guard take(record.bytes[range], column) else { return .leftOut(line: record.line) }
        }
        // The record is longer than the header.
        if record.count > width {
            for cell in width..<record.count {
                let range = CellText.trimmed(record.bytes, record.range(of: cell))
                if !range.isEmpty { draft.addLine(Self.label(ofCell: cell), record.bytes[range]) }
            }
        }
        finishYears()
        finishSeries()
        finishState()
        finishLoan()
        return draft.finish(line: record.line, cells: record.cells)
    }

    /// Drops everything that was read. The reader writes the next record into the same bytes, which
    /// it would have to copy while a cell refers to them.
    private mutating func releaseCells() {
        state.begin()
        readings.begin()
        originalYear = nil
        years.removeAll(keepingCapacity: true)
    }

    /// Stores a cell; returns false if the record is to be left out.
    private mutating func take(_ cell: ArraySlice<UInt8>, _ column: Column) -> Bool {
        switch column.use {
        case .title: draft.setTitle(CellText.line(cell))
        case .titleWithSeries: takeTitleWithSeries(cell)
        case .creators(let names):
            draft.add(creators: names.names(in: cell), label: column.label, else: cell)
        case .isbn, .isbns: takeISBNs(cell, column)
        case .pages:
            draft.set(draft.places.pages, draft.pages(cell), label: column.label, else: cell)
        case .rating(let most):
            let stars = CellText.stars(cell, of: most)
            guard stars?.thousandths != 0 else { break }
            draft.set(
                draft.places.rating, stars.flatMap { draft.rating($0.thousandths, of: $0.most) },
                label: column.label, else: cell)
        case .prose:
            let text = HTMLText.plain(cell)
            draft.set(
                column.field, text: String(decoding: text, as: UTF8.self), label: column.label,
                else: text[...])
        case .cover:
            let text = CellText.line(cell)
            let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
            draft.set(
                isAddress ? column.field : nil, text: text, label: column.label, else: cell)
        case .field, .position, .lentOn, .due: takeField(cell, column)
        case .borrower:
            draft.set(column.field, text: CellText.line(cell), label: column.label, else: cell)
        case .review: draft.addReview(HTMLText.plain(cell))
        case .line(_, let unless):
            guard !unless.contains(where: { CellText.isWord(cell, $0) }) else { break }
            draft.addLine(column.label, HTMLText.plain(cell))
        case .day: takeDay(cell, column)
        case .publication: takePublication(cell, column)
        case .identity: draft.identity = CellText.line(CellText.unbracketed(cell))
        case .removes(let word): return !CellText.isWord(cell, word)
        default: takeProgress(cell, column)
        }
        return true
    }

    /// Stores a cell about the state, the shelves or the dates of an item.
    private mutating func takeProgress(_ cell: ArraySlice<UInt8>, _ column: Column) {
        switch column.use {
        case .state: state.take(word: cell)
        case .stateName: state.take(shelfName: cell)
        case .names(let role, let separator):
            let names = CellText.names(cell, partedBy: separator)
            guard role != .shelves else { return names.forEach { state.take(shelf: $0) } }
            draft.set(
                column.field, ImportDraft.set(names.map(CellText.line)), label: column.label,
                else: cell)
        case .countedNames:
            let names = CellText.names(cell, partedBy: 0x3B).map(CellText.withoutCount)
            draft.set(
                column.field, ImportDraft.set(names.map(CellText.line)), label: column.label,
                else: cell)
        case .statesAndShelves:
            for name in CellText.names(cell, partedBy: 0x2C) { state.take(shelfOrWord: name) }
        case .owned(let nothing):
            state.isOwned = !nothing.contains { CellText.isWord(cell, $0) }
            let copies = CellText.number(cell)
            if let copies, copies > 1 { draft.addLine(column.label, cell) }
        case .lending(let ends):
            state.isReturned = ends.contains { CellText.isWord(cell, $0) }
            draft.addLine(column.label, cell)
        case .year(let isOriginal): takeYear(cell, column, isOriginal: isOriginal)
        case .started, .completed, .stopped: takeReading(cell, column)
        case .periods(let list):
            let (periods, others) = list.periods(in: cell)
            if !periods.isEmpty { readings.take(periods: periods, label: column.label, cell) }
            for other in others { draft.addLine(column.label, other) }
        case .completionCount(let countsCurrent):
            guard let count = CellText.number(cell), count <= ImportedReadings.maximumCounted else {
                return draft.addLine(column.label, cell)
            }
            readings.take(
                count: count, countsCurrent: countsCurrent, label: column.label, cell)
        default: break
        }
    }
}

extension TableRecord {
    /// The column names of a header, trimmed, in their original case.
    var columnNames: [String] {
        (0..<count).map { cell in
            String(decoding: bytes[CellText.trimmed(bytes, range(of: cell))], as: UTF8.self)
        }
    }
}
