import TroveCodecs
import TroveModel
import TroveStore
import TroveTerminal

/// A format that writes JSON.
protocol JSONOutput: OutputFormat {
    /// Whether several objects are written one per line instead of as an array.
    static var isLines: Bool { get }
    var context: OutputContext { get }
}

extension JSONOutput {
    static var isForPrograms: Bool { true }

    func write(_ message: TerminalText, into bytes: inout [UInt8]) {
        var json = JSONText()
        json.append(JSON.object([JSON.Member("message", .string(message.rendered))]))
        line(json, into: &bytes)
    }

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        var array = JSONArray(isLines: Self.isLines)
        for section in listing.sections {
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns ? section.columns : table.kind.shownIndices
            let members = fields.filter(table.mayHaveValues)
                .map { (field: $0, key: JSONText.key(table.kind.fields[$0].name)) }
            var json = JSONText()
            listing.forEachRow(of: section) { row in
                json.removeAll()
                json.begin(number: table.number(at: row), id: table.id(at: row), table.kind)
                for member in members { table.append(member.field, member.key, at: row, to: &json) }
                json.append(listing.marks[table.number(at: row)])
                json.append("}")
                array.append(json, into: &bytes)
            }
        }
        array.finish(into: &bytes)
    }

    /// Writes one item as an object; several, or those that a condition selects, as an array.
    func write(_ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]) {
        func json(_ item: Item) -> JSONText {
            JSONText(item, context.kinds[item.kind], marks[item.number])
        }
        if items.count == 1, !context.writesLists {
            line(json(items[0]), into: &bytes)
        } else {
            array(items.map(json), into: &bytes)
        }
    }

    func write(_ report: Report, into bytes: inout [UInt8]) {
        let objects = report.rows.map { row in
            var json = JSONText()
            let members = zip(report.columns, row).filter { !$1.isNull }
            json.append(JSON.object(members.map { JSON.Member($0, $1) }))
            return json
        }
        if report.isRecord {
            line(objects[0], into: &bytes)
        } else {
            array(objects, into: &bytes)
        }
    }

    func write(_ results: ResultListing, into bytes: inout [UInt8]) {
        write(results.data, into: &bytes)
    }

    func write(_ statistics: Statistics, into bytes: inout [UInt8]) {
        var json = JSONText()
        json.append(statistics.json)
        line(json, into: &bytes)
    }

    func write(_ report: ImportReport, into bytes: inout [UInt8]) {
        write(report.facts, into: &bytes)
    }

    func write(_ changes: [ChangeReport], into bytes: inout [UInt8]) {
        write(changes.map(\.item), marks: [:], into: &bytes)
    }

    func write(page: Int, of total: Int?, in item: Item, into bytes: inout [UInt8]) {
        write([item], marks: [:], into: &bytes)
    }

    func write(
        counts: [(kind: Kind, count: Int)], total: Int, into bytes: inout [UInt8]
    ) {
        let objects = counts.map { count in
            var json = JSONText()
            json.append("{\"kind\":")
            json.append(string: count.kind.name)
            json.append(",\"count\":\(count.count)}")
            return json
        }
        array(objects, into: &bytes)
    }

    func write(
        log: [LoggedCommand], total: Int, arguments: String, into bytes: inout [UInt8]
    ) {
        let objects = log.map { command in
            var json = JSONText()
            json.append(command.record, context.kinds)
            return json
        }
        array(objects, into: &bytes)
    }

    func write(
        reverted: LoggedCommand, items: Int, isMixed: Bool, into bytes: inout [UInt8]
    ) {
        write(log: [reverted], total: 1, arguments: "", into: &bytes)
    }

    func write(differences: [ChangeReport], since place: String, into bytes: inout [UInt8]) {
        let objects = differences.map { difference in
            let item = difference.item
            let kind = context.kinds[item.kind]
            let isDefinition = item.kind == context.kinds.definitions
            var json = JSONText()
            json.begin(number: isDefinition ? nil : item.number, id: item.id, kind)
            json.append(kind.fields[Kind.titleIndex].name, .text(item.title))
            if let change = difference.change {
                if isDefinition {
                    json.append(definition: change.action)
                } else {
                    json.append(change.action, of: kind)
                }
            }
            json.append("}")
            return json
        }
        array(objects, into: &bytes)
    }

    func write(_ snapshots: [Snapshot], into bytes: inout [UInt8]) {
        let objects = snapshots.map { snapshot in
            var json = JSONText()
            json.append("{\"name\":")
            json.append(string: snapshot.name)
            json.append(",\"at\":")
            json.append(string: snapshot.at.description)
            json.append(",\"bytes\":\(snapshot.size)}")
            return json
        }
        array(objects, into: &bytes)
    }

    /// Writes nothing: programs get no pictures.
    func write(picture: TerminalText, into bytes: inout [UInt8]) {}

    func secure(_ bytes: inout [UInt8], from start: Int) {
        DataGate.escapeJSON(in: &bytes, from: start)
    }

    // MARK: Parts

    private func array(_ objects: [JSONText], into bytes: inout [UInt8]) {
        var array = JSONArray(isLines: Self.isLines)
        for object in objects { array.append(object, into: &bytes) }
        array.finish(into: &bytes)
    }

    private func line(_ object: JSONText, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: object.bytes)
        bytes.append(data: "\n")
    }
}
