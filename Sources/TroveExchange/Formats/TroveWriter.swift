import TroveCodecs
package import TroveModel

/// Writes things as files of Trove's own, which are read back without loss.
package struct TroveWriter: Sendable {
    /// The form of a file; the raw value is what is typed behind `as:`, and how its name ends.
    package enum Form: String, Sendable, CaseIterable {
        case csv, json, jsonl
    }

    private let form: Form
    private let kinds: Kinds
    private var table = CSVWriter(guardsFormulas: true)
    /// For each kind the fields that stand in the columns of a table, nil where it has none of a
    /// column's name.
    private let fields: [[Int?]]
    private var array: JSONArray
    private var objects: [UInt8] = []
    private var object = JSONText()

    /// - Parameters:
    ///   - form: how they are written.
    ///   - kinds: what can be collected.
    ///   - exported: the positions of the kinds whose things are written; a table has their fields,
    ///     each name once, as its columns.
    package init(_ form: Form, _ kinds: Kinds, exported: [Int]) {
        self.form = form
        self.kinds = kinds
        array = JSONArray(isLines: form == .jsonl)
        var seen: Set<String> = []
        let columns = exported.flatMap { kinds[$0].fields.map(\.name) }
            .filter { seen.insert($0).inserted }
        fields = kinds.all.map { kind in columns.map(kind.index(ofField:)) }
        guard form == .csv else { return }
        for name in [TroveTable.kindColumn] + columns { table.cell(name) }
        table.endRecord()
    }

    /// What was written since `removeBytes`.
    package var bytes: [UInt8] { form == .csv ? table.bytes : objects }

    /// Forgets what was written, and keeps the memory.
    package mutating func removeBytes() {
        table.removeAll()
        objects.removeAll(keepingCapacity: true)
    }

    /// Writes a thing of a kind.
    ///
    /// - Throws: what the thing throws; it is written in part then, and nothing can be behind it.
    package mutating func append(_ thing: some ThingRow, of kind: Int) throws {
        guard form == .csv else {
            object.removeAll()
            object.begin(number: thing.number, id: thing.id, kinds[kind])
            for (index, field) in kinds[kind].fields.enumerated() {
                object.append(field.name, try thing.value(index))
            }
            object.append("}")
            array.append(object, into: &objects)
            return
        }
        table.cell(kinds[kind].name)
        for field in fields[kind] {
            if let field {
                try table.cell { bytes in try thing.appendText(of: field, to: &bytes) }
            } else {
                table.cell("")
            }
        }
        table.endRecord()
    }

    /// Writes what stands behind the last thing.
    package mutating func finish() {
        if form != .csv { array.finish(into: &objects) }
    }
}
