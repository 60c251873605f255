import TroveCodecs
import TroveModel
import TroveWire

/// Reads query parameters. An invalid value is refused with a message that names the parameter.
struct QueryReader {
    private let parameters: [String: String]

    init(_ parameters: [String: String]) {
        self.parameters = parameters
    }

    func text(_ name: String) -> String? {
        parameters[name]
    }

    /// Returns an integer in decimal digits; nil if the parameter is missing.
    func number(_ name: String, in range: ClosedRange<Int>) throws(ServerRefusal) -> Int? {
        guard let text = parameters[name] else { return nil }
        guard text.utf8.allSatisfy(\.isDigit), let number = Int(text), range.contains(number) else {
            throw .badRequest("\(name) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns a mark in hexadecimal digits; nil if the parameter is missing.
    func mark(_ name: String) throws(ServerRefusal) -> UInt64? {
        guard let text = parameters[name] else { return nil }
        guard let mark = UInt64(mark: text) else { throw Self.bad(name) }
        return mark
    }

    func id(_ name: String) throws(ServerRefusal) -> ItemID? {
        guard let text = parameters[name] else { return nil }
        guard let id = ItemID(text) else { throw Self.bad(name) }
        return id
    }

    static func bad(_ name: String) -> ServerRefusal {
        .badRequest("\(name) is missing or invalid")
    }
}
