import TroveCodecs
package import TroveModel

/// Writes items in Trove's own formats, which can be read back without loss.
package struct TroveWriter: Sendable {
    /// The format of a file. The raw value is what the user types after `as:`, and the file name
    /// extension.
    package enum Form: String, Sendable, CaseIterable {
        case csv, json, jsonl
    }

    private let form: Form
    private let kinds: Kinds
    private var table = CSVWriter(guardsFormulas: true)
    /// For each kind the fields for the columns of a table; nil for a column that the kind lacks.
    private let fields: [[FieldIndex?]]
    /// The names of all kinds.
    private let names: [[UInt8]]
    private var array: JSONArray
    private var texts = FieldTexts(separator: CSVWriter.separator)
    private var objects: [UInt8] = []
    private var object = JSONText()

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - form: the format.
    ///   - kinds: the kinds of the library.
    ///   - exported: the kinds to write. A table has one column for each distinct field name, and
    ///     ends with the ids.
    package init(_ form: Form, _ kinds: Kinds, exported: [KindIndex]) {
        self.form = form
        self.kinds = kinds
        array = JSONArray(isLines: form == .jsonl)
        var seen: Set<String> = []
        let columns = exported.flatMap { kinds[$0].shownFields.map(\.name) }
            .filter { seen.insert($0).inserted }
        fields = kinds.stored.map { kind in columns.map(kind.index(ofField:)) }
        names = kinds.stored.map { Array($0.name.utf8) }
        guard form == .csv else {
            appendDefinitions(of: exported)
            return
        }
        for name in [TroveTable.kindColumn] + columns + [TroveTable.idColumn] { table.cell(name) }
        table.endRecord()
    }

    /// Writes what the library defines of some kinds, before their items.
    private mutating func appendDefinitions(of exported: [KindIndex]) {
        for definition in exported.flatMap({ kinds.definitions(of: kinds[$0]) }) {
            object.removeAll()
            object.append(
                JSON.object([
                    JSON.Member(TroveTable.kindColumn, .string(Kind.definition.name)),
                    JSON.Member("subject", .string(definition.subject)),
                    JSON.Member("text", .string(definition.text)),
                ]))
            array.append(object, into: &objects)
        }
    }

    /// The bytes written since `removeBytes`.
    package var bytes: [UInt8] { form == .csv ? table.bytes : objects }

    /// Removes what was written, and keeps the capacity.
    package mutating func removeBytes() {
        table.removeAll()
        objects.removeAll(keepingCapacity: true)
    }

    /// Writes an item of a kind.
    ///
    /// - Throws: any error of the item. The item may then be half written, so the writer must not
    ///   be used again.
    package mutating func append(_ item: some ItemRow, of kind: KindIndex) throws {
        guard form == .csv else {
            object.removeAll()
            object.begin(number: item.number, id: item.id, kinds[kind])
            for field in kinds[kind].shownIndices {
                object.append(kinds[kind].fields[field].name, try item.value(field))
            }
            object.append("}")
            array.append(object, into: &objects)
            return
        }
        texts.begin(with: names[kind])
        try item.appendTexts(of: fields[kind], to: &texts)
        texts.bytes.append(texts.separator)
        // An id is never empty, and needs no quotes.
        item.id.append(to: &texts.bytes)
        table.record(texts, separators: fields[kind].count + 1)
    }

    /// Returns a writer of the same form without items, for items that follow those of this one.
    package var following: TroveWriter {
        var writer = self
        writer.removeBytes()
        writer.array = JSONArray(isLines: form == .jsonl)
        return writer
    }

    /// Writes the items of another writer, which `following` returned.
    package mutating func append(_ other: TroveWriter) {
        if form == .csv { return table.append(other.table) }
        array.append(contentsOf: other.array, other.objects, into: &objects)
    }

    /// Writes the end of the file.
    package mutating func finish() {
        if form != .csv { array.finish(into: &objects) }
    }
}
