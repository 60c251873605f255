import TroveCodecs
import TroveModel
import TroveSQLite

/// An entry of the change log. What is not decoded yet is read from its row or its batch, so an
/// entry is valid until its cursor moves on.
struct LogEntry {
    /// Where the entry is stored.
    enum Source {
        /// The current row of a cursor's statement.
        case row(Statement)
        case batch(LogBatch, LogBatch.Head)
    }

    let source: Source
    let sequence: Int
    let command: CommandNumber
    let reverts: CommandNumber?

    init(_ row: Statement) {
        source = .row(row)
        sequence = row.integer(0)
        command = CommandNumber(rawValue: row.integer(1))
        reverts = row.isNull(2) ? nil : CommandNumber(rawValue: row.integer(2))
    }

    init(_ batch: LogBatch, _ head: LogBatch.Head) {
        source = .batch(batch, head)
        sequence = head.sequence
        command = head.command
        reverts = head.reverts
    }

    /// The columns of a selection of entries. `origin` is NULL where the file has no origins.
    static func columns(origin: String) -> String {
        "seq, command, reverts, at, kind, number, id, action, fields, by, \(origin)"
    }

    /// The time of the command in milliseconds, as it was recorded.
    var at: Int {
        switch source {
        case .row(let row): row.integer(3)
        case .batch(_, let head): head.at
        }
    }

    /// The name of the user, or of the device that the change came from.
    var by: String {
        switch source {
        case .row(let row): row.text(9) ?? ""
        case .batch(let batch, let head): batch.name(head.user)
        }
    }

    /// The device that the change came from; nil for this one.
    var origin: String? {
        switch source {
        case .row(let row): row.text(10)
        case .batch: nil
        }
    }

    /// The stored name of the item's kind.
    var kindName: String {
        switch source {
        case .row(let row): row.text(4) ?? ""
        case .batch(let batch, let head): batch.name(head.kind)
        }
    }

    /// The number of the item, which may be invalid.
    var number: Int {
        switch source {
        case .row(let row): row.integer(5)
        case .batch(_, let head): head.number
        }
    }

    /// The ID of the item; nil if it is invalid.
    var id: ItemID? {
        switch source {
        case .row(let row): row.words(6).map { ItemID(high: $0.high, low: $0.low) }
        case .batch(_, let head): head.id
        }
    }

    /// What was done; nil for an invalid operation.
    var operation: Operation? {
        switch source {
        case .row(let row): Operation(rawValue: row.text(7) ?? "")
        case .batch(_, let head): head.operation
        }
    }

    /// The fields as a JSON object: values by the stored names of their fields, and for an update
    /// arrays of the former and the new value.
    func fields() throws -> String {
        switch source {
        case .row(let row): return row.text(8) ?? ""
        case .batch(let batch, let head):
            var json = JSONText()
            var separator: Unicode.Scalar = "{"
            try batch.forEachField(of: head) { name, values in
                json.append(separator)
                separator = ","
                json.append(JSONText.key(batch.name(name)))
                switch values {
                case .one(let value): ValueCoding.append(value, to: &json)
                case .change(let before, let after):
                    json.append("[" as Unicode.Scalar)
                    ValueCoding.append(before, to: &json)
                    json.append("," as Unicode.Scalar)
                    ValueCoding.append(after, to: &json)
                    json.append("]" as Unicode.Scalar)
                }
            }
            json.append(separator == "{" ? "{}" : "}")
            return String(decoding: json.bytes, as: UTF8.self)
        }
    }
}
