import TroveCodecs
import TroveModel

/// An item under construction: its fields, and a note with everything that no field holds.
struct ImportDraft {
    let kindIndex: KindIndex
    let kind: Kind
    let places: Places
    private(set) var values: [Value?] = []
    /// The times at which the item was finished.
    private var completions: [ImportedCompletion] = []
    /// The identity of the item in the other program.
    var identity: String?
    /// Whether the record says that the user does not own the item.
    var isUnowned = false
    /// The creators, each once.
    private var creators: [String] = []
    /// The review, which begins the note.
    private var review: [UInt8] = []
    /// The lines of the note, such as `Binding: Hardcover`.
    private var lines: [UInt8] = []
    /// The values that their fields cannot hold.
    private var unfit: [UnfitValue] = []
    /// The first of them that breaks a rule, if the kind has no note for it.
    private var misfit: RuleViolation?

    /// The positions of the fields that are found by their roles.
    struct Places {
        let creator, isbn, pages, rating, note, shelves, borrower, lentOn, due: FieldIndex?
        let series, volume, year, started, completed: FieldIndex?
        let ladder: (index: FieldIndex, ladder: Ladder)?
        /// Whether items of another kind record each completion.
        let recordsCompletions: Bool

        init(_ kind: Kind) {
            creator = kind.index(ofRole: .creator)
            isbn = kind.index(ofRole: .isbn)
            pages = kind.progress?.total
            rating = kind.index(ofRole: .rating)
            note = kind.index(ofRole: .note) ?? kind.index(ofRole: .description)
            shelves = kind.index(ofRole: .shelves)
            borrower = kind.index(ofRole: .borrower)
            lentOn = kind.index(ofRole: .lentOn)
            due = kind.index(ofRole: .due)
            series = kind.index(ofRole: .series)
            volume = kind.index(ofRole: .volume)
            year = kind.index(ofRole: .year)
            started = kind.index(ofRole: .started)
            completed = kind.index(ofRole: .completed)
            ladder = kind.ladder
            recordsCompletions = kind.completions != nil
        }
    }

    init(kindIndex: KindIndex, kind: Kind) {
        self.kindIndex = kindIndex
        self.kind = kind
        places = Places(kind)
        begin()
    }

    /// Starts the next item.
    mutating func begin() {
        // The former values belong to an item now: changing them would copy each of them.
        values = Array(repeating: nil, count: kind.fields.count)
        completions.removeAll(keepingCapacity: true)
        identity = nil
        isUnowned = false
        creators.removeAll(keepingCapacity: true)
        review.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        unfit.removeAll()
        misfit = nil
    }

    // MARK: Fields

    /// Sets a field. A value becomes a line of the note if there is no such field, no valid value,
    /// or a different value already.
    mutating func set(
        _ field: FieldIndex?, _ value: Value?, label: [UInt8],
        else cell: @autoclosure () -> ArraySlice<UInt8>
    ) {
        guard let field else { return addLine(label, cell()) }
        guard let value else { return add(unfit: cell(), for: field, label: label) }
        if values[field] == nil {
            values[field] = value
        } else if values[field] != value {
            addLine(label, cell())
        }
    }

    /// The maximum number of characters of a value that a report shows.
    private static let shownText = 40

    /// Adds a value that its field cannot hold as a line of the note.
    /// Without a note, the record is rejected.
    mutating func add(unfit cell: ArraySlice<UInt8>, for field: FieldIndex, label: [UInt8]) {
        if places.note == nil {
            do throws(RuleViolation) {
                let value = try kind.fields[field].parse(
                    CellText.line(cell), namedDay: { _ in nil })
                values[field] = values[field] ?? value
            } catch {
                misfit = misfit ?? error
            }
            return
        }
        keep(unfit: cell, of: kind.fields[field].name, label: label)
    }

    /// Adds a text that stands in a column of dates, but is not a date, as a line of the note.
    mutating func add(unreadableDate cell: ArraySlice<UInt8>, label: [UInt8]) {
        let title = label.prefix { $0 != UInt8(ascii: ":") }
        keep(unfit: cell, of: String(decoding: title, as: UTF8.self), label: label)
    }

    private mutating func keep(unfit cell: ArraySlice<UInt8>, of name: String, label: [UInt8]) {
        unfit.append(
            UnfitValue(name: name, text: String(CellText.line(cell).prefix(Self.shownText))))
        addLine(label, cell)
    }

