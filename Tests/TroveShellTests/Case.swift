import Testing

/// One row of a table of tests: a name to find it by, what goes in, and what must come out.
struct Case<Input: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
    let name: String
    let input: Input
    let expected: Expected

    init(_ name: String, _ input: Input, _ expected: Expected) {
        self.name = name
        self.input = input
        self.expected = expected
    }

    var testDescription: String { name }
}
