package import TroveModel

/// Writes things as files of Trove's own, which are read back without loss.
package struct TroveWriter: Sendable {
    /// The form of a file; the raw value is what is typed behind `as:`, and how its name ends.
    package enum Form: String, Sendable, CaseIterable {
        case csv, json, jsonl
    }

    private let form: Form
    private var table = TableWriter()
    /// For each kind the fields that stand in the columns of a table, nil where it has none of a
    /// column's name.
    private let fields: [[Int?]]
    private var array: JSONArray
    private var objects: [UInt8] = []

    /// - Parameters:
    ///   - form: how they are written.
    ///   - kinds: what can be collected.
    ///   - exported: the positions of the kinds whose things are written; a table has their fields,
    ///     each name once, as its columns.
    package init(_ form: Form, _ kinds: Kinds, exported: [Int]) {
        self.form = form
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

    /// Writes the thing at a row of a kind's table.
    package mutating func append(row: Int, of things: Table, kind: Int) {
        guard form == .csv else {
            var object = JSONText()
            object.begin(number: things.number(at: row), id: things.id(at: row), things.kind)
            for (index, field) in things.kind.fields.enumerated() {
                object.append(field.name, things.value(index, at: row))
            }
            object.append("}")
            array.append(object, into: &objects)
            return
        }
        table.cell(things.kind.name)
        for field in fields[kind] {
            table.cell { bytes in
                if let field { things.appendText(of: field, at: row, to: &bytes) }
            }
        }
        table.endRecord()
    }

    /// Writes what stands behind the last thing.
    package mutating func finish() {
        if form != .csv { array.finish(into: &objects) }
    }
}
