/// Adds many rows to a table. It holds the table's columns until `close`.
///
/// The values of the next row are drafted field by field; `append` then adds the row. A field is
/// named by its place in the list of the fields that have values.
package struct RowAppender {
    /// A column while rows are added to it.
    private struct OpenColumn {
        /// The codes of the new rows, up to the last one with a value.
        var codes: [Int32] = []
        var symbols = SymbolTable()
        var texts = TextColumn()
        var isText = false
    }

    /// The row of the table that is added first.
    private let first: Int
    private var last: Int
    private var columns: [OpenColumn]
    /// The numbers and the IDs of the new rows.
    private(set) var numbers: [Int32] = []
    private(set) var ids: [ItemID] = []

    /// Takes the columns of some fields out of a table.
    init(_ fields: [FieldIndex], takenFrom taken: inout [Column], rows: Int, last: Int32?) {
        first = rows
        self.last = last.map { Int($0) } ?? .min
        columns = fields.map { field in
            var open = OpenColumn()
            switch taken[field] {
            case .texts(let texts):
                open.isText = true
                open.texts = texts
                taken[field] = .codes(CodeColumn())
            case .symbols(let codes, let symbols):
                open.symbols = symbols
                taken[field] = .symbols(codes, SymbolTable())
            case .codes: break
            }
            return open
        }
    }

    // MARK: The next row

    /// Whether an item with this number may be added: only if it is higher than all others.
    package func isNext(_ number: ItemNumber) -> Bool { number.rawValue > last }

    /// Drafts a text, which must be valid UTF-8.
    package mutating func draft(_ place: Int, text: Span<UInt8>) {
        columns[place].texts.set(utf8: text, at: RowIndex(first + numbers.count))
    }

    /// Drafts a symbol, which must be valid UTF-8.
    package mutating func draft(_ place: Int, symbol: Span<UInt8>) {
        draft(place, code: columns[place].symbols.code(adding: symbol))
    }

    /// Drafts a symbol that the column already has; returns false if it does not have it.
    package mutating func draft(_ place: Int, known symbol: Span<UInt8>) -> Bool {
        guard let code = columns[place].symbols.code(of: symbol) else { return false }
        draft(place, code: code)
        return true
    }

    /// Drafts an integer, thousandths, a packed date or a month.
    package mutating func draft(_ place: Int, code: Int32) {
        let row = numbers.count
        while columns[place].codes.count < row { columns[place].codes.append(CodeColumn.absent) }
        columns[place].codes.append(code)
    }

    /// Drafts a value of a field with a type of content; nothing for nil.
    package mutating func draft(_ place: Int, _ value: Value?, as content: Field.Content) {
        switch content {
        case .text, .isbn:
            guard case .text(var text)? = value else { return }
            // The bytes are copied before the call returns.
            text.withUTF8 { unsafe draft(place, text: $0.span) }
        case .choice, .set, .ladder:
            guard let symbol = Column.symbol(of: value) else { return }
            draft(place, code: columns[place].symbols.code(adding: symbol))
        case .integer, .decimal, .date, .month:
            if let code = Column.code(of: value) { draft(place, code: code) }
        }
    }

    /// Adds a row with the drafted values.
    package mutating func append(number: ItemNumber, id: ItemID) {
        numbers.append(Int32(number.rawValue))
        ids.append(id)
        last = number.rawValue
    }

    /// Puts the columns back with the new rows. A draft that was not appended is dropped.
    mutating func close(_ fields: [FieldIndex], into table: inout [Column]) {
        for (place, field) in fields.enumerated() {
            if columns[place].isText {
                columns[place].texts.set(nil, at: RowIndex(first + numbers.count))
                table[field] = .texts(columns[place].texts)
                continue
            }
            let new = columns[place].codes.prefix(numbers.count)
            switch table[field] {
            case .symbols(var codes, _):
                table[field] = .codes(CodeColumn())
                codes.append(new, from: first)
                table[field] = .symbols(codes, columns[place].symbols)
            case .codes(var codes):
                table[field] = .codes(CodeColumn())
                codes.append(new, from: first)
                table[field] = .codes(codes)
            case .texts: break
            }
        }
    }
}
