import TroveCodecs
import TroveModel

/// Reads one table of another program.
struct ProgramTable: RecordReader {
    /// The columns that are left out on purpose, as the file names them.
    let leftOut: [String]
    /// The columns that the format does not know, as the file names them.
    let notUnderstood: [String]

    private let format: ProgramFormat
    private let columns: [Column]
    private let width: Int
    private var draft: ImportDraft
    private var state: ImportedState
    /// The labels for values that move back to the note.
    private var labels: (borrower: [UInt8], lentOn: [UInt8], due: [UInt8]) = ([], [], [])

    /// A column of this file.
    private struct Column {
        let cell: Int
        let use: ColumnUse
        /// The label of a line in the note, such as `Publisher: `.
        let label: [UInt8]
        /// The field for the column, if its use names one.
        let field: FieldIndex?
        /// The position on the ladder that a date in the column implies.
        let rung: Int?
    }

    /// Creates the reader for a file with this header.
    ///
    /// Nil if no kind has the subject of the format, or the header has no column for the title.
    init?(_ format: ProgramFormat, header: TableRecord, kinds: Kinds) {
        guard let kindIndex = kinds.firstIndex(where: { $0.catalogue == format.subject }) else {
            return nil
        }
        let kind = kinds[kindIndex]
        self.format = format
        draft = ImportDraft(kindIndex: kindIndex, kind: kind)
        state = ImportedState(words: format.states, ladder: kind.ladder?.ladder)
        width = header.count
        var columns: [Column] = []
        var leftOut: [String] = []
        var notUnderstood: [String] = []
        var known: Set<String> = []
        for (cell, title) in header.columnNames.enumerated() {
            let name = title.lowercased()
            let isOwn = format.ownColumnPrefix.map(name.hasPrefix) ?? false
            let found = format.columns.first { $0.name == name }?.use
            guard known.insert(name).inserted, let use = isOwn ? .line() : found else {
                // A column without a name is labeled with its position.
                if title.isEmpty {
                    columns.append(
                        Column(
                            cell: cell, use: .line(), label: Self.label(ofCell: cell), field: nil,
                            rung: nil))
                } else {
                    notUnderstood.append(title)
                }
                continue
            }
            if case .leftOut = use {
                leftOut.append(title)
                continue
            }
            columns.append(
                Column(
                    cell: cell, use: use, label: Array("\(use.label ?? title): ".utf8),
                    field: use.field.flatMap(kind.index(ofField:)),
                    rung: use.reached.flatMap { kind.ladder?.ladder.index(of: $0) }))
        }
        self.columns = columns
        self.leftOut = leftOut
        self.notUnderstood = notUnderstood
        var hasTitle = false
        for column in columns {
            switch column.use {
            case .title: hasTitle = true
            case .borrower: labels.borrower = column.label
            case .lentOn: labels.lentOn = column.label
            case .due: labels.due = column.label
            default: break
            }
        }
        guard hasTitle else { return nil }
    }

    private static func label(ofCell cell: Int) -> [UInt8] { Array("Column \(cell + 1): ".utf8) }

    mutating func row(from record: TableRecord) -> ImportedRow {
        draft.begin()
        state.begin()
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
        finishState()
        finishLoan()
        return draft.finish(line: record.line, cells: record.cells)
    }

