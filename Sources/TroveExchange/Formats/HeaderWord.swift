import TroveCodecs
import TroveModel

/// A word in the header of a table, in any of several languages, and what its column has.
enum HeaderWord: Sendable {
    case title
    case creator
    case director
    case isbn
    case series
    case volume
    case year
    case publisher
    case language
    case genre
    case tags
    case pages
    case description
    case state
    case started
    case completed
    case added
    case rating
    case note
    case shelves
    case cover

    /// Returns the key under which a name is found: letters and digits without accents.
    static func key(_ name: String) -> [UInt8] {
        Folding.search(name).filter {
            $0.isDigit || $0 >= 0x80 || (0x61...0x7A).contains($0)
        }
    }

    /// The words by their keys.
    static let all: [[UInt8]: HeaderWord] = {
        var all: [[UInt8]: HeaderWord] = [:]
        for (word, names) in names {
            for name in names { all[key(name)] = word }
        }
        return all
    }()

    /// The field of a kind that the column is for; nil if the kind has none.
    func field(of kind: Kind) -> FieldIndex? {
        switch self {
        case .title: Kind.titleIndex
        case .pages: kind.progress?.total
        case .state: kind.ladder?.index
        // The creators of a kind have one of the two names.
        case .creator, .director:
            kind.index(ofRole: .creator).flatMap {
                Self.all[Self.key(kind.fields[$0].name)] == self ? $0 : nil
            }
        default: role.flatMap { kind.index(ofRole: $0) }
        }
    }

    /// Returns the use of the column for a kind; nil if the kind has no field for it, or another
    /// column is for the same field already.
    func use(for kind: Kind, isTaken taken: Set<FieldIndex>) -> ColumnUse? {
        if case .completed = self, kind.completions != nil { return .completed }
        guard let field = field(of: kind), !taken.contains(field) || mayRepeat else { return nil }
        return ColumnUse(of: field, kind)
    }

    /// Whether several columns may be for the same field.
    private var mayRepeat: Bool {
        switch self {
        case .creator, .isbn, .note: true
        default: false
        }
    }

    private var role: Field.Role? {
        switch self {
        case .title, .pages, .state, .creator, .director: nil
        case .isbn: .isbn
        case .series: .series
        case .volume: .volume
        case .year: .year
        case .publisher: .publisher
        case .language: .language
        case .genre: .genre
        case .tags: .tags
        case .description: .description
        case .started: .started
        case .completed: .completed
        case .added: .added
        case .rating: .rating
        case .note: .note
        case .shelves: .shelves
        case .cover: .cover
        }
    }