    /// Sets a field to a text.
    mutating func set(
        _ field: FieldIndex?, text: String, label: [UInt8], else cell: ArraySlice<UInt8>
    ) {
        set(field, Self.fits(cell) ? .text(text) : nil, label: label, else: cell)
    }

    mutating func setTitle(_ text: String) {
        values[Kind.titleIndex] = .text(text)
    }

    /// Sets a field to what a cell says, as the type of the field requires.
    mutating func set(_ field: FieldIndex?, label: [UInt8], from cell: ArraySlice<UInt8>) {
        guard let field else { return addLine(label, HTMLText.plain(cell)) }
        let value = value(of: cell, for: kind.fields[field])
        set(field, value, label: label, else: cell)
    }

    /// Adds creators, of which each is kept once.
    mutating func add(creators names: [String], label: [UInt8], else cell: ArraySlice<UInt8>) {
        guard places.creator != nil, Self.fits(cell) else { return addLine(label, cell) }
        if creators.isEmpty, names.count == 1 { return creators = names }
        var keys = Set(creators.map { Folding.name($0) })
        for name in names where keys.insert(Folding.name(name)).inserted { creators.append(name) }
    }

    /// Adds the times at which the item was finished. The latest date is also that of its field.
    /// If neither a field nor other items hold the times, they become lines of the note.
    mutating func add(completions all: [ImportedCompletion], label: [UInt8]) {
        guard !places.recordsCompletions else { return completions = all }
        if let place = places.completed {
            completions = all
            values[place] = values[place] ?? all.last { $0.on != nil }?.on.map { .date($0) }
            return
        }
        for one in all where one.on != nil {
            let text = [one.started, one.on].compactMap { $0?.description }.joined(separator: " – ")
            addLine(label, text.utf8)
        }
    }

    mutating func remove(_ field: FieldIndex) { values[field] = nil }

    /// Moves a value from its field to a line of the note.
    mutating func demote(_ field: FieldIndex?, label: [UInt8]) {
        guard let field, let value = values[field] else { return }
        values[field] = nil
        addLine(label, value.description.utf8)
    }

    /// Converts stars, in thousandths, to the scale of the rating field; nil if the result is not a
    /// valid rating.
    func rating(_ thousandths: Int, of most: Int) -> Value? {
        guard let place = places.rating else { return nil }
        switch kind.fields[place].content {
        case .integer(let range):
            let scaled = Self.scaled(thousandths, by: range.upperBound, over: most)
            guard let scaled, scaled % 1000 == 0, range.contains(scaled / 1000) else { return nil }
            return .integer(scaled / 1000)
        case .decimal(let range, let step):
            let scaled = Self.scaled(
                thousandths, by: range.upperBound.thousandths, over: most * 1000)
            guard let number = scaled.map(FixedDecimal.init(thousandths:)), range.contains(number),
                step.map({ number.thousandths % $0.thousandths == 0 }) ?? true
            else { return nil }
            return .decimal(number)
        default: return nil
        }
    }

