import TroveCodecs
import TroveModel

/// The films of Letterboxd's tables, each merged from all rows about it.
///
/// Unlike other tables, these are held in memory until the last row is read, because a later table
/// may rate a film of an earlier one.
struct FilmJoin {
    private let kind: KindIndex
    private var draft: ImportDraft
    private var films: [JoinedFilm] = []
    /// The index in `films` for each name and year.
    private var indices: [Key: Int] = [:]
    /// The number of films with each name, so that namesakes can be told apart.
    private var namesakes: [[UInt8]: Int] = [:]
    private var header = Header()

    private struct Key: Hashable {
        let name: [UInt8]
        let year: String
    }

    /// The columns of a table.
    private struct Header {
        var cells: [Int?] = FilmColumn.allCases.map { _ in nil }

        func cell(_ column: FilmColumn) -> Int? { cells[column.rawValue] }
    }

    /// Creates an empty join; nil without a kind for films.
    init?(kinds: Kinds) {
        guard let kind = kinds.firstIndex(where: { $0.catalogue == .movies }) else {
            return nil
        }
        self.kind = kind
        draft = ImportDraft(kindIndex: kind, kind: kinds[kind])
    }

    // MARK: Reading

    /// Begins a table with this header.
    ///
    /// - Returns: the columns that are left out, and the unknown ones; nil if there is no column
    ///   for the name of the film.
    mutating func begin(header record: TableRecord) -> (leftOut: [String], unknown: [String])? {
        header = Header()
        var leftOut: [String] = []
        var unknown: [String] = []
        for (cell, title) in record.columnNames.enumerated() {
            let name = title.lowercased()
            guard let column = FilmColumn.allCases.first(where: { $0.names.contains(name) }) else {
                unknown.append(title)
                continue
            }
            if case .leftOut = column.use { leftOut.append(title) }
            if header.cells[column.rawValue] == nil { header.cells[column.rawValue] = cell }
        }
        return header.cell(.name) == nil ? nil : (leftOut, unknown)
    }

    /// Merges one record; returns it as rejected if it has no name.
    mutating func take(_ record: TableRecord) -> ImportedRow? {
        func text(_ column: FilmColumn) -> String {
            guard let cell = header.cell(column) else { return "" }
            let range = CellText.trimmed(record.bytes, record.range(of: cell))
            return CellText.line(record.bytes[range])
        }
        let name = text(.name)
        draft.begin()
        draft.setTitle(name)
        if case .rejected(let line, let why, let cells) = draft.finish(
            line: record.line, cells: record.cells)
        {
            return .rejected(line: line, why, cells: cells)
        }
        let index = film(name, text(.year), line: record.line)
        if films[index].directors == nil, header.cell(.directors) != nil {
            films[index].directors = text(.directors)
        }
        var rating = text(.rating)
        if rating.isEmpty, let half = CellText.thousandths(Array(text(.rating10).utf8)[...]) {
            rating = "\(FixedDecimal(thousandths: half / 2))"
        }
        if header.cell(.watched) == nil, header.cell(.review) == nil {
            if films[index].logged == nil { films[index].logged = text(.logged) }
            if !rating.isEmpty { films[index].rating = rating }
            return nil
        }
        var viewing = FilmViewing(entry: text(.entry), logged: text(.logged))
        viewing.watched = text(.watched)
        viewing.rating = rating
        viewing.isRewatch = text(.rewatch).lowercased() == "yes" || text(.rewatch) == "true"
        viewing.tags = text(.tags)
        if let cell = header.cell(.review) {
            let range = CellText.trimmed(record.bytes, record.range(of: cell))
            viewing.review = String(
                decoding: HTMLText.plain(record.bytes[range]), as: UTF8.self)
        }
        films[index].add(viewing)
        return nil
    }

    private mutating func film(_ name: String, _ year: String, line: Int) -> Int {
        let key = Key(name: Folding.name(name), year: year)
        if let index = indices[key] { return index }
        indices[key] = films.count
        namesakes[key.name, default: 0] += 1
        films.append(JoinedFilm(name: name, year: year, line: line))
        return films.count - 1
    }

    // MARK: Results

    /// The number of films.
    var count: Int { films.count }

    /// Returns the film at a position, in the order of first appearance.
    mutating func row(_ index: Int) -> ImportedRow {
        let film = films[index]
        draft.begin()
        let isNamesake = namesakes[Folding.name(film.name)] ?? 1 > 1
        draft.setTitle(
            isNamesake && !film.year.isEmpty ? "\(film.name) (\(film.year))" : film.name)
        addLine("Year", film.year)
        addLine("Directors", film.directors ?? "")
        setDate(of: film)
        setRating(of: film)
        addLine("Logged", film.logged ?? "")
        for viewing in film.viewings {
            draft.addReview(Array(viewing.review.utf8), after: "\n\n")
            if viewing.isRewatch { addLine("Rewatch", viewing.day) }
            addLine("Tags", viewing.tags)
        }
        return draft.finish(line: film.line, cells: [film.name, film.year])
    }

    private mutating func addLine(_ label: String, _ text: String) {
        if !text.isEmpty { draft.addLine(Array("\(label): ".utf8), text.utf8) }
    }

    /// Sets the date of the last viewing. The other dates become lines of the note.
    private mutating func setDate(of film: JoinedFilm) {
        guard case .date(let name) = FilmColumn.watched.use else { return }
        let field = draft.kind.index(ofField: name)
        let days = film.viewings.filter { !$0.watched.isEmpty }.map { viewing in
            (text: viewing.watched, date: CellText.date(Array(viewing.watched.utf8)[...]))
        }
        let last = days.compactMap(\.date).max()
        if let last {
            draft.set(
                field, .date(last), label: Array("Watched: ".utf8),
                else: Array(last.description.utf8)[...])
        }
        for day in days where day.date == nil || day.date != last { addLine("Watched", day.text) }
        for viewing in film.viewings where viewing.watched.isEmpty {
            addLine("Logged", viewing.logged)
        }
    }

    /// Sets the rating of the film, or else that of its last viewing. Other ratings become lines of
    /// the note.
    private mutating func setRating(of film: JoinedFilm) {
        let rated = film.viewings.filter { !$0.rating.isEmpty }
        let last = rated.max { $0.day < $1.day }
        if let rating = film.rating ?? last?.rating {
            let cell = Array(rating.utf8)[...]
            let stars = CellText.thousandths(cell)
            if stars != 0 {
                draft.set(
                    draft.places.rating, stars.flatMap { draft.rating($0, of: 5) },
                    label: Array("Rating: ".utf8), else: cell)
            }
        }
        let counted = film.rating ?? last?.rating
        for viewing in rated where viewing.rating != counted {
            addLine("Rating", "\(viewing.rating) (\(viewing.day))")
        }
    }
}
