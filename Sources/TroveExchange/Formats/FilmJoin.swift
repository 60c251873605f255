import TroveCodecs
import TroveModel

/// The films of Letterboxd's tables, each merged from all rows about it.
///
/// Unlike other tables, these are held in memory until the last row is read, because a later table
/// may rate a film of an earlier one. The tables of films name the address of the film. Those of
/// viewings do not, so a viewing belongs to the film with its name and year.
struct FilmJoin {
    private var draft: ImportDraft
    private var films: [JoinedFilm] = []
    private var viewings: [FilmRecord] = []
    /// The indices in `films` for each identity, and for each name and year.
    private var identities: [String: Int] = [:]
    private var namesakes: [Key: [Int]] = [:]
    /// The indices of films that share their name and year, by what viewings of them have in
    /// common with them. Filled in when the first viewing of one is assigned.
    private var details: [Key: Details] = [:]

    private struct Details {
        /// The films by the dates on which they were logged.
        var logged: [String: [Int]] = [:]
        var rated: [String: [Int]] = [:]
    }

    /// The name of a film, whose case matters, and its year.
    private struct Key: Hashable {
        let name: String
        let year: String

        init(_ record: FilmRecord) {
            name = record.name
            year = record.year
        }
    }

    /// Creates an empty join; nil without a kind for films.
    init?(_ request: ImportRequest) {
        let kinds = request.kinds
        guard
            let kind = request.kind ?? kinds.firstIndex(where: { $0.catalogue == .movies })
        else { return nil }
        draft = ImportDraft(kindIndex: kind, kind: kinds[kind])
    }

    // MARK: Reading

    /// Takes a record; returns it as rejected if it has no name. `isWatched` is whether the films
    /// of the table were seen; it is false for a watchlist.
    mutating func take(
        _ record: TableRecord, _ header: FilmHeader, isWatched: Bool, keepsUnknown: Bool
    ) -> ImportedRow? {
        let film = FilmRecord(record, header, keepsUnknown: keepsUnknown)
        draft.begin()
        draft.setTitle(film.name)
        let row = draft.finish(line: record.line, cells: record.cells)
        if case .rejected = row { return row }
        if header.hasViewings {
            viewings.append(film)
        } else {
            films[index(of: film)].add(film, isWatched: isWatched)
        }
        return nil
    }

    /// Returns the index of the film with the identity of a record, or else with its name and year.
    private mutating func index(of record: FilmRecord) -> Int {
        let key = Key(record)
        let known = record.film.map { identities[$0] } ?? namesakes[key]?.first
        if let known { return known }
        if let identity = record.film { identities[identity] = films.count }
        namesakes[key, default: []].append(films.count)
        details[key] = nil
        films.append(JoinedFilm(record))
        return films.count - 1
    }

    // MARK: Results

    /// A row, with the cells of its first record as in the file.
    struct Row {
        let row: ImportedRow
        let cells: [String]
    }

    /// Assigns the viewings to the films, and returns the rows. Called after the last record.
    ///
    /// A viewing that may belong to several films is rejected.
    mutating func rows() -> [Row] {
        var open: [FilmRecord] = []
        var entries: [String: Int] = [:]
        for viewing in viewings {
            guard let index = film(of: viewing) else {
                open.append(viewing)
                continue
            }
            films[index].add(viewing: viewing)
            if let entry = viewing.entry { entries[entry] = index }
        }
        var rejected: [Row] = []
        for viewing in open {
            if let index = viewing.entry.flatMap({ entries[$0] }) {
                films[index].add(viewing: viewing)
            } else {
                let row = ImportedRow.rejected(
                    line: viewing.line, .isAmbiguous(title: viewing.name), cells: viewing.cells)
                rejected.append(Row(row: row, cells: viewing.cells))
            }
        }
        viewings.removeAll()
        return films.indices.map { Row(row: row($0), cells: films[$0].cells) } + rejected
    }

    /// Returns the film that was seen, and creates it if no table has it; nil if several films have
    /// its name and year, and neither the date nor the rating tells which one it is.
    private mutating func film(of viewing: FilmRecord) -> Int? {
        if viewing.film != nil { return index(of: viewing) }
        let all = namesakes[Key(viewing)] ?? []
        guard all.count > 1 else { return all.first ?? index(of: viewing) }
        let details = details(of: all, Key(viewing))
        if let logged = details.logged[viewing.logged], logged.count == 1 { return logged[0] }
        guard !viewing.rating.isEmpty, let rated = details.rated[viewing.rating],
            rated.count == 1
        else { return nil }
        return rated[0]
    }