    /// Returns a number times `factor` over `divisor`, if that is a whole number and fits. A field
    /// may have any bounds, including 0.
    private static func scaled(_ number: Int, by factor: Int, over divisor: Int) -> Int? {
        if factor == divisor { return number }
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: factor)
        guard !isTooLarge, divisor > 0, product % divisor == 0 else { return nil }
        return product / divisor
    }

    /// Parses a cell for a field of this type; nil if the field cannot hold it.
    private func value(of cell: ArraySlice<UInt8>, for field: Field) -> Value? {
        // Pages and volumes are plain numbers: `43%` is not page 43.
        let mayBeAmount = field.isOwn && field.role == nil
        switch field.content {
        case .text, .choice: return Self.fits(cell) ? .text(CellText.line(cell)) : nil
        case .isbn: return ISBN(utf8: cell).map { .text($0.thirteen) }
        case .integer(let range):
            let number =
                CellText.signedNumber(cell) ?? (mayBeAmount ? CellText.wholeAmount(cell) : nil)
            guard let number, range.contains(number) else { return nil }
            return .integer(number)
        case .decimal(let range, let step):
            let amount = mayBeAmount ? CellText.amount(cell) : nil
            guard let thousandths = CellText.thousandths(cell) ?? amount else { return nil }
            let number = FixedDecimal(thousandths: thousandths)
            guard range.contains(number), step.map({ thousandths % $0.thousandths == 0 }) ?? true
            else { return nil }
            return .decimal(number)
        case .date: return CellText.date(cell).map { .date($0) }
        case .month: return Month(parsing: CellText.line(cell)).map { .month($0) }
        case .ladder(let ladder):
            let rung = ladder.index(of: CellText.line(cell))
            return rung.map { .text(ladder.rungs[$0].name) }
        case .set: return Self.set(CellText.names(cell, partedBy: 0x2C).map(CellText.line))
        }
    }

    /// Returns names as the value of a set: sorted, each once; nil if there are none, or if one
    /// contains a control character.
    static func set(_ names: [String]) -> Value? {
        guard !names.isEmpty,
            names.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
        else { return nil }
        if names.count == 1 { return .set(names) }
        var seen: Set<[UInt8]> = []
        return .set(names.filter { seen.insert(Folding.name($0)).inserted }.sorted())
    }

    /// Parses a number of pages; nil if the field cannot hold it.
    func pages(_ cell: ArraySlice<UInt8>) -> Value? {
        guard let place = places.pages, case .integer(let range) = kind.fields[place].content,
            let number = CellText.number(cell), range.contains(number)
        else { return nil }
        return .integer(number)
    }

    /// Returns whether a field can hold a text: not too long, and without the character NUL.
    private static func fits(_ cell: ArraySlice<UInt8>) -> Bool {
        cell.count <= Field.longestText && !cell.contains(0)
    }

    // MARK: The note

    /// Adds a line to the note.
    mutating func addLine(_ label: [UInt8], _ text: some Sequence<UInt8>) {
        lines.append(contentsOf: label)
        lines.append(contentsOf: text)
        lines.append(0x0A)
    }

    /// Adds a line with a date to the note.
    mutating func addLine(_ label: [UInt8], _ date: PartialDate) {
        lines.append(contentsOf: label)
        date.append(to: &lines)
        lines.append(0x0A)
    }

    /// Appends a text to the review, after `gap` if there is one already.
    mutating func addReview(_ text: [UInt8], after gap: String = "\n") {
        guard !text.isEmpty else { return }
        if !review.isEmpty { review.append(contentsOf: gap.utf8) }
        review.append(contentsOf: text)
    }

    /// Returns the item, or the reason for its rejection.
    mutating func finish(line: Int, cells: @autoclosure () -> [String]) -> ImportedRow {
        if !lines.isEmpty {
            lines.removeLast()
            if !review.isEmpty { review.append(contentsOf: "\n\n".utf8) }
            review.append(contentsOf: lines)
        }
        if let creator = places.creator, !creators.isEmpty {
            let text = creators.count == 1 ? creators[0] : creators.joined(separator: "; ")
            values[creator] = .text(text)
        }
        if !review.isEmpty, let note = places.note {
            // A kind without notes has them in the description.
            if case .text(let text)? = values[note] { review = Array("\(text)\n\n".utf8) + review }
            values[note] = .text(String(decoding: review, as: UTF8.self))
        }
        if let violation {
            return .rejected(line: line, .violation(violation, kind: kind.name), cells: cells())
        }
        return .item(
            ImportedItemRow(
                kind: kindIndex, values: values, completions: completions, identity: identity,
                unfit: unfit, isUnowned: isUnowned, line: line))
    }

    /// The violation that rejects the item: no title, or an invalid title, note or list of
    /// creators, or a value that has no place.
    private var violation: RuleViolation? {
        guard case .text(let title)? = values[Kind.titleIndex], !title.isBlank else {
            return RuleViolation(
                field: kind.fields[Kind.titleIndex].name, value: "", rule: .isRequired)
        }
        return misfit ?? violation(of: Kind.titleIndex) ?? violation(of: places.note)
            ?? violation(of: places.creator)
    }

    /// The violation of a text that is too long, or contains the character NUL.
    private func violation(of field: FieldIndex?) -> RuleViolation? {
        guard let field, case .text(var text)? = values[field] else { return nil }
        if text.utf8.count > Field.longestText {
            return RuleViolation(
                field: kind.fields[field].name, value: String(text.prefix(20)) + "…",
                rule: .isTooLong(limit: Field.longestText))
        }
        // The bytes are only read during the call.
        let hasNull = text.withUTF8 { unsafe $0.contains(0) }
        guard hasNull else { return nil }
        return RuleViolation(
            field: kind.fields[field].name, value: String(text.prefix(20)), rule: .hasNull)
    }
}
