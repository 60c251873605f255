/// A row of a table test: its name, the input and the expected result.
package struct Case<Input: Sendable, Expected: Sendable>: Sendable, CustomStringConvertible {
    /// The name that identifies the row.
    package let name: String
    /// The input.
    package let input: Input
    /// The expected result.
    package let expected: Expected

    /// Creates a row; a failure prints its name.
    package init(_ name: String, _ input: Input, _ expected: Expected) {
        self.name = name
        self.input = input
        self.expected = expected
    }

    /// The name.
    package var description: String { name }
}
