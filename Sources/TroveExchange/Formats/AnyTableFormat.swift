// A table of any program or of the user, recognized by its title column. The columns are found by
// their names in several languages, or the user names them: `columns:title=Título,author=Autor`.

import TroveModel

/// A table that belongs to no program in particular.
struct AnyTableFormat: ImportFormat {
    let name = "table"
    let title = ""

    func open(
        _ table: ImportTable, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? {
        let titles = table.titles
        var request = request
        for chosen in request.columns where !Self.contains(titles, chosen.column) {
            throw .lacksColumn(chosen.column, header: titles)
        }
        var named: Set<[UInt8]> = []
        for chosen in request.columns where !named.insert(HeaderWord.key(chosen.column)).inserted {
            throw .columnTwice(chosen.column)
        }
        // Unless the user chose a kind, it is the one that knows the most columns.
        let candidates = (request.preferredKind.map { [$0] } ?? []) + request.kinds.indices
        let kind =
            request.kind
            ?? candidates.max { left, right in
                columns(titles, request.kinds[left], request).count
                    < columns(titles, request.kinds[right], request).count
            }
        guard let kind else { return nil }
        let known = columns(titles, request.kinds[kind], request)
        // A title alone, among unknown columns, may be that of anything.
        let isChosen = request.isNamed || request.kind != nil
        guard isChosen || known.count > 1 || known.count == titles.count else { return nil }
        for chosen in request.columns
        where request.kinds[kind].index(ofColumn: chosen.field) == nil {
            throw .hasNoField(chosen.field, kind: request.kinds[kind].name)
        }
        request.kind = kind
        let format = ProgramFormat(
            name: name, title: title, subject: .books, signatures: [], hasLocalDates: true,
            columns: known)
        guard var records = ProgramTable(format, header: titles, request) else {
            if request.isNamed { throw .isNot(format: name, header: titles) }
            return nil
        }
        table.reader.repairsText = true
        try ImportFailure.reading { () throws(ReadFailure) in
            try records.learnDateOrder(from: table.reader)
        }
        return ImportContents(
            rows: TableRows(table, records), used: records.used, leftOut: records.leftOut,
            notUnderstood: records.notUnderstood)
    }

    private static func contains(_ titles: [String], _ name: String) -> Bool {
        let key = HeaderWord.key(name)
        return titles.contains { HeaderWord.key($0) == key }
    }

    /// Returns the uses of the columns of a header: those that the user chose, and then those of
    /// the words that the kind has a field for. The name of a field is understood, too.
    private func columns(
        _ titles: [String], _ kind: Kind, _ request: ImportRequest
    ) -> [ImportColumn] {
        var columns: [ImportColumn] = []
        let chosen = request.columns.map { (key: HeaderWord.key($0.column), field: $0.field) }
        let chosenFields = chosen.compactMap { kind.index(ofColumn: $0.field) }
        var taken = Set(chosenFields)
        let fields = Dictionary(
            kind.shownIndices.map { (HeaderWord.key(kind.fields[$0].name), $0) },
            uniquingKeysWith: { first, _ in first })
        let isOwnLanguage = titles.contains { fields[HeaderWord.key($0)] == Kind.titleIndex }
        for title in titles {
            let key = HeaderWord.key(title)
            let field = chosen.first { $0.key == key }.map { kind.index(ofColumn: $0.field) }
            if let field {
                if let field { columns.append(column(title, kind, field)) }
                continue
            }
            // In a table in another language, a word may be the name of another field: "note" is
            // the French rating.
            let own = fields[key]
            let word = HeaderWord.all[key]
            if let own, isOwnLanguage || word == nil {
                if taken.insert(own).inserted { columns.append(column(title, kind, own)) }
            } else if let word, let use = word.use(for: kind, isTaken: taken) {
                columns.append(ImportColumn(title.lowercased(), use))
                if let field = word.field(of: kind) { taken.insert(field) }
            }
        }
        return columns
    }

    private func column(_ title: String, _ kind: Kind, _ field: FieldIndex) -> ImportColumn {
        ImportColumn(title.lowercased(), ColumnUse(of: field, kind))
    }
}

extension Kind {
    /// Returns the field that the user chose for a column; `title` is the first field, whatever its
    /// name.
    fileprivate func index(ofColumn field: String) -> FieldIndex? {
        index(ofField: field) ?? (field == "title" ? Kind.titleIndex : nil)
    }
}

extension ColumnUse {
    /// Creates the use of a column that has the values of a field.
    init(of index: FieldIndex, _ kind: Kind) {
        let field = kind.fields[index]
        if index == Kind.titleIndex {
            self = .title
            return
        }
        if kind.ladder?.index == index {
            self = .state
            return
        }
        if kind.progress?.total == index {
            self = .pages
            return
        }
        self =
            switch field.role {
            // The names of books' authors and films' directors are known to be those of people;
            // others may be those of bands and companies: `Earth, Wind & Fire`.
            case .creator: .creators(kind.catalogue == nil ? .one : .ampersands)
            case .isbn: .isbn
            case .year: .year()
            case .rating: .rating(of: field.bestRating)
            case .note: .review
            case .description: .prose(.description)
            case .shelves: .names(.shelves)
            case .tags: .names(.tags)
            case .cover: .cover
            case .borrower: .borrower
            case .lentOn: .lentOn
            case .due: .due
            case .started: .started
            case .completed: .completed
            default: .position(index)
            }
    }
}

extension Field {
    var bestRating: Int {
        switch content {
        case .integer(let range): range.upperBound
        case .decimal(let range, _): range.upperBound.thousandths / 1000
        default: 5
        }
    }
}
