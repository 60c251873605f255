package import TroveModel

/// Reads a file of Trove or of another program, row by row.
package final class ImportReader {
    /// The name of the format that the user types, such as `goodreads`.
    package private(set) var format = ""
    /// The name of the program that wrote it: `Goodreads`.
    package private(set) var formatTitle = ""
    /// The header of the table, as in the file; empty without one, or with several.
    package private(set) var header: [String] = []
    /// What the objects of a file in JSON are called in the table of rejected rows; nil for
    /// another file.
    private var objectColumn: RejectedObject?
    private var contents = ImportContents(rows: NoRows())
    /// The formats that are tried.
    private let candidates: [any ImportFormat]
    private let request: ImportRequest
    /// The size of the file in bytes; 0 for a text, and for a file without a size, such as a pipe.
    private let size: Int

    /// Opens a file and detects its format.
    ///
    /// - Parameters:
    ///   - source: a table, JSON, or an archive with one of these or with files that a format reads
    ///     together.
    ///   - choice: the format of the file; nil to detect it.
    ///   - request: the kinds of the library, and what the user chose.
    /// - Throws: why the file cannot be imported at all.
    package init(
        _ source: ImportFile, as choice: ImportChoice? = nil, _ request: ImportRequest
    ) throws(ImportFailure) {
        // Only a table without a format of its own has columns to choose.
        if let choice, choice != .table, !request.columns.isEmpty {
            throw .hasOwnColumns(format: choice.rawValue)
        }
        let choice = choice ?? (request.columns.isEmpty ? nil : .table)
        var request = request
        request.isNamed = choice != nil
        self.request = request
        candidates = (choice.map { [$0] } ?? ImportChoice.allCases).map(\.format)
        let name = source.path.split(separator: "/").last.map(String.init) ?? source.path
        let file: PeekedBytes
        (file, size) = try ImportFailure.reading { () throws(ReadFailure) in try source.open() }
        if let form = FileForm.of(fileCalled: name, beginning: file.beginning) {
            throw .isOtherForm(form)
        }
        if ZipArchive.isArchive(file.beginning) {
            try open(try ImportArchive(path: source.path))
        } else {
            try open(file, called: name)
        }
    }

    /// Opens a file for a library with these kinds.
    package convenience init(
        path: String, as choice: ImportChoice? = nil, kinds: Kinds
    ) throws(ImportFailure) {
        try self.init(ImportFile(path: path), as: choice, ImportRequest(kinds: kinds))
    }

    /// Reads a text, such as pasted rows, and detects its format.
    ///
    /// - Throws: why the text cannot be imported.
    package init(text: String, _ request: ImportRequest) throws(ImportFailure) {
        self.request = request
        size = 0
        candidates = ImportChoice.allCases.map(\.format)
        let file = try ImportFailure.reading { () throws(ReadFailure) in
            try PeekedBytes(MemoryBytes(Array(text.utf8)))
        }
        if let form = FileForm.of(fileCalled: "", beginning: file.beginning) {
            throw .isOtherForm(form)
        }
        try open(file, called: "")
    }

    /// Returns the next row; nil at the end.
    package func next() throws(ImportFailure) -> ImportedRow? {
        try ImportFailure.reading { () throws(ReadFailure) in try contents.rows.next() }
    }

    /// The columns of the table of rejected rows, after those of `RejectsTable`.
    package var rejectedColumns: [String] { objectColumn.map { [$0.rawValue] } ?? header }

    /// The cells of the record of the last row, as in the file; empty for a file that is not a
    /// table.
    package var cells: [String] { contents.rows.cells }

    /// The share of the file that has been read, 0 to 1.
    package var fraction: Double { contents.rows.fraction }

    /// The columns that are imported, as the file names them; empty for a format without columns.
    package var used: [String] { contents.used }

    /// The columns, and the files of an archive, that are left out on purpose; for JSON those found
    /// so far.
    package var leftOut: [String] { contents.leftOut + contents.rows.leftOut }

    /// The columns that the format does not know, as the file names them; for JSON those found so
    /// far.
    package var notUnderstood: [String] { contents.notUnderstood + contents.rows.notUnderstood }

    /// The cells that were not valid text, and were read as Windows-1252; those found so far.
    package var repairs: [TextRepair] { contents.rows.repairs }

    /// Whether reading on a thread of its own saves time, and cannot wait for another program.
    package var isLong: Bool { size >= 1 << 17 && contents.pictures == nil }

    /// The pictures of the items; nil if the file has none.
    package var pictures: ImportPictures? { contents.pictures }

    // MARK: Opening

    private func take(_ contents: ImportContents, of format: any ImportFormat) {
        self.contents = contents
        self.format = format.name
        formatTitle = format.title
    }

    /// Opens a file that is not an archive.
    private func open(_ file: PeekedBytes, called name: String) throws(ImportFailure) {
        if file.firstSign == nil {
            let empty = candidates.first { $0.canBeEmpty(request.isNamed ? nil : name) }
            guard let empty else { throw .isEmpty }
            return take(ImportContents(rows: NoRows()), of: empty)
        }
        // The rejected rows of an import are a table of their own, whatever the source was.
        let areRejects = Self.areRejects(file)
        for format in candidates where !areRejects {
            if let contents = format.open(file, request) {
                objectColumn = format.rejectedObject
                take(contents, of: format)
                return
            }
        }
        let dialect = request.isNamed && !areRejects ? candidates.first?.dialect : nil
        let table = try ImportTable(file, called: name, dialect: dialect)
        header = table.header.columnNames
        if table.areRejects, header.count == 1,
            let object = RejectedObject(rawValue: header[0])
        {
            return try open(try Self.objects(in: table, object), called: name)
        }
        for format in candidates {
            if let contents = try format.open(table, request) {
                // Trove's own tab-separated lists have escapes, and no quotes.
                if format.dialect != .plainTab, !table.reader.readsEscapes {
                    table.reader.readQuotes()
                }
                take(contents, of: format)
                return
            }
        }
        guard request.isNamed, let format = candidates.first else {
            throw .isUnknown(header: table.titles)
        }
        throw .isNot(format: format.name, header: table.titles)
    }

    /// Returns whether an import wrote a file for rejected rows. The user may have saved it with
    /// another program.
    private static func areRejects(_ file: PeekedBytes) -> Bool {
        guard let beginning = try? PeekedBytes(MemoryBytes(file.beginning)),
            let table = try? ImportTable(beginning, called: "", dialect: nil)
        else { return false }
        return table.areRejects
    }

    /// Returns the JSON objects that an import rejected and that the user has corrected, at the
    /// lines at which they are in the table.
    private static func objects(
        in table: ImportTable, _ object: RejectedObject
    ) throws(ImportFailure) -> PeekedBytes {
        try ImportFailure.reading { () throws(ReadFailure) in
            var text: [UInt8] = []
            var line = 1
            var count = 0
            var record = TableRecord()
            while try table.reader.next(into: &record) {
                let original = RejectsTable.original(record)
                guard original.count > 0 else { continue }
                let cell = original.bytes[original.range(of: 0)]
                text += repeatElement(0x0A, count: max(0, record.line - line))
                line = max(line, record.line) + cell.count { $0 == 0x0A }
                switch object {
                case .object: text += cell
                case .member: text += Array("\(count == 0 ? "{" : ",")\"\(line)\":".utf8) + cell
                }
                count += 1
            }
            if object == .member, count > 0 { text += Array("}".utf8) }
            return try PeekedBytes(MemoryBytes(text))
        }
    }

    private func open(_ archive: ImportArchive) throws(ImportFailure) {
        if let form = FileForm.of(archiveWith: archive.files.map(\.name)) {
            throw .isOtherForm(form)
        }
        for format in candidates {
            if let contents = try format.open(archive, request) {
                take(contents, of: format)
                return
            }
        }
        let tables = archive.files.filter { file in
            [".csv", ".tsv", ".txt", ".json", ".jsonl"].contains {
                file.name.lowercased().hasSuffix($0)
            }
        }
        guard tables.count == 1, let table = tables.first else {
            throw .isUnknownArchive(archive.files.map(\.path))
        }
        let bytes = try archive.bytes(of: table)
        let file = try ImportFailure.reading { () throws(ReadFailure) in try PeekedBytes(bytes) }
        try open(file, called: table.name)
    }
}

/// A source without rows.
private final class NoRows: RowSource {
    func next() throws(ReadFailure) -> ImportedRow? { nil }
    var fraction: Double { 1 }
}