    /// The names in English, German, French, Spanish, Italian, Portuguese and Dutch.
    private static let names: [(HeaderWord, [String])] = [
        (
            .title,
            [
                "title", "book title", "name", "titel", "buchtitel", "titre", "título", "titolo",
                "boektitel", "film",
            ]
        ),
        (
            .creator,
            [
                "author", "authors", "author(s)", "writer", "autor", "autoren", "autorin",
                "verfasser", "auteur", "auteurs", "autore", "autori", "autores", "autora",
                "schrijver", "additional authors",
            ]
        ),
        (
            .director,
            [
                "director", "directors", "directed by", "regie", "regisseur", "réalisateur",
                "director de cine", "regista", "diretor", "realizador",
            ]
        ),
        (.isbn, ["isbn", "isbn13", "isbn10", "isbn 13", "isbn 10", "isbn/uid", "ean"]),
        (.series, ["series", "series name", "reihe", "serie", "série", "collana", "reeks"]),
        (
            .volume,
            [
                "volume", "volume number", "series number", "number in series", "series index",
                "band", "bandnummer", "tome", "tomo", "deel", "numéro", "número",
            ]
        ),
        (
            .year,
            [
                "year", "publication year", "year published", "published", "publication date",
                "release year", "jahr", "erscheinungsjahr", "veröffentlicht", "année",
                "année de publication", "año", "año de publicación", "anno",
                "anno di pubblicazione", "ano", "ano de publicação", "jaar", "jaar van uitgave",
            ]
        ),
        (
            .publisher,
            [
                "publisher", "verlag", "éditeur", "maison d'édition", "editorial", "editore",
                "casa editrice", "editora", "uitgever", "uitgeverij",
            ]
        ),
        (
            .language,
            [
                "language", "languages", "sprache", "langue", "idioma", "lingua", "língua", "taal",
            ]
        ),
        (.genre, ["genre", "genres", "género", "genere", "gênero", "category", "kategorie"]),
        (
            .tags,
            [
                "tags", "keywords", "labels", "schlagwörter", "schlagworte", "étiquettes",
                "mots-clés", "etiquetas", "etichette", "palavras-chave", "trefwoorden",
            ]
        ),
        (
            .pages,
            [
                "pages", "page count", "number of pages", "num pages", "seiten", "seitenzahl",
                "anzahl seiten", "nombre de pages", "páginas", "número de páginas", "pagine",
                "numero di pagine", "pagina's", "aantal pagina's",
            ]
        ),
        (
            .description,
            [
                "description", "summary", "synopsis", "blurb", "beschreibung", "inhalt", "résumé",
                "descripción", "resumen", "sinopsis", "descrizione", "trama", "descrição",
                "resumo", "sinopse", "beschrijving", "samenvatting",
            ]
        ),
        (
            .state,
            [
                "state", "status", "read status", "reading status", "exclusive shelf",
                "lesestatus", "statut", "état", "estado", "stato", "leesstatus", "situação",
            ]
        ),
        (
            .started,
            [
                "started", "date started", "start date", "started on", "begonnen", "begonnen am",
                "date de début", "commencé", "commencé le", "fecha de inicio", "empezado",
                "iniziato", "data inizio", "data di inizio", "data de início", "iniciado",
                "startdatum",
            ]
        ),
        (
            .completed,
            [
                "finished", "date finished", "finish date", "finished on", "date read", "read on",
                "end date", "date watched", "watched", "watched on", "watched date",
                "date completed", "beendet", "beendet am", "gelesen am", "gesehen am",
                "date de lecture", "date de fin", "lu le", "terminé le", "vu le",
                "fecha de lectura", "fecha de fin", "leído el", "terminado el", "data di lettura",
                "data lettura", "data fine", "letto il", "data de leitura", "lido em",
                "terminado em", "gelezen op", "einddatum", "uitgelezen",
            ]
        ),
        (
            .added,
            [
                "added", "date added", "added on", "hinzugefügt", "hinzugefügt am",
                "date d'ajout", "ajouté le", "fecha de alta", "añadido", "añadido el", "aggiunto",
                "data aggiunta", "data de adição", "adicionado em", "toegevoegd",
                "toegevoegd op",
            ]
        ),
        (
            .rating,
            [
                "rating", "my rating", "star rating", "stars", "score", "bewertung",
                "meine bewertung", "sterne", "note", "évaluation", "ma note", "étoiles",
                "valoración", "puntuación", "calificación", "estrellas", "valutazione", "voto",
                "stelle", "avaliação", "nota", "classificação", "estrelas", "beoordeling",
                "waardering", "sterren",
            ]
        ),
        (
            .note,
            [
                "notes", "my notes", "comment", "comments", "review", "my review", "notizen",
                "notiz", "anmerkungen", "bemerkung", "kommentar", "rezension", "remarques",
                "commentaire", "commentaires", "avis", "critique", "notas", "comentario",
                "comentarios", "reseña", "appunti", "commento", "commenti", "recensione",
                "anotações",
                "comentário", "comentários", "resenha", "notities", "opmerkingen", "recensie",
            ]
        ),
        (
            .shelves,
            [
                "shelf", "shelves", "bookshelf", "bookshelves", "regal", "regale", "étagère",
                "étagères", "estante", "estantes", "estantería", "scaffale", "scaffali",
                "prateleira", "prateleiras", "plank", "planken",
            ]
        ),
        (.cover, ["cover", "cover url", "poster"]),
    ]
}
