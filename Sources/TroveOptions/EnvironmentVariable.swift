/// An environment variable that a program reads.
package struct EnvironmentVariable: Sendable {
    /// The variable's name.
    package let name: String
    /// The description for help, one or several lines.
    package let help: String

    /// Creates a variable with its name and its description.
    package init(_ name: String, _ help: String) {
        self.name = name
        self.help = help
    }

    /// Returns the variables as help lists them: two columns, the second starting at `column`.
    package static func help(_ variables: [EnvironmentVariable], column: Int) -> String {
        let margin = String(repeating: " ", count: column)
        return variables.map { variable in
            let name = "  " + variable.name
            let gap = String(repeating: " ", count: max(2, column - name.count))
            return name + gap + variable.help.replacing("\n", with: "\n" + margin)
        }.joined(separator: "\n")
    }
}
