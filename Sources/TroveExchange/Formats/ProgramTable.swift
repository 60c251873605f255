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

    private let format: ProgramFormat
    private let columns: [Column]
    private let width: Int
    private var draft: ImportDraft
    private var state: ImportedState
    private var readings = ImportedReadings()
    /// The year of the original publication, and those of the edition.
    private var originalYear: Value?
    private var years: [(value: Value?, label: [UInt8], cell: ArraySlice<UInt8>)] = []
    /// The labels for values that move back to the note.
    private var labels = Labels()

    /// A column of this file.
    struct Column {
        let cell: Int
        let use: ColumnUse
        /// The label of a line in the note, such as `Publisher: `.
        let label: [UInt8]
        /// The field for the column, if its use has a role.
        let field: FieldIndex?
    }

    private struct Labels {
        var borrower, lentOn, due, volume, started, completed: [UInt8]?

        mutating func take(_ column: Column) {
            switch column.use {
            case .borrower: borrower = column.label
            case .lentOn: lentOn = column.label
            case .due: due = column.label
            case .started: started = column.label
            case .completed, .periods: completed = completed ?? column.label
            case .field(.volume): volume = column.label
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
        state = ImportedState(words: format.states, ladder: kind.ladder?.ladder)
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
                // A column without a name has values nevertheless.
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

    // MARK: Records

    mutating func row(from record: TableRecord) -> ImportedRow {
        draft.begin()
        state.begin()
        readings.begin()
        originalYear = nil
        years.removeAll(keepingCapacity: true)
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
            guard let count = CellText.number(cell), count <= ImportedReadings.mostCounted else {
                return draft.addLine(column.label, cell)
            }
            readings.take(
                count: count, countsCurrent: countsCurrent, label: column.label, cell)
        default: break
        }
    }

    // MARK: Fields

    private mutating func takeTitleWithSeries(_ cell: ArraySlice<UInt8>) {
        let text = CellText.line(cell)
        guard let series = draft.places.series, let title = SeriesTitle(text) else {
            return draft.setTitle(text)
        }
        draft.setTitle(title.title)
        draft.set(series, text: title.series, label: Array("Series: ".utf8), else: cell)
        draft.set(
            draft.places.volume, label: Array("Number in the series: ".utf8),
            from: Array(title.number.utf8)[...])
        for other in title.others { draft.addLine(Array("Series: ".utf8), other.utf8) }
    }

    private mutating func takeISBNs(_ cell: ArraySlice<UInt8>, _ column: Column) {
        var cells = [cell]
        if case .isbns = column.use {
            cells = CellText.names(CellText.unbracketed(cell), partedBy: 0x2C)
        }
        for cell in cells where !CellText.unbracketed(cell).isEmpty {
            let isbn = ISBN(utf8: cell)
            draft.set(
                draft.places.isbn, isbn.map { .text($0.thirteen) }, label: column.label,
                else: cell)
        }
    }

    /// Sets the publisher. The text itself stays in the note if it says more.
    private mutating func takePublication(_ cell: ArraySlice<UInt8>, _ column: Column) {
        let text = CellText.line(cell)
        let publisher = text.contains(" (") ? text.prefix(while: { $0 != "(" }) : ""
        if let field = column.field, draft.values[field] == nil, publisher.count > 1 {
            draft.set(field, .text(String(publisher.dropLast())), label: [], else: [])
        }
        draft.addLine(column.label, cell)
    }

    private func date(_ cell: ArraySlice<UInt8>) -> PartialDate? {
        CellText.date(cell) ?? (format.hasLocalDates ? CellText.localDate(cell) : nil)
    }

    private mutating func takeField(_ cell: ArraySlice<UInt8>, _ column: Column) {
        let cell = CellText.unbracketed(cell)
        guard let field = column.field, case .date = draft.kind.fields[field].content,
            let date = self.date(cell)
        else { return draft.set(column.field, label: column.label, from: cell) }
        if format.unknownYears?.contains(date.year) ?? false { return }
        draft.set(field, .date(date), label: column.label, else: cell)
    }

    private mutating func takeDay(_ cell: ArraySlice<UInt8>, _ column: Column) {
        guard let date = self.date(cell) else {
            // A date before the year 1, or a text such as "last summer".
            return draft.addLine(column.label, CellText.unbracketed(cell))
        }
        if format.unknownYears?.contains(date.year) ?? false { return }
        draft.addLine(column.label, date.description.utf8)
    }

    private mutating func takeReading(_ cell: ArraySlice<UInt8>, _ column: Column) {
        let meaning: StateMeaning =
            switch column.use {
            case .started: .current
            case .completed: .done
            default: .setAside
            }
        guard let date = self.date(cell) else {
            state.reach(meaning)
            return draft.addLine(column.label, CellText.unbracketed(cell))
        }
        if format.unknownYears?.contains(date.year) ?? false { return }
        state.reach(meaning)
        switch meaning {
        case .current: readings.started = date
        case .done: readings.take(finished: date, label: column.label)
        default: draft.addLine(column.label, date.description.utf8)
        }
    }

    private mutating func takeYear(
        _ cell: ArraySlice<UInt8>, _ column: Column, isOriginal: Bool
    ) {
        let cell = CellText.unbracketed(cell)
        let date = self.date(cell)
        if let date, format.unknownYears?.contains(date.year) ?? false { return }
        guard case .integer(let range)? = column.field.map({ draft.kind.fields[$0].content }),
            let year = date?.year ?? CellText.signedNumber(cell), range.contains(year)
        else { return draft.addLine(column.label, cell) }
        // A day says more than the year.
        if date?.month != nil { draft.addLine(column.label, "\(date?.description ?? "")".utf8) }
        if isOriginal, originalYear == nil {
            originalYear = .integer(year)
        } else {
            years.append((.integer(year), column.label, date?.month == nil ? cell : []))
        }
    }

    // MARK: The end of a record

    private mutating func finishYears() {
        guard let place = draft.places.year else { return }
        if let originalYear { draft.set(place, originalYear, label: [], else: []) }
        for year in years where draft.values[place] != year.value {
            if draft.values[place] != nil, year.cell.isEmpty { continue }
            draft.set(place, year.value, label: year.label, else: year.cell)
        }
    }

    /// Removes the number in a series without the series. Some programs write 1 for each item.
    private mutating func finishSeries() {
        guard let series = draft.places.series, let volume = draft.places.volume,
            draft.values[series] == nil, let number = draft.values[volume]
        else { return }
        if number == .decimal(FixedDecimal(1)) {
            draft.remove(volume)
        } else {
            draft.demote(volume, label: labels.volume ?? [])
        }
    }

    /// Sets the state, the shelves and the dates.
    private mutating func finishState() {
        if readings.isStarted { state.reach(.current) }
        if readings.isFinished { state.reach(.done) }
        let meaning = state.meaning
        if let place = draft.places.ladder, let rung = meaning?.rung(on: place.ladder) {
            draft.set(place.index, .text(place.ladder.rungs[rung].name), label: [], else: [])
        }
        let outcome = readings.outcome(meaning)
        if let date = outcome.started {
            draft.set(
                draft.places.started, .date(date), label: labels.started ?? Self.startedLabel,
                else: Array(date.description.utf8)[...])
        }
        for line in outcome.lines { draft.addLine(line.label, line.text) }
        if !outcome.completions.isEmpty {
            draft.add(
                completions: outcome.completions, label: labels.completed ?? Self.completedLabel)
        }
        guard let names = state.shelves else { return }
        draft.set(
            draft.places.shelves, ImportDraft.set(names), label: Array("Shelves: ".utf8),
            else: Array(names.joined(separator: ", ").utf8)[...])
    }

    private static let startedLabel = Array("Started: ".utf8)
    private static let completedLabel = Array("Finished: ".utf8)

    /// Moves the dates of a loan to the note, unless the item is still lent.
    private mutating func finishLoan() {
        guard let borrower = draft.places.borrower else { return }
        if state.isReturned { draft.demote(borrower, label: labels.borrower ?? []) }
        guard draft.values[borrower] == nil else { return }
        draft.demote(draft.places.lentOn, label: labels.lentOn ?? [])
        draft.demote(draft.places.due, label: labels.due ?? [])
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
