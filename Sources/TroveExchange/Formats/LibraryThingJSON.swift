// The JSON export of LibraryThing is one object: the name of each member is the id of a book, and
// its value the book. Members of a book without a value are missing or empty. A member has a text,
// a number, an array or an object, sometimes one inside the other: `"isbn": {"0": "…", "2": "…"}`,
// `"authors": [{"lf": "Brandt, Ada", "fl": "Ada Brandt", "role": "Editor"}]`,
// `"language": ["English"]`, `"ddc": {"code": ["813"], "wording": ["…"]}`.

import TroveCodecs
import TroveModel

/// The JSON that LibraryThing exports.
struct LibraryThingJSON: ImportFormat {
    let name = "librarything-json"
    let title = "LibraryThing"
    let rejectedObject = RejectedObject.member

    func open(_ file: PeekedBytes, _ request: ImportRequest) -> ImportContents? {
        guard request.isNamed || Self.isKeyedByNumber(file.beginning),
            let rows = LibraryThingBooks(file, request)
        else { return nil }
        return ImportContents(rows: rows)
    }

    /// Returns whether a text begins like `{"12345": {`.
    private static func isKeyedByNumber(_ text: [UInt8]) -> Bool {
        var rest = text[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        func skip(_ byte: UInt8) -> Bool {
            rest = rest.drop { $0.isBlank }
            guard rest.first == byte else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard skip(0x7B), skip(0x22) else { return false }
        let digits = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty && skip(0x22) && skip(0x3A) && skip(0x7B)
    }

    /// How the members of a book are used, as the columns of a table with their names.
    static let format = ProgramFormat(
        name: "librarything-json", title: "LibraryThing", subject: .books, signatures: [],
        states: ProgramFormat.libraryThing.states,
        columns: [
            ImportColumn("books_id", .identity),
            ImportColumn("title", .title),
            ImportColumn("sortcharacter", .leftOut),
            ImportColumn("primaryauthor", .creators(.lastFirst)),
            ImportColumn("primaryauthorrole", .line("Primary author role")),
            ImportColumn("secondaryauthor", .creators(.lastFirst)),
            ImportColumn("secondaryauthorroles", .line("Secondary author roles")),
            ImportColumn("authors", .creators(.lastFirst)),
            ImportColumn("publication", .publication),
            ImportColumn("publisher", .field(.publisher)),
            ImportColumn("date", .year()),
            ImportColumn("series", .field(.series)),
            ImportColumn("review", .review),
            ImportColumn("reviewdate", .day("Reviewed")),
            ImportColumn("reviewlang", .line("Language of the review")),
            ImportColumn("rating", .rating(of: 5)),
            ImportColumn("comment", .line("Comment")),
            ImportColumn("privatecomment", .line("Private comment")),
            ImportColumn("summary", .prose(.description)),
            ImportColumn("media", .line("Media")),
            ImportColumn("format", .line("Format")),
            ImportColumn("physical_description", .line("Physical description")),
            ImportColumn("weight", .line("Weight")),
            ImportColumn("height", .line("Height")),
            ImportColumn("thickness", .line("Thickness")),
            ImportColumn("length", .line("Length")),
            ImportColumn("dimensions", .line("Dimensions")),
            ImportColumn("pages", .pages),
            ImportColumn("lccn", .leftOut),
            ImportColumn("dateacquired", .day("Acquired")),
            ImportColumn("datestarted", .started),
            ImportColumn("dateread", .completed),
            ImportColumn("barcode", .line("Barcode")),
            ImportColumn("bcid", .line("BCID")),
            ImportColumn("tags", .names(.tags)),
            ImportColumn("tagida", .leftOut),
            ImportColumn("collections", .statesAndShelves),
            ImportColumn("language", .field(.language)),
            ImportColumn("language_codea", .leftOut),
            ImportColumn("originallanguage", .line("Original language")),
            ImportColumn("originallanguage_codea", .leftOut),
            ImportColumn("lcc", .line("LC classification")),
            ImportColumn("originalisbn", .isbn),
            ImportColumn("isbn", .isbns),
            ImportColumn("ean", .isbns),
            ImportColumn("upc", .line("UPC")),
            ImportColumn("asin", .leftOut),
            ImportColumn("issn", .line("ISSN")),
            ImportColumn("subject", .line("Subjects")),
            ImportColumn("genre", .names(.tags)),
            ImportColumn("genre_id", .leftOut),
            ImportColumn("awards", .line("Awards")),
            ImportColumn("ddc", .line("Dewey decimal")),
            ImportColumn("callnumber", .line("Other call number")),
            ImportColumn("copies", .line("Copies", unless: ["1"])),
            ImportColumn("source", .line("Source")),
            ImportColumn("entrydate", .field(.added)),
            ImportColumn("fromwhere", .line("From where")),
            ImportColumn("oclc", .leftOut),
            ImportColumn("workcode", .leftOut),
            ImportColumn("public", .leftOut),
            ImportColumn("price", .line("Price")),
            ImportColumn("purchaseprice", .line("Purchase price")),
            ImportColumn("value", .line("Value")),
            ImportColumn("condition", .line("Condition")),
        ])
}

/// Reads the books of LibraryThing's JSON. Each becomes a record of a table whose columns are the
/// members of the format, and after them the unknown members found so far.
private final class LibraryThingBooks: RowSource {
    private let objects: JSONObjectReader
    private let request: ImportRequest
    private var titles: [String]
    private var places: [String: Int]
    private var table: ProgramTable
    private(set) var leftOut: [String] = []
    /// The maximum number of distinct members; each takes a column of the table.
    private static let maximumMembers = 1000
    private(set) var notUnderstood: [String] = []
    private(set) var repairs: [TextRepair] = []

    init?(_ source: any ByteSource, _ request: ImportRequest) {
        let titles = LibraryThingJSON.format.columns.map(\.name)
        guard let table = ProgramTable(LibraryThingJSON.format, header: titles, request) else {
            return nil
        }
        objects = JSONObjectReader(
            source, .members, blockSize: 1 << 18, longestObject: 1 << 20)
        self.request = request
        self.titles = titles
        self.table = table
        places = Dictionary(
            titles.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var fraction: Double { objects.fraction }
    var cells: [String] { [objects.text] }

    func next() throws(ReadFailure) -> ImportedRow? {
        try objects.next { bytes, line throws(ImportRejection) in
            switch self.table.row(from: try self.record(bytes, line: line)) {
            case .item(let item): return item
            case .rejected(_, let why, _): throw why
            // No member of a book leaves it out.
            case .leftOut: throw .notAnObject
            }
        }
    }

    private func record(
        _ bytes: ArraySlice<UInt8>, line: Int
    ) throws(ImportRejection) -> TableRecord {
        let json = try json(bytes, line: line)
        var cells = titles.map { _ in "" }
        let known = titles.count
        // The authors have their own members in earlier exports.
        let hasAuthors = json["authors"]?.array?.isEmpty == false
        for member in json.members ?? [] {
            let name = member.name.lowercased()
            if hasAuthors, name == "primaryauthor" || name == "secondaryauthor" { continue }
            let text = Self.text(of: member.value)
            guard !text.isEmpty else { continue }
            if let place = places[name] {
                cells[place] = text
                if table.leftOut.contains(titles[place]), !leftOut.contains(member.name) {
                    leftOut.append(member.name)
                }
            } else {
                guard titles.count < Self.maximumMembers else { continue }
                places[name] = titles.count
                titles.append(member.name)
                cells.append(text)
                notUnderstood.append(member.name)
            }
        }
        if titles.count > known,
            let table = ProgramTable(LibraryThingJSON.format, header: titles, request)
        {
            self.table = table
        }
        return TableRecord(line: line, cells: cells)
    }

    /// Parses a book. Bytes that are not UTF-8 are read as Windows-1252.
    private func json(_ bytes: ArraySlice<UInt8>, line: Int) throws(ImportRejection) -> JSON {
        do throws(ImportRejection) {
            return try JSON(importing: bytes)
        } catch .notText {
            repairs.append(TextRepair(line: line, column: ""))
            return try JSON(importing: bytes.repairedText[...])
        }
    }

    /// Returns the texts in a value, separated by commas in an array. Authors are given with the
    /// last name first, and separated by ` & `.
    private static func text(of value: JSON) -> String {
        switch value {
        case .null, .bool(false): ""
        case .bool(true): "yes"
        case .integer(let number): "\(number)"
        case .number(let text), .string(let text): text
        case .array(let values) where values.contains { $0["lf"] != nil || $0["fl"] != nil }:
            values.map { text(of: $0["lf"] ?? $0["fl"] ?? .null) }
                .filter { !$0.isEmpty }.joined(separator: " & ")
        case .array(let values):
            values.map(text).filter { !$0.isEmpty }.joined(separator: ", ")
        case .object(let members):
            // The codes of formats, classifications and genres are not for the user.
            members.filter { $0.name != "code" || members.count == 1 }.map { text(of: $0.value) }
                .filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }
}

extension TableRecord {
    init(line: Int, cells: [String]) {
        self.init()
        self.line = line
        for cell in cells {
            bytes += cell.utf8
            ends.append(bytes.count)
        }
    }
}
