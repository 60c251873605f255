/// JSON that a stand-in writes.
enum StandInJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral
{
    case null
    case bool(Bool)
    case number(Int)
    case text(String)
    case array([StandInJSON])
    /// The members in order; one without a value is omitted.
    case object([(String, StandInJSON?)])

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: StandInJSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, StandInJSON?)...) { self = .object(elements) }

    /// Returns an array of strings; nil for an empty one.
    static func texts(_ texts: [String]) -> StandInJSON? {
        texts.isEmpty ? nil : .array(texts.map { .text($0) })
    }

    static func text(_ text: String?) -> StandInJSON? { text.map { .text($0) } }

    static func number(_ number: Int?) -> StandInJSON? { number.map { .number($0) } }

    var bytes: [UInt8] { Array(written.utf8) }

    private var written: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): "\(number)"
        case .text(let text): Self.quoted(text)
        case .array(let elements): "[\(elements.map(\.written).joined(separator: ", "))]"
        case .object(let members):
            "{"
                + members.compactMap { name, value in
                    value.map { "\(Self.quoted(name)): \($0.written)" }
                }.joined(separator: ", ") + "}"
        }
    }

    /// Writes non-ASCII with `\u`, as Python does, and escapes slashes, as PHP does.
    private static func quoted(_ text: String) -> String {
        let inner = text.utf16.map { unit in
            switch unit {
            case 0x22: "\\\""
            case 0x5C: "\\\\"
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            case 0x20..<0x7F: String(Character(Unicode.Scalar(UInt8(unit))))
            default:
                "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count)
                    + String(unit, radix: 16)
            }
        }
        return "\"\(inner.joined())\""
    }
}
