import TroveCodecs

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral text: String) { self = .string(text) }
    public init(integerLiteral number: Int) { self = .integer(number) }
}
