import TroveCodecs
import TroveModel
import TroveSQLite

/// The encoding of values in the file: numbers as numbers, dates as text (`2026-11`), months as 1
/// to 12, states by their short names, sets as names separated by commas. The columns of rows and
/// the JSON of the change log use the same encoding.
enum ValueCoding {
    /// A value in the file that its field cannot hold.
    struct Mismatch: Error {
        let found: String
    }

    static func bind(_ value: Value?, to statement: Statement, at index: Int32) {
        switch value {
        case nil: statement.bindNull(at: index)
        case .text(let text)?: statement.bind(text, at: index)
        case .integer(let number)?: statement.bind(number, at: index)
        case .decimal(let number)?:
            statement.bind(Double(number.thousandths) / 1000, at: index)
        case .date(let date)?: statement.bind(date.description, at: index)
        case .month(let month)?: statement.bind(month.rawValue, at: index)
        case .set(let names)?: statement.bind(text(of: names), at: index)
        }
    }

    /// Reads a value; nil for NULL.
    ///
    /// - Throws: `Mismatch` for a value that the field cannot hold.
    static func read(
        _ statement: Statement, _ column: Int32, as content: Field.Content
    ) throws(Mismatch) -> Value? {
        let storage = statement.storage(column)
        if case .null = storage { return nil }
        func mismatch() -> Mismatch { Mismatch(found: statement.text(column) ?? "") }
        switch content {
        case .text, .isbn, .choice:
            guard case .text = storage else { throw mismatch() }
            return statement.text(column).map { .text($0) }
        case .integer:
            guard let number = whole(statement, column), let small = Int32(exactly: number) else {
                throw mismatch()
            }
            return .integer(Int(small))
        case .decimal:
            let number = statement.double(column) * 1000
            guard storage.isNumber, abs(number) < 1e9 else {
                throw mismatch()
            }
            return .decimal(FixedDecimal(thousandths: Int(number.rounded())))
        case .date:
            guard case .text = storage,
                let date = PartialDate(parsing: statement.text(column) ?? "")
            else { throw mismatch() }
            return .date(date)
        case .month:
            guard let month = whole(statement, column).flatMap(Month.init(rawValue:)) else {
                throw mismatch()
            }
            return .month(month)
        case .ladder(let ladder):
            let name = statement.text(column) ?? ""
            guard ladder.rungs.contains(where: { $0.name == name }) else { throw mismatch() }
            return .text(name)
        case .set:
            guard case .text = storage else { throw mismatch() }
            return set(statement.text(column) ?? "")
        }
    }

    /// Returns a whole number, which a decimal field may have stored; nil for anything else.
    private static func whole(_ statement: Statement, _ column: Int32) -> Int? {
        switch statement.storage(column) {
        case .integer: statement.integer(column)
        case .real: Int(exactly: statement.double(column))
        default: nil
        }
    }

    /// Reads a value from the JSON of the change log; nil for null.
    ///
    /// - Throws: `Mismatch` for a value that the field cannot hold.
    static func read(_ json: JSON, as content: Field.Content) throws(Mismatch) -> Value? {
        func mismatch() -> Mismatch { Mismatch(found: json.text ?? json.written) }
        switch (content, json) {
        case (_, .null): return nil
        case (.text, .string(let text)), (.isbn, .string(let text)), (.choice, .string(let text)):
            return .text(text)
        case (.integer, .integer(let number)):
            guard Int32(exactly: number) != nil else { throw mismatch() }
            return .integer(number)
        case (.decimal, _):
            guard let number = json.double.map({ $0 * 1000 }), abs(number) < 1e9 else {
                throw mismatch()
            }
            return .decimal(FixedDecimal(thousandths: Int(number.rounded())))
        case (.date, .string(let text)):
            guard let date = PartialDate(parsing: text) else { throw mismatch() }
            return .date(date)
        case (.month, .integer(let number)):
            guard let month = Month(rawValue: number) else { throw mismatch() }
            return .month(month)
        case (.ladder(let ladder), .string(let name)):
            guard ladder.rungs.contains(where: { $0.name == name }) else { throw mismatch() }
            return .text(name)
        case (.set, .string(let text)): return set(text)
        default: throw mismatch()
        }
    }

    /// Reads a value as it is stored, whatever the type of its field; nil for NULL.
    static func read(_ statement: Statement, _ column: Int32) -> Value? {
        switch statement.storage(column) {
        case .null: nil
        case .integer: .integer(statement.integer(column))
        case .real: decimal(statement.double(column))
        default: statement.text(column).map { .text($0) }
        }
    }

    /// Reads a value from the JSON of the change log, whatever the type of its field; nil for null.
    static func read(_ json: JSON) -> Value? {
        switch json {
        case .string(let text): .text(text)
        case .integer(let number): .integer(number)
        default: json.double.flatMap(decimal)
        }
    }

    private static func decimal(_ number: Double) -> Value? {
        abs(number) < 1e6
            ? .decimal(FixedDecimal(thousandths: Int((number * 1000).rounded()))) : nil
    }

    /// Returns a value as a field of another type reads it from the file; nil if it cannot hold it.
    static func converted(_ value: Value, to content: Field.Content) -> Value? {
        if fits(value, content) { return value }
        let stored: JSON =
            switch value {
            case .text(let text): .string(text)
            case .integer(let number): .integer(number)
            case .decimal(let number) where number.thousandths % 1000 == 0:
                .integer(number.thousandths / 1000)
            case .decimal(let number): .number(number.description)
            case .date(let date): .string(date.description)
            case .month(let month): .integer(month.rawValue)
            case .set(let names): .string(text(of: names))
            }
        return try? read(stored, as: content)
    }

    static func fits(_ value: Value, _ content: Field.Content) -> Bool {
        switch (content, value) {
        case (.text, .text), (.isbn, .text), (.choice, .text), (.date, .date), (.month, .month),
            (.set, .set):
            true
        case (.integer, .integer(let number)): Int32(exactly: number) != nil
        case (.decimal, .decimal(let number)): number.thousandths.magnitude < 1_000_000_000
        case (.ladder(let ladder), .text(let name)):
            ladder.rungs.contains { $0.name == name }
        default: false
        }
    }

    /// Returns names that are separated by commas; nil if there are none.
    private static func set(_ text: String) -> Value? {
        // No name has a comma.
        let names = text.utf8.split(separator: UInt8(ascii: ",")).compactMap { name in
            String(name.first == 0x20 ? name.dropFirst() : name)
        }
        return names.isEmpty ? nil : .set(names)
    }

    /// Appends a value to the JSON of the change log.
    static func append(_ value: Value?, to json: inout JSONText) {
        switch value {
        case nil: json.append("null")
        case .text(let text)?: json.append(string: text)
        case .integer, .decimal: json.append { value?.appendText(to: &$0) }
        case .date(let date)?:
            json.append { bytes in
                bytes.append(UInt8(ascii: "\""))
                date.append(to: &bytes)
                bytes.append(UInt8(ascii: "\""))
            }
        case .month(let month)?: json.append("\(month.rawValue)")
        case .set(let names)?: json.append(string: text(of: names))
        }
    }

    private static func text(of names: [String]) -> String {
        names.count == 1 ? names[0] : names.joined(separator: ", ")
    }
}
