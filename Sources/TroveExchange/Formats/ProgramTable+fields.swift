import TroveCodecs
import TroveModel

/// Cells whose values need more than their field.
extension ProgramTable {
    mutating func takeTitleWithSeries(_ cell: ArraySlice<UInt8>) {
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

    mutating func takeISBNs(_ cell: ArraySlice<UInt8>, _ column: Column) {
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
    mutating func takePublication(_ cell: ArraySlice<UInt8>, _ column: Column) {
        let text = CellText.line(cell)
        let publisher = text.contains(" (") ? text.prefix(while: { $0 != "(" }) : ""
        if let field = column.field, draft.values[field] == nil, publisher.count > 1 {
            draft.set(field, .text(String(publisher.dropLast())), label: [], else: [])
        }
        draft.addLine(column.label, cell)
    }

    private func date(_ cell: ArraySlice<UInt8>) -> PartialDate? {
        CellText.date(cell)
            ?? (format.hasLocalDates ? CellText.localDate(cell, order: dateOrder) : nil)
    }

    mutating func takeField(_ cell: ArraySlice<UInt8>, _ column: Column) {
        let cell = CellText.unbracketed(cell)
        if let field = column.field, draft.kind.fields[field].role == .language {
            let names = CellText.line(cell).unicodeScalars.split(separator: ",").map { part in
                let name = String(part.trimmed)
                return LanguageNames.name(ofCode: name) ?? name
            }
            return draft.set(
                field, text: names.joined(separator: ", "), label: column.label, else: cell)
        }
        guard let field = column.field, case .date = draft.kind.fields[field].content,
            let date = self.date(cell)
        else { return draft.set(column.field, label: column.label, from: cell) }
        if format.unknownYears?.contains(date.year) ?? false { return }
        draft.set(field, .date(date), label: column.label, else: cell)
    }

    mutating func takeDay(_ cell: ArraySlice<UInt8>, _ column: Column) {
        guard let date = self.date(cell) else {
            // A date before the year 1, or a text such as "last summer".
            return draft.addLine(column.label, CellText.unbracketed(cell))
        }
        if format.unknownYears?.contains(date.year) ?? false { return }
        draft.addLine(column.label, date)
    }

    mutating func takeReading(_ cell: ArraySlice<UInt8>, _ column: Column) {
        let meaning: StateMeaning =
            switch column.use {
            case .started: .current
            case .completed: .done
            default: .setAside
            }
        guard let date = self.date(cell) else {
            state.reach(meaning)
            return draft.add(unreadableDate: CellText.unbracketed(cell), label: column.label)
        }
        if format.unknownYears?.contains(date.year) ?? false { return }
        state.reach(meaning)
        switch meaning {
        case .current: readings.started = date
        case .done: readings.take(finished: date, label: column.label)
        default: draft.addLine(column.label, date)
        }
    }

    mutating func takeYear(
        _ cell: ArraySlice<UInt8>, _ column: Column, isOriginal: Bool
    ) {
        let cell = CellText.unbracketed(cell)
        let date = self.date(cell)
        if let date, format.unknownYears?.contains(date.year) ?? false { return }
        guard case .integer(let range)? = column.field.map({ draft.kind.fields[$0].content }),
            let year = date?.year ?? CellText.signedNumber(cell), range.contains(year)
        else {
            guard let field = column.field else { return draft.addLine(column.label, cell) }
            return draft.add(unfit: cell, for: field, label: column.label)
        }
        // A day says more than the year.
        if date?.month != nil { draft.addLine(column.label, "\(date?.description ?? "")".utf8) }
        if isOriginal, originalYear == nil {
            originalYear = .integer(year)
        } else {
            years.append((.integer(year), column.label, date?.month == nil ? cell : []))
        }
    }
}
