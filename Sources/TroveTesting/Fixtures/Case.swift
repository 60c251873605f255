/// One row of a table of tests: a name to find it by, what goes in, and what must come out.
package struct Case<Input: Sendable, Expected: Sendable>: Sendable, CustomStringConvertible {
    package let name: String
    package let input: Input
    package let expected: Expected

    /// A row; the name stands in what a failure prints.
    package init(_ name: String, _ input: Input, _ expected: Expected) {
        self.name = name
        self.input = input
        self.expected = expected
    }

    package var description: String { name }
}