    /// Stores a cell; returns false if the record is to be left out.
    private mutating func take(_ cell: ArraySlice<UInt8>, _ column: Column) -> Bool {
        let places = draft.places
        switch column.use {
        case .title: draft.setTitle(CellText.line(cell))
        case .creator(let form):
            draft.set(
                places.creator, text: Self.name(CellText.line(cell), form), label: column.label,
                else: cell)
        case .isbn: takeISBN(cell, column)
        case .isbns:
            for name in CellText.names(CellText.unbracketed(cell), partedBy: 0x2C) {
                takeISBN(name, column)
            }
        case .pages:
            draft.set(places.pages, draft.pages(cell), label: column.label, else: cell)
        case .rating(let most):
            let stars = CellText.thousandths(cell)
            guard stars != 0 else { break }
            draft.set(
                places.rating, stars.flatMap { draft.rating($0, of: most) }, label: column.label,
                else: cell)
        case .prose:
            let text = HTMLText.plain(cell)
            draft.set(
                column.field, text: String(decoding: text, as: UTF8.self), label: column.label,
                else: text[...])
        case .date, .lentOn, .due: takeDate(cell, column)
        case .cover:
            let text = CellText.line(cell)
            let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
            draft.set(
                isAddress ? places.cover : nil, text: text, label: column.label, else: cell)
        case .borrower:
            draft.set(
                places.borrower, text: CellText.line(cell), label: column.label, else: cell)
        case .lending(let ends):
            state.isReturned = ends.contains { CellText.isWord(cell, $0) }
            draft.addLine(column.label, cell)
        case .state: state.take(word: cell)
        case .stateName: state.take(shelfName: cell)
        case .shelves(let separator):
            for name in CellText.names(cell, partedBy: separator) { state.take(shelf: name) }
        case .statesAndShelves:
            for name in CellText.names(cell, partedBy: 0x2C) { state.take(shelfOrWord: name) }
        case .review: draft.addReview(HTMLText.plain(cell))
        case .line(_, let unless):
            guard !unless.contains(where: { CellText.isWord(cell, $0) }) else { break }
            draft.addLine(column.label, HTMLText.plain(cell))
        case .day:
            takeDay(cell, column)
        case .removes(let word): return !CellText.isWord(cell, word)
        case .leftOut: break
        }
        return true
    }

    private static func name(_ text: String, _ form: ColumnUse.Names) -> String {
        switch form {
        case .asIs: text
        case .lastFirst: CellText.firstNameFirst(text)
        case .ampersands: text.split(separator: " & ").joined(separator: ", ")
        }
    }

    private mutating func takeISBN(_ cell: ArraySlice<UInt8>, _ column: Column) {
        let isbn = ISBN(utf8: cell)
        draft.set(
            draft.places.isbn, isbn.map { .text($0.thirteen) }, label: column.label, else: cell)
    }

    private mutating func takeDate(_ cell: ArraySlice<UInt8>, _ column: Column) {
        let place =
            switch column.use {
            case .lentOn: draft.places.lentOn
            case .due: draft.places.due
            default: column.field
            }
        draft.set(
            place, CellText.date(cell).map { .date($0) }, label: column.label,
            else: CellText.unbracketed(cell))
    }

    private mutating func takeDay(_ cell: ArraySlice<UInt8>, _ column: Column) {
        guard let date = CellText.date(cell) else {
            // A date before the year 1, or a text such as "last summer".
            if let rung = column.rung { state.reach(rung) }
            draft.addLine(column.label, CellText.unbracketed(cell))
            return
        }
        if format.unknownYears?.contains(date.year) ?? false { return }
        if let rung = column.rung { state.reach(rung) }
        draft.addLine(column.label, date.description.utf8)
    }

    /// Sets the state and the shelves.
    private mutating func finishState() {
        if let place = draft.places.ladder, let rung = state.rung {
            draft.set(place.index, .text(place.ladder.rungs[rung].name), label: [], else: [])
        }
        guard let names = state.shelves else { return }
        let areNames = names.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        draft.set(
            draft.places.shelves, areNames ? .set(names) : nil, label: Array("Shelves: ".utf8),
            else: Array(names.joined(separator: ", ").utf8)[...])
    }

    /// Moves the dates of a loan to the note, unless the item is still lent.
    private mutating func finishLoan() {
        guard let borrower = draft.places.borrower else { return }
        if state.isReturned { draft.demote(borrower, label: labels.borrower) }
        guard draft.values[borrower] == nil else { return }
        draft.demote(draft.places.lentOn, label: labels.lentOn)
        draft.demote(draft.places.due, label: labels.due)
    }
}

extension ColumnUse {
    /// The label of the line in the note; nil for the name of the column.
    fileprivate var label: String? {
        switch self {
        case .line(let label, _), .day(let label, _): label
        default: nil
        }
    }

    /// The name of the field that holds the value.
    fileprivate var field: String? {
        switch self {
        case .prose(let field), .date(let field): field
        default: nil
        }
    }

    /// The state that a date implies.
    fileprivate var reached: String? {
        if case .day(_, let rung) = self { rung } else { nil }
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