    private mutating func details(of namesakes: [Int], _ key: Key) -> Details {
        if let known = details[key] { return known }
        var found = Details()
        for index in namesakes {
            for date in films[index].logged { found.logged[date, default: []].append(index) }
            if let rating = films[index].rating { found.rated[rating, default: []].append(index) }
        }
        details[key] = found
        return found
    }

    private mutating func row(_ index: Int) -> ImportedRow {
        let film = films[index]
        draft.begin()
        draft.setTitle(film.name)
        draft.identity = film.identity
        setYear(of: film)
        let directors = CreatorNames.commas.names(in: Array(film.directors.utf8)[...])
        if !film.directors.isEmpty {
            draft.set(
                draft.kind.index(ofRole: .creator), text: directors.joined(separator: "; "),
                label: Array("Directors: ".utf8), else: Array(film.directors.utf8)[...])
        }
        setState(of: film)
        setRating(of: film)
        setTags(of: film)
        for viewing in film.viewings {
            draft.addReview(Array(viewing.review.utf8), after: "\n\n")
            if viewing.isRewatch { addLine("Rewatch", viewing.day) }
        }
        if film.viewings.isEmpty {
            for day in film.logged { addLine("Logged", day) }
        }
        for other in film.others { addLine(other.title, other.text) }
        return draft.finish(line: film.line, cells: film.cells)
    }

    private mutating func addLine(_ label: String, _ text: String) {
        if !text.isEmpty { draft.addLine(Array("\(label): ".utf8), text.utf8) }
    }

    private mutating func setYear(of film: JoinedFilm) {
        guard !film.year.isEmpty else { return }
        draft.set(
            draft.places.year, label: Array("Year: ".utf8), from: Array(film.year.utf8)[...])
    }

    /// Sets the state, and the viewings. An invalid date becomes a line of the note.
    private mutating func setState(of film: JoinedFilm) {
        if let place = draft.places.ladder {
            let meaning: StateMeaning = film.isWatched ? .done : .planned
            let rung = meaning.rung(on: draft.kind)
            draft.set(
                place.index, rung.map { .text(place.ladder.rungs[$0].name) }, label: [], else: [])
        }
        guard film.isWatched else { return }
        var completions: [ImportedCompletion] = []
        for viewing in film.viewings {
            guard let date = CellText.date(Array(viewing.watched.utf8)[...]) else {
                addLine(viewing.watched.isEmpty ? "Logged" : "Watched", viewing.day)
                continue
            }
            completions.append(ImportedCompletion(on: date, rating: rating(of: viewing.rating)))
        }
        if completions.isEmpty { completions.append(ImportedCompletion()) }
        completions.sort { ($0.on?.packed ?? 0) < ($1.on?.packed ?? 0) }
        draft.add(completions: completions, label: Array("Watched: ".utf8))
    }

    /// Converts stars to the rating of the kind; nil if they are not a rating.
    private func rating(of stars: String) -> Value? {
        CellText.thousandths(Array(stars.utf8)[...]).flatMap { draft.rating($0, of: 5) }
    }

    /// Sets the rating of the film, or else that of its last viewing. Of the other ratings, those
    /// of earlier viewings belong to their dates; the rest become lines of the note.
    private mutating func setRating(of film: JoinedFilm) {
        let rated = film.viewings.filter { !$0.rating.isEmpty }
        let counted = film.rating ?? rated.max { $0.day < $1.day }?.rating
        if let counted {
            let cell = Array(counted.utf8)[...]
            if CellText.thousandths(cell) != 0 {
                draft.set(
                    draft.places.rating, rating(of: counted), label: Array("Rating: ".utf8),
                    else: cell)
            }
        }
        let last = film.viewings.map(\.watched).max() ?? ""
        for viewing in rated where viewing.rating != counted {
            guard viewing.watched.isEmpty || viewing.watched == last else { continue }
            addLine("Rating", "\(viewing.rating) (\(viewing.day))")
        }
    }

    private mutating func setTags(of film: JoinedFilm) {
        let tags = film.viewings.map(\.tags).filter { !$0.isEmpty }.joined(separator: ", ")
        guard !tags.isEmpty else { return }
        let cell = Array(tags.utf8)[...]
        let names = CellText.names(cell, partedBy: 0x2C).map(CellText.line)
        draft.set(
            draft.kind.index(ofRole: .tags), ImportDraft.set(names), label: Array("Tags: ".utf8),
            else: cell)
    }
}
