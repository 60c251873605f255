import TroveCodecs
package import TroveModel

/// Reads a file of Trove's own or of another program, thing by thing.
package final class ImportReader {
    /// What is typed for the format: `goodreads`.
    package private(set) var format = ""
    /// What the program that wrote it is called: `Goodreads`.
    package private(set) var formatTitle = ""
    /// The header of the table, as it stands in the file; empty where there is none, or several.
    package private(set) var header: [String] = []
    /// The columns, and the files of an archive, that are left out on purpose.
    package private(set) var leftOut: [String] = []
    private var unknown: [String] = []
    /// Whether the table is one that an import has written.
    private var areRejects = false
    private var rows: any RowSource = NoRows()
    private let kinds: Kinds

    /// The names of all formats, as they are typed.
    package static let formats = ["trove", "json", "jsonl"] + ProgramFormat.all.map(\.name)

    /// Opens a file and recognises what it is.
    ///
    /// - Parameters:
    ///   - path: a table, JSON, or an archive with one table in it, or with those of Letterboxd.
    ///   - format: one of `formats`, to take the file for; nil where it is to be recognised.
    ///   - kinds: what can be collected.
    /// - Throws: why it cannot be imported at all.
    package init(
        path: String, as format: String? = nil, kinds: Kinds
    ) throws(ImportFailure) {
        self.kinds = kinds
        if let format, !Self.formats.contains(format) { throw .noFormat(format) }
        let file = try Self.reading { () throws(ReadFailure) in
            try PeekedBytes(FileBytes(path: path))
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if ZipArchive.isArchive(file.beginning) {
            try openArchive(path, as: format)
        } else {
            try open(file, called: name, as: format)
        }
    }

    /// The next row; nil at the end.
    package func next() throws(ImportFailure) -> ImportedRow? {
        do throws(ReadFailure) {
            return try rows.next()
        } catch {
            throw .read(error)
        }
    }

    /// How much of the file has been read, 0 to 1.
    package var fraction: Double { rows.fraction }

    /// The columns that nobody knows, as they are called in the file; of JSON those met so far.
    package var notUnderstood: [String] {
        (rows as? TroveJSONReader)?.unknownMembers ?? unknown
    }

    // MARK: Opening

    private static func reading<Result>(
        _ work: () throws(ReadFailure) -> Result
    ) throws(ImportFailure) -> Result {
        do throws(ReadFailure) {
            return try work()
        } catch {
            throw .read(error)
        }
    }

    /// Opens a file that is no archive; its name tells apart what its header does not.
    private func open(
        _ file: PeekedBytes, called name: String, as format: String?
    ) throws(ImportFailure) {
        let first = file.beginning.first { !$0.isBlank && !Self.mark.contains($0) }
        guard let first else { throw .isEmpty }
        let isJSON = first == 0x5B || first == 0x7B
        if format == "json" || format == "jsonl" || format == nil && isJSON {
            self.format = format ?? "json"
            formatTitle = "JSON"
            rows = TroveJSONReader(file, kinds: kinds)
            return
        }
        let reader = TableReader(file, dialect: format == "librarything" ? .plainTab : nil)
        var header = try Self.header(of: reader)
        areRejects = RejectsTable.isHeader(header)
        if areRejects { header = RejectsTable.original(header) }
        self.header = header.columnNames
        try recognise(header, of: reader, called: name, as: format)
    }

    /// The bytes of a byte-order mark.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00]

    private static func header(of reader: TableReader) throws(ImportFailure) -> TableRecord {
        try reading { () throws(ReadFailure) in
            var record = TableRecord()
            while try reader.next(into: &record) {
                if !record.isBlank || record.problem != nil { return record }
            }
            return TableRecord()
        }
    }

    private func recognise(
        _ header: TableRecord, of reader: TableReader, called name: String, as typed: String?
    ) throws(ImportFailure) {
        guard header.count > 0 else { throw .isEmpty }
        let titles = header.problem == nil ? header.columnNames : []
        if typed == nil || typed == "trove", let table = TroveTable(header: header, kinds: kinds) {
            format = "trove"
            formatTitle = "Trove"
            unknown = table.unknownColumns
            rows = TableRows(reader, format: table, areRejects: areRejects)
            return
        }
        let names = titles.map { $0.lowercased() }
        let found = ProgramFormat.all.first {
            typed.map($0.name.elementsEqual) ?? $0.isHeader(names)
        }
        guard let found else {
            throw typed.map { .isNot(format: $0, header: titles) } ?? .isUnknown(header: titles)
        }
        format = found.name
        formatTitle = found.title
        if found.name == ProgramFormat.letterboxd.name {
            guard var join = FilmJoin(kinds: kinds), let columns = join.begin(header: header) else {
                throw .isNot(format: found.name, header: titles)
            }
            leftOut = columns.leftOut
            unknown = columns.unknown
            // Nothing else tells the films that one wants to see from those that one has seen.
            let isWatched = !name.lowercased().hasPrefix("watchlist")
            rows = FilmRows(
                [FilmRows.Table(header: header, reader: reader)], join: join, isWatched: isWatched)
            return
        }
        guard let table = ProgramTable(found, header: header, kinds: kinds) else {
            throw .isNot(format: found.name, header: titles)
        }
        leftOut = table.leftOut
        unknown = table.notUnderstood
        rows = TableRows(reader, format: table, areRejects: areRejects)
    }

    // MARK: Archives

    /// The tables of Letterboxd that speak of films that were seen.
    private static let filmTables = ["watched.csv", "ratings.csv", "diary.csv", "reviews.csv"]

    private func openArchive(_ path: String, as format: String?) throws(ImportFailure) {
        let archive = try Self.reading { () throws(ReadFailure) in try ZipArchive(path: path) }
        let members = archive.members.filter { !$0.name.hasPrefix("__MACOSX/") }
        let folder = Self.commonFolder(of: members.map(\.name))
        func name(_ member: ZipArchive.Member) -> String {
            String(member.name.dropFirst(folder.count))
        }
        let films = members.filter { Self.filmTables.contains(name($0)) }
        if !films.isEmpty, format == nil || format == ProgramFormat.letterboxd.name {
            try openFilms(films, of: archive)
            leftOut += members.filter { !films.contains($0) }.map(name)
            return
        }
        let tables = members.filter { member in
            [".csv", ".tsv", ".txt", ".json", ".jsonl"].contains {
                member.name.lowercased().hasSuffix($0)
            }
        }
        guard tables.count == 1, let table = tables.first else {
            throw .isUnknownArchive(members.map(\.name))
        }
        let file = try Self.reading { () throws(ReadFailure) in
            try PeekedBytes(archive.bytes(of: table))
        }
        try open(file, called: name(table), as: format)
    }

    private func openFilms(
        _ members: [ZipArchive.Member], of archive: ZipArchive
    ) throws(ImportFailure) {
        format = ProgramFormat.letterboxd.name
        formatTitle = ProgramFormat.letterboxd.title
        guard var join = FilmJoin(kinds: kinds) else {
            throw .isUnknownArchive(members.map(\.name))
        }
        var tables: [FilmRows.Table] = []
        for member in members {
            let reader = try Self.reading { () throws(ReadFailure) in
                TableReader(try archive.bytes(of: member))
            }
            let header = try Self.header(of: reader)
            guard header.count > 0 else { continue }
            guard let columns = join.begin(header: header) else {
                throw .isNot(format: format, header: header.columnNames)
            }
            leftOut += columns.leftOut.filter { !leftOut.contains($0) }
            unknown += columns.unknown.filter { !unknown.contains($0) }
            tables.append(FilmRows.Table(header: header, reader: reader))
        }
        rows = FilmRows(tables, join: join)
    }

    /// The folder that all files are in, with the stroke behind it; empty where there is none.
    private static func commonFolder(of names: [String]) -> String {
        guard let first = names.first, let stroke = first.firstIndex(of: "/") else { return "" }
        let folder = String(first[...stroke])
        return names.allSatisfy { $0.hasPrefix(folder) } ? folder : ""
    }
}

/// No rows at all.
private final class NoRows: RowSource {
    func next() throws(ReadFailure) -> ImportedRow? { nil }
    var fraction: Double { 1 }
}
